import TriageCore

/// A seal among the parts of a message.
struct TreeSeal {
  /// The number of the container.
  var container: Int
  /// The part that it covers; `nil` if that is not to be seen.
  var covered: Int?
  var form: Seal.Form
  var isEncrypted: Bool
  var result: SealResult

  /// Whether its frame is drawn: what was decrypted or could be, and what has a verdict or will.
  var hasRegion: Bool {
    if isEncrypted { return true }
    if let unchecked = result.unchecked { return unchecked != .off }
    return !result.signatures.isEmpty
  }

  /// Whether parts that are not there now may have been counted when it was open: of a signed part
  /// that is no multipart, too, what it holds is known only once it is opened.
  var mayHaveHeldParts: Bool {
    covered == nil && (result.state == .pending || result.unchecked == .pending)
  }

  /// Whether what it covers may count as sealed: it is open, or signed, and not changed.
  var isUnbroken: Bool {
    let isBad = result.signatures.contains { $0.verdict(sender: nil) == .bad }
    if isBad { return false }
    return isEncrypted ? result.state == .open : !result.signatures.isEmpty
  }

  /// Whether a key that is known has signed what it covers.
  var isVerified: Bool { result.signatures.contains { $0.verdict(sender: nil).isVerified } }
}

extension PartTree {
  /// Whether anything in the message may be a seal.
  var mayHaveSeals: Bool { nodes.contains(where: \.mayBeSeal) }

  /// Opens what is sealed in the message.
  ///
  /// - Returns: The header fields inside; `nil` if nothing is sealed.
  mutating func open(by opener: SealOpener, limits: MessageLimits) -> ProtectedHeaders? {
    guard mayHaveSeals else { return nil }
    self = TreeOpener.open(self, by: opener, limits: limits)
    return ProtectedHeaders(of: self)
  }

  /// The seals that a part lies in, the innermost first, by their indexes.
  func seals(around number: Int) -> [Int] {
    var found: [Int] = []
    var child = number
    while let parent = nodes[child].parent {
      if let index = nodes[parent].seal, seals[index].covered == child { found.append(index) }
      child = parent
    }
    return found
  }

  /// The part that is a message, or the whole one, in which a part lies.
  func message(around number: Int) -> PartNode {
    var node = nodes[number]
    while let parent = node.parent {
      node = nodes[parent]
      if node.form == .message { return node }
    }
    return node
  }
}

extension PartNode {
  fileprivate var mayBeSeal: Bool {
    switch type {
    case "multipart/signed", "multipart/encrypted", "application/pgp-encrypted",
      "application/pkcs7-mime", "application/x-pkcs7-mime":
      true
    default: false
    }
  }
}

/// Opens the seals of a message one after the other and puts what they hold into its tree.
struct TreeOpener {
  private(set) var tree: PartTree
  private let opener: SealOpener
  private let limits: MessageLimits

  /// Opens what can be opened of a message.
  static func open(_ tree: PartTree, by opener: SealOpener, limits: MessageLimits) -> PartTree {
    var opening = TreeOpener(tree: tree, opener: opener, limits: limits)
    var number = 1
    while number < opening.tree.nodes.count {
      opening.visit(number)
      number += 1
    }
    return opening.tree
  }

  private init(tree: PartTree, opener: SealOpener, limits: MessageLimits) {
    self.tree = tree
    self.opener = opener
    self.limits = limits
  }

  private mutating func visit(_ number: Int) {
    repairMixedUp(number)
    switch tree[number].type {
    case "multipart/signed": verify(number)
    case "multipart/encrypted": decrypt(number)
    case "application/pkcs7-mime", "application/x-pkcs7-mime": openCMS(number)
    default: break
    }
  }

  private mutating func add(_ seal: TreeSeal) {
    tree.nodes[seal.container].seal = tree.seals.count
    tree.seals.append(seal)
  }

  /// Whether the bytes of a part are as they were sent: what is cut cannot be proved.
  private func isWhole(_ node: PartNode) -> Bool { tree.buffers[node.layer].cuts.isEmpty }
}

// MARK: - The kinds of containers

extension TreeOpener {
  private mutating func verify(_ number: Int) {
    let node = tree[number]
    let children = node.children
    let isCMS = node.parameters["protocol"]?.lowercased().contains("pkcs7") ?? false
    let form: Seal.Form = isCMS ? .smime : .pgpMIME
    var seal = TreeSeal(
      container: number,
      covered: children.first,
      form: form,
      isEncrypted: false,
      result: SealResult(.unsupported, isEncrypted: false)
    )
    if children.count >= 2, tree[children[1]].form == .leaf {
      if isWhole(node) {
        let buffer = tree.buffers[node.layer]
        let path = tree.path(of: node)
        seal.result = opener.result(path: path, form: form, isEncrypted: false) { call in
          _ = PartTree.withObject(node.origin, in: buffer) { call.verify($0) }
        }
      } else {
        seal.result = SealResult(.tooLarge, isEncrypted: false)
      }
    }
    add(seal)
  }

