/// The fields of a date to be written; their order and words are the language's.
public struct DateStyle: Hashable, Sendable {
  /// The fields in Unicode's letters, such as `yMMMd`.
  public let skeleton: String

  /// Makes a style of the fields in Unicode's letters (UTS 35): `y` year, `MMM` month as a short
  /// word, `d` day, `H` hour of 24, `m` minute.
  public init(skeleton: String) {
    self.skeleton = skeleton
  }

  /// Hour of 24 and minute: "14:32".
  public static let time = DateStyle(skeleton: "Hm")
  /// Day and month: "Nov 21".
  public static let day = DateStyle(skeleton: "MMMd")
  /// Day, month and year: "Nov 21, 2025".
  public static let date = DateStyle(skeleton: "yMMMd")
  /// Day, month and year in digits: "11/21/2025".
  public static let digits = DateStyle(skeleton: "yMMdd")
  /// Day, month, hour and minute: "Nov 21, 14:32".
  public static let dayAndTime = DateStyle(skeleton: "MMMdHm")
}
