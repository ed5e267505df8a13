/// The settings in force.
struct Configuration: Sendable {
  /// Changes of more messages than this are asked about; 0 never asks.
  var confirmAbove = 50
  /// What the log keeps.
  var logLevel = LogLevel.notice
}

/// The view that the program starts with.
enum StartView {
  static let query = "tag:inbox"
}
