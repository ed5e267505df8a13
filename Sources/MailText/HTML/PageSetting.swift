/// What a page is turned into text for, and with what.
struct PageSetting {
  /// A picture that came with the message.
  struct Picture {
    var part: Int
    var name: String
  }

  /// The width that tables are laid out for.
  var columns = 80
  /// How wide texts are in them.
  var measure: TextWidth = DisplayWidth.columns
  /// The pictures that came with the page, by their content ids.
  var pictures: [String: Picture] = [:]
}
