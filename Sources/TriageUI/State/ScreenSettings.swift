/// What a person may set of the screen's behaviour.
package struct ScreenSettings: Hashable, Sendable {
  /// Changes of more messages than this that another process made are asked about; 0 never asks.
  package var confirmAbove = 50
  /// How long a message is shown until it counts as read; `nil` for never.
  package var markReadAfter: Duration? = .seconds(2)

  /// Makes the settings of a person who has set nothing.
  package init() {}
}
