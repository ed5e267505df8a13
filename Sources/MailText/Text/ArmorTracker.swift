import TriageCore

/// Knows OpenPGP blocks that stand in the text itself; they are neither checked nor opened.
struct ArmorTracker {
  private var isInSignature = false
  private var isInBlock = false
  /// What was met: nothing of it may look as if it had been checked.
  private(set) var notice: ContentNotice?

  /// Returns what a line is if it belongs to such a block.
  mutating func kind(of line: TextLine) -> ContentLine.Kind? {
    guard isInSignature || isInBlock || line.begins(with: "-----BEGIN PGP ") else { return nil }
    if line.begins(with: "-----BEGIN PGP SIGNED MESSAGE-----") {
      notice = .signatureNotChecked
      return .preformatted
    }
    isInSignature = isInSignature || line.begins(with: "-----BEGIN PGP SIGNATURE-----")
    if line.begins(with: "-----BEGIN PGP MESSAGE-----") { notice = .encrypted }
    isInBlock = isInBlock || line.begins(with: "-----BEGIN PGP ")
    let kind = isInSignature ? ContentLine.Kind.signature : .preformatted
    if line.begins(with: "-----END PGP ") { (isInSignature, isInBlock) = (false, false) }
    return kind
  }
}
