/// Why a text cannot be read as a strings catalog at all.
///
/// Lesser faults, which concern one entry, never stop a catalog from being read: that entry's
/// sentence falls back, and ``CatalogCheck`` finds them.
public enum CatalogError: Error, Equatable, Sendable {
  /// The text is not JSON.
  case brokenJSON(JSONProblem, at: TextPosition)
  /// The bytes are not UTF-8.
  case notUTF8(at: TextPosition)
  /// A field that every catalog has is missing.
  case fieldMissing(String)
  /// A field has another kind of value than it must.
  case fieldMalformed(String, at: TextPosition)
  /// The catalog was written for a reader of the future; versions 1.x are known.
  case unknownVersion(String, at: TextPosition)

  /// Where it happened; `nil` for a field that is nowhere.
  public var position: TextPosition? {
    switch self {
    case .brokenJSON(_, let position), .notUTF8(let position), .fieldMalformed(_, let position),
      .unknownVersion(_, let position):
      position
    case .fieldMissing: nil
    }
  }
}
