import TriageCore

/// A place between two messages of a list.
struct ListPlace: Hashable {
  /// Only messages of this date or beyond come; `nil` for all.
  var date: Timestamp?
  /// How many of those, from the first, are to be passed over.
  var unseen = 0

  /// Moves on behind some messages that come right after the place.
  ///
  /// The date of the last one becomes the place's if it is not the date of them all: then how many
  /// have it is known. (Dates before 1970 cannot be written in a query.)
  mutating func pass(
    _ messages: [MessageID],
    byDate: Bool,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    if byDate, let last = messages.last, let date = try database.time(of: last), date >= 0 {
      var ofDate = 1
      for message in messages.dropLast().reversed() {
        guard try database.time(of: message) == date else {
          self = ListPlace(date: date, unseen: ofDate)
          return
        }
        ofDate += 1
      }
    }
    unseen += messages.count
  }
}

extension DatabaseHandle {
  /// The date of a message as the index sorts by it.
  func time(of message: MessageID) throws(IndexError) -> Timestamp? {
    try find(message) { found throws(IndexError) in found.time }
  }
}
