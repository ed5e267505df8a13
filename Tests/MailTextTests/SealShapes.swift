import TestSupport

/// Sealed mail of shapes by chance: containers in containers, by keys of every kind.
struct SealShapes {
  /// The reader's keys.
  let keys: TemporaryKeys
  /// Keys that the reader has not.
  private let strangers: TemporaryKeys
  private var random: SplitMix
  private var count = 0
  /// How many seals lie in each other at most: more are not opened.
  private static let deepest = 4

  init(seed: UInt64) throws {
    random = SplitMix(seed)
    keys = try TemporaryKeys()
    strangers = try TemporaryKeys()
    try keys.make("Ann <ann@example.org>")
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
    let never = try keys.make("Never <never@example.org>")
    try keys.gpg(["--import-ownertrust"], input: "\(never):3:\n")
    let revoked = try keys.make("Rev <rev@example.org>")
    revokedSignature = try keys.signed(Self.text, by: revoked)
    let certificate = try keys.run(["cat", "\(keys.home)/openpgp-revocs.d/\(revoked).rev"])
    try keys.gpg(["--import"], input: certificate.replacing(":-----", with: "-----"))
    try strangers.make("Gone <gone@example.org>")
  }

  private static let text = TemporaryKeys.text("Hello Bob, the contract is signed.\n")
  /// Made before its key was revoked.
  private let revokedSignature: String

  /// The content of another mail.
  mutating func next() throws -> String { try content(depth: 0) }

  private mutating func boundary() -> String {
    count += 1
    return "b\(count)"
  }

  private mutating func content(depth: Int) throws -> String {
    let canSeal = depth < Self.deepest
    switch Int.random(in: 0..<(depth == 0 ? 10 : 14), using: &random) {
    case 0...3 where canSeal: return try signed(depth)
    case 4...6 where canSeal: return try encrypted(depth)
    case 7 where canSeal: return revokedSignature
    case 8, 9: return try several(depth)
    case 10: return try forwarded(depth)
    case 11: return "Content-Type: text/html; charset=utf-8\n\n<p>Hello <b>Bob</b></p>\n"
    default: return Self.text
    }
  }

  private mutating func several(_ depth: Int) throws -> String {
    let boundary = boundary()
    let parts = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
      try content(depth: depth + 1)
    }
    return TemporaryKeys.mixed(parts, boundary: boundary)
  }

  private mutating func forwarded(_ depth: Int) throws -> String {
    let boundary = boundary()
    let inner = TemporaryKeys.message(
      "\(boundary)@seals",
      from: random.flip() ? "Ann <ann@example.org>" : "Eve <eve@example.org>",
      try content(depth: depth + 1)
    )
    return TemporaryKeys.mixed(
      [Self.text, "Content-Type: message/rfc822\n\n\(inner)"],
      boundary: boundary
    )
  }

  private mutating func signed(_ depth: Int) throws -> String {
    let boundary = boundary()
    let content = try content(depth: depth + 1)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return try strangers.signed(content, by: "Gone", boundary: boundary)
    case 1: return try keys.signed(content, by: "Never", boundary: boundary)
    case 2:
      return try keys.signed(content, by: "Ann", boundary: boundary) { "X-Changed: yes\n" + $0 }
    case 3:
      let both = ["-u", "Bob", "--passphrase", "secret"]
      return try keys.signed(content, by: "Ann", boundary: boundary, options: both)
    default: return try keys.signed(content, by: "Ann", boundary: boundary)
    }
  }

  private mutating func encrypted(_ depth: Int) throws -> String {
    let boundary = boundary()
    let content = try content(depth: depth + 1)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return try keys.encrypted(content, to: ["Bob"], boundary: boundary)
    case 1: return try strangers.encrypted(content, to: ["Gone"], boundary: boundary)
    case 2: return try keys.encrypted(content, to: ["Bob", "Ann"], boundary: boundary)
    case 3:
      let signing = ["--sign", "-u", "Ann"]
      return try keys.encrypted(content, to: ["Ann"], boundary: boundary, options: signing)
    case 4:
      // Damaged in the midst of it.
      let whole = try keys.encrypted(content, to: ["Ann"], boundary: boundary)
      var lines = whole.lines
      let first = lines.firstIndex { $0.hasPrefix("-----BEGIN") } ?? 0
      let last = lines.firstIndex { $0.hasPrefix("-----END") } ?? 0
      let middle = (first + last) / 2
      lines[middle] = String(lines[middle].reversed())
      return lines.joined(separator: "\n") + "\n"
    default: return try keys.encrypted(content, to: ["Ann"], boundary: boundary)
    }
  }
}
