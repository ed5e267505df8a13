/// What a text is, which decides how its controls are shown.
package enum TextKind: Sendable {
  /// A one-line field, such as a subject: tabs and line separators are one blank, line ends are
  /// pictures, characters without width are dropped.
  case field
  /// An address or a host: like a field, but what has no width is marked, for it can deceive.
  case address
  /// One line of a body, without its line end: tabs reach to the next multiple of eight.
  case bodyLine
}
