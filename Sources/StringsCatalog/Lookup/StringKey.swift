/// The name of a sentence in a catalog.
///
/// Declare the keys of a program once, and the compiler finds the misspelt ones:
///
/// ```swift
/// extension StringKey {
///   static let undoMenu: StringKey = "undo.menu"
/// }
/// ```
public struct StringKey: RawRepresentable, Hashable, Sendable, Codable {
  /// The key as the catalog has it.
  public let rawValue: String

  /// Makes a key of its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a key of its text.
  public init(_ text: String) { rawValue = text }
}

extension StringKey: ExpressibleByStringLiteral {
  /// Makes a key of a literal.
  public init(stringLiteral text: String) { rawValue = text }
}

extension StringKey: CustomStringConvertible {
  /// The key as the catalog has it.
  public var description: String { rawValue }
}
