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

  init(of tree: PartTree) {
    guard let payload = Self.payload(of: tree) else { return }
    let node = tree[payload]
    let isWrapped = node.form == .message && node.parameters["forwarded"]?.lowercased() == "no"
    let inner =
      isWrapped ? node.fields : node.saysHeadersAreProtected ? node.protectedFields : []
    for name in Self.names {
      let found = inner.filter { $0.isNamed(name) }
      guard !found.isEmpty else { continue }
      fields += found
      let outer = tree[0].fields.filter { $0.isNamed(name) }
      let words = outer.map(HeaderText.decode)
      if words != found.map(HeaderText.decode) { outside += outer.prefix(1) }
    }
    if !fields.isEmpty { self.payload = payload }
  }

  /// The part that the chain of seals from the root covers; `nil` if the message is not sealed as a
  /// whole, or a seal is not open, or bad.
  private static func payload(of tree: PartTree) -> Int? {
    guard var number = tree[0].children.first, tree[0].children.count == 1 else { return nil }
    var isSealed = false
    while let index = tree[number].seal {
      let seal = tree.seals[index]
      guard seal.isUnbroken(sender: nil), let covered = seal.covered else { return nil }
      isSealed = true
      number = covered
    }
    return isSealed ? number : nil
  }

  /// The message with its protected fields in place of those outside.
  func applied(to message: PartNode) -> PartNode {
    guard !fields.isEmpty else { return message }
    var message = message
    message.fields =
      fields
      + message.fields.filter { field in
        !fields.contains { $0.isNamed(field.name.lowercased()) }
      }
    return message
  }

  func isProtected(_ name: String) -> Bool { fields.contains { $0.isNamed(name.lowercased()) } }

  /// Whether a text only repeats the fields, for programs that do not look inside.
  func isRepeated(by text: [UInt8]) -> Bool {
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
    return !fields.isEmpty && !lines.isEmpty && lines.allSatisfy { repeats($0) }
  }

  /// The text without the lines at its beginning that repeat the fields.
  func stripped(_ text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    while let end = rest.firstIndex(of: 0x0a) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      let isBlank = line.allSatisfy(\.isWhitespace)
      guard isBlank || repeats(line) else { return text }
      rest = rest[(end + 1)...]
      if isBlank { return Array(rest) }
    }
    return text
  }

  private func repeats(_ line: some StringProtocol) -> Bool {
    guard let colon = line.firstIndex(of: ":") else { return false }
    let name = line[..<colon].lowercased()
    let value = line[line.index(after: colon)...].trimmed
    return fields.contains { $0.isNamed(name) && HeaderText.decode($0).trimmed == value }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// Who a message says that it is from, if it says so beyond doubt.
enum Sender {
  /// The one mailbox of the one From field; `nil` if there are several of either, or if the name
  /// beside the address is another address.
  static func address(in fields: [RawField]) -> MailAddress? {
    let from = fields.filter { $0.isNamed("from") }
    guard from.count == 1, let mailbox = HeaderText.onlyMailbox(of: from[0]),
      let address = MailAddress(mailbox.address)
    else { return nil }
    let words = mailbox.name.split { $0.isWhitespace || "<>()\"',;:[]".contains($0) }
    let others = words.compactMap { MailAddress(String($0)) }.filter { $0.domain.contains(".") }
    return others.allSatisfy { $0 == address } ? address : nil
  }
}