  private mutating func decrypt(_ number: Int) {
    let node = tree[number]
    var seal = TreeSeal(
      container: number,
      covered: nil,
      form: .pgpMIME,
      isEncrypted: true,
      result: SealResult(.unsupported, isEncrypted: true)
    )
    if isWellMade(node) {
      seal.result = opened(tree[node.children[1]], as: .pgpMIME, isEncrypted: true)
      if let text = seal.result.text {
        seal.covered = graft(text, at: node.children[1], path: tree.path(of: node), replacing: true)
      }
    }
    add(seal)
  }

  /// Two parts, as the standard has them: GMime must see nothing else.
  private func isWellMade(_ node: PartNode) -> Bool {
    guard node.children.count == 2,
      node.parameters["protocol"]?.lowercased() == "application/pgp-encrypted"
    else { return false }
    let (first, second) = (tree[node.children[0]], tree[node.children[1]])
    return first.form == .leaf && first.type == "application/pgp-encrypted"
      && second.form == .leaf && second.type == "application/octet-stream"
  }

  private mutating func openCMS(_ number: Int) {
    let node = tree[number]
    guard node.form == .leaf else { return }
    var isEncrypted = true
    switch node.cmsType {
    case "signed-data": isEncrypted = false
    case "enveloped-data", "authenveloped-data", nil: break
    // Certificates alone, compressed data: they are named as what they are.
    default: return
    }
    var seal = TreeSeal(
      container: number,
      covered: nil,
      form: .smime,
      isEncrypted: isEncrypted,
      result: opened(node, as: .smime, isEncrypted: isEncrypted)
    )
    if let text = seal.result.text {
      seal.covered = graft(text, at: number, path: tree.path(of: node), replacing: false)
    }
    add(seal)
  }

  private func opened(_ leaf: PartNode, as form: Seal.Form, isEncrypted: Bool) -> SealResult {
    guard isWhole(leaf) else {
      let isLarge = tree.buffers[leaf.layer].cuts.isSubset(of: [.body, .file])
      return opener.result(ofCut: tree.path(of: leaf), isEncrypted: isEncrypted, isLarge: isLarge)
    }
    let buffer = tree.buffers[leaf.layer]
    return opener.result(path: tree.path(of: leaf), form: form, isEncrypted: isEncrypted) { call in
      _ = PartTree.withObject(leaf.origin, in: buffer) { call.open($0, isEncrypted: isEncrypted) }
    }
  }

  /// Microsoft's servers make of an encrypted message a mixed one, with an empty text before it: it
  /// is put right, as notmuch does.
  private mutating func repairMixedUp(_ number: Int) {
    let node = tree[number]
    guard node.type == "multipart/mixed", node.children.count == 3 else { return }
    let children = node.children.map { tree[$0] }
    guard children.allSatisfy({ $0.form == .leaf }),
      children.map(\.type) == [
        "text/plain", "application/pgp-encrypted", "application/octet-stream",
      ], tree.decoded(children[0], limit: 1).bytes.isEmpty
    else { return }
    tree.remove(leaf: children[0].number)
    tree.nodes[number].type = "multipart/encrypted"
    tree.nodes[number].parameters["protocol"] = "application/pgp-encrypted"
  }
}

// MARK: - What was opened

extension TreeOpener {
  /// Puts a text into the tree, with buffers and limits of its own: nothing joins it with others.
  ///
  /// - Returns: The number of its root; `nil` if there is nothing to be shown.
  private mutating func graft(
    _ text: [UInt8],
    at number: Int,
    path: String,
    replacing: Bool
  ) -> Int? {
    guard var opened = parsed(text), opened.nodes.count > 1 else { return nil }
    // The fields of the payload are those of the message that it was read as, too.
    if !opened[1].protectedFields.isEmpty || opened[1].saysHeadersAreProtected {
      opened.nodes[1].protectedFields += opened[0].fields
    }
    return tree.graft(opened, at: number, path: path, replacing: replacing)
  }

  private func parsed(_ text: [UInt8]) -> PartTree? {
    var limits = limits
    // It is in memory already, and its parts may be wanted whole: one may have three quarters.
    limits.bodyBytes = max(limits.bodyBytes, text.count / 3 * 4 + 4)
    let whole = try? MessageBuffer.read(MemorySource(text), sizeHint: text.count, limits: limits)
    if let whole, let tree = PartTree(parsing: whole, limits: limits), tree.nodes.count > 1 {
      return tree
    }
    // A text that has no header is a text all the same.
    let bare = Array("\n".utf8) + text
    let buffer = try? MessageBuffer.read(MemorySource(bare), sizeHint: bare.count, limits: limits)
    return buffer.flatMap { PartTree(parsing: $0, limits: limits) }
  }
}

extension PartNode {
  /// Whether it says that the header fields it bears are those of the message.
  var saysHeadersAreProtected: Bool {
    parameters["hp"] != nil || parameters["protected-headers"] != nil
  }
}

/// Bytes in memory, read like a file.
final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  func rewind(to position: Int) { self.position = min(position, bytes.count) }
}
