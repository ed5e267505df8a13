import TriageCore

/// The header fields that stand inside a message's seals (RFC 9788 and what came before it).
///
/// They count only in the payload of an unbroken chain of seals from the root: deeper in, they are a
/// part's own fields and say nothing of the message.
struct ProtectedHeaders {
  private static let names = ["subject", "from", "to", "date"]

  /// The fields inside that replace those outside; empty if there are none.
  private(set) var fields: [RawField] = []
  /// The fields outside that say something else.
  private(set) var outside: [RawField] = []
  /// The part that holds them.
  private(set) var payload: Int?
  /// Whether nobody else could read them.
  private(set) var areEncrypted = false
  /// All fields inside.
  private var inner: [RawField] = []

  init(of tree: PartTree) {
    guard let chain = SealChain(of: tree) else { return }
    let node = tree[chain.payload]
    let isWrapped = node.form == .message && node.parameters["forwarded"]?.lowercased() == "no"
    inner = isWrapped ? node.fields : node.saysHeadersAreProtected ? node.protectedFields : []
    areEncrypted = chain.isEncrypted
    for name in Self.names {
      let found = inner.filter { $0.isNamed(name) }
      let outer = tree[0].fields.filter { $0.isNamed(name) }
      let isSame = outer.map(HeaderText.decode) == found.map(HeaderText.decode)
      // Anybody can encrypt in another's name: who it is from is proved by a signature alone.
      guard !found.isEmpty, name != "from" || isSame || chain.isVerified else { continue }
      fields += found
      if !isSame { outside += outer.prefix(1) }
    }
    if !fields.isEmpty { payload = chain.payload }
  }

  /// The message with its protected fields in place of those outside.
  func applied(to message: PartNode) -> PartNode { message.replacing(with: fields) }

  /// The message as an answer to it reads it.
  ///
  /// Whoever has put another writer outside does not say either where answers go.
  func answered(_ message: PartNode) -> PartNode {
    var message = applied(to: message)
    let replyTo = inner.filter { $0.isNamed("reply-to") }
    if outside.contains(where: { $0.isNamed("from") }) {
      message.fields.removeAll { $0.isNamed("reply-to") }
    }
    return fields.isEmpty ? message : message.replacing(with: replyTo)
  }

  func isProtected(_ name: String) -> Bool { fields.contains { $0.isNamed(name.lowercased()) } }

  /// When the message was written; `nil` if that does not stand inside.
  var date: Timestamp? { fields.first { $0.isNamed("date") }.flatMap(HeaderText.date) }
}

// MARK: - What repeats them

extension ProtectedHeaders {
  /// Whether a text only repeats the fields, for programs that do not look inside.
  func isRepeated(by text: [UInt8]) -> Bool {
    let lines = text.split { $0 == 0x0a || $0 == 0x0d }.filter { !$0.isBlank }
    let unfolded = lines.reduce(into: [[UInt8]]()) { fields, line in
      if line.isContinued, !fields.isEmpty {
        fields[fields.count - 1] += line
      } else {
        fields.append(Array(line))
      }
    }
    return !fields.isEmpty && !unfolded.isEmpty && unfolded.allSatisfy { repeats($0[...]) }
  }

  /// The text without the lines at its beginning that repeat the fields.
  func stripped(_ text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    while let end = rest.firstIndex(of: 0x0a) {
      let line = rest[..<end]
      guard line.isBlank || repeats(line) else { return text }
      rest = rest[(end + 1)...]
      if line.isBlank { return Array(rest) }
    }
    return text
  }

  private func repeats(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let said = HeaderText.decode(line[(colon + 1)...]).trimmed
    return inner.contains { $0.isNamed(name) && HeaderText.decode($0).trimmed == said }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isBlank: Bool { allSatisfy { $0 <= 0x20 } }
  /// Whether it goes on with the field above.
  fileprivate var isContinued: Bool { first == 0x20 || first == 0x09 }
}

extension PartNode {
  /// The message with these fields in place of those of the same names.
  fileprivate func replacing(with fields: [RawField]) -> PartNode {
    var message = self
    message.fields =
      fields
      + message.fields.filter { field in
        !fields.contains { $0.isNamed(field.name.lowercased()) }
      }
    return message
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// The seals around all of a message, one in another from the root on.
private struct SealChain {
  /// What the innermost one covers.
  let payload: Int
  /// Whether one of them was encrypted, and is open.
  private(set) var isEncrypted = false
  /// Whether one of them is signed by a key that is known.
  private(set) var isVerified = false

  /// Finds them; `nil` if the message is not sealed as a whole, or a seal is not open, or nobody knows
  /// whether it was changed.
  init?(of tree: PartTree) {
    guard var number = tree[0].children.first, tree[0].children.count == 1 else { return nil }
    while let index = tree[number].seal {
      let seal = tree.seals[index]
      guard seal.isUnbroken, let covered = seal.covered else { return nil }
      isEncrypted = isEncrypted || seal.isEncrypted
      isVerified = isVerified || seal.isVerified
      number = covered
    }
    guard isEncrypted || isVerified else { return nil }
    payload = number
  }
}
