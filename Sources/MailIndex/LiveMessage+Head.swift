import TriageCore

// What lists show of a message: what its file says, where the index may have it wrong.

extension LiveMessage {
  /// The `From` field.
  func sender(in database: borrowing DatabaseHandle) throws(IndexError) -> String {
    let stored = try header("from")
    guard stored.mayBeMisread, let head = try head(in: database), !head.from.isEmpty else {
      return stored
    }
    return head.from
  }

  /// The `Subject` field.
  func subject(in database: borrowing DatabaseHandle) throws(IndexError) -> String {
    let stored = try header("subject")
    guard stored.mayBeMisread || stored.mayBeCut, let head = try head(in: database),
      !head.subject.isEmpty
    else { return stored }
    return head.subject
  }

  private func head(in database: borrowing DatabaseHandle) throws(IndexError) -> MessageHead? {
    guard let heads = database.heads else { return nil }
    return heads.head(of: try files())
  }
}

extension String {
  /// Whether the text has other letters than ASCII, or marks that stand for what could not be read.
  var mayBeMisread: Bool {
    utf8.contains { $0 >= 0x80 || $0 < 0x20 } || contains("??") || contains("=?")
  }

  /// Whether the text may be what the library left of several encoded words.
  ///
  /// It loses what follows a base64 word that has padding. Such a word holds at most 45 bytes, half of them if
  /// more have been halved, and their number is no multiple of three.
  var mayBeCut: Bool { (22...45).contains(utf8.count) && utf8.count % 3 != 0 }
}
