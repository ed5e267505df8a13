import TriageCore

/// What is done with a leaf of a message.
enum PartRole: Equatable {
  case text
  case html
  case patch
  case calendar
  case contact
  /// Fields in plain words: delivery reports and receipts.
  case report
  /// The header of a message that is not there.
  case header
  /// Named in the text, nothing more.
  case named(PartLabel)

  init(_ node: PartNode) {
    switch node.type {
    case "text/calendar", "application/ics": self = .calendar
    case "text/vcard", "text/x-vcard", "text/directory": self = .contact
    case "text/x-patch", "text/x-diff", "text/x-patch-file": self = .patch
    case "text/html", "application/xhtml+xml":
      self = node.isSentAsAttachment ? .named(.attachment) : .html
    case "text/rfc822-headers", "message/rfc822-headers", "message/global-headers": self = .header
    case "message/delivery-status", "message/global-delivery-status",
      "message/disposition-notification", "message/feedback-report", "message/tracking-status":
      self = .report
    case "message/external-body": self = .named(.external)
    case "message/partial": self = .named(.partial)
    case "application/pgp-signature", "application/x-pgp-signature",
      "application/pkcs7-signature", "application/x-pkcs7-signature":
      self = .named(.signature)
    case "application/pkcs7-mime", "application/x-pkcs7-mime":
      self = .named(Self.label(ofCMS: node.cmsType))
    default: self = Self.other(node)
    }
  }

  /// Certificates alone, and what is only compressed, are neither signed nor encrypted.
  private static func label(ofCMS type: String?) -> PartLabel {
    switch type {
    case "signed-data": .signed
    case "enveloped-data", "authenveloped-data", nil: .encrypted
    case "certs-only": .certificates
    case "compressed-data": .compressed
    default: .attachment
    }
  }

  private static func other(_ node: PartNode) -> PartRole {
    if node.type.hasPrefix("image/") { return .named(.image) }
    guard node.isText, !unreadable.contains(node.type) else { return .named(.attachment) }
    let name = node.filename?.lowercased() ?? ""
    if name.hasSuffix(".patch") || name.hasSuffix(".diff") { return .patch }
    return node.isSentAsAttachment ? .named(.attachment) : .text
  }

  /// Texts that no person can read.
  private static let unreadable: Set = ["text/rtf", "text/richtext", "text/x-amp-html"]
}

extension PartNode {
  /// Whether it is a signature of something else.
  var isSignature: Bool { PartRole(self) == .named(.signature) }

  /// What S/MIME says that it is, or else what its name does; `nil` if neither does.
  var cmsType: String? {
    let name = filename?.lowercased() ?? ""
    let named =
      name.hasSuffix(".p7c") ? "certs-only" : name.hasSuffix(".p7z") ? "compressed-data" : nil
    return parameters["smime-type"]?.lowercased() ?? named
  }
}

/// The choice that a `multipart/alternative` offers.
struct Alternatives {
  /// The parts to choose from, the preferred one first.
  private(set) var choices: [(number: Int, type: String)] = []
  /// Parts that are no text of the message but come beside it, such as invitations.
  private(set) var others: [Int] = []
  /// All texts that say the same: the choices, and what only other programs can show.
  private(set) var texts: [Int] = []

  /// Weighs the parts of a container.
  ///
  /// - Parameters:
  ///   - tree: The message's structure.
  ///   - node: The container.
  ///   - isBlank: Whether a leaf has nothing to read.
  init(in tree: PartTree, of node: PartNode, isBlank: (PartNode) -> Bool) {
    var ranked: [(rank: Int, number: Int, type: String)] = []
    for child in node.children {
      let leaf = Self.text(of: tree[child], in: tree)
      if leaf.isText { texts.append(leaf.number) }
      switch PartRole(leaf) {
      case .text where leaf.type == "text/plain":
        ranked.append((isBlank(leaf) ? 3 : 0, child, leaf.type))
      case .html: ranked.append((1, child, leaf.type))
      case .text, .patch: ranked.append((2, child, leaf.type))
      case .named where leaf.isText: break
      case .calendar, .contact, .report, .header, .named: others.append(child)
      }
    }
    ranked.sort { ($0.rank, $0.number) < ($1.rank, $1.number) }
    // Nobody wants to hear of an empty text.
    if let best = ranked.first, best.rank < 3 { ranked.removeAll { $0.rank == 3 } }
    choices = ranked.map { ($0.number, $0.type) }
  }

  /// Returns the leaf that decides what a part is as a text: the first one down its first parts.
  private static func text(of node: PartNode, in tree: PartTree) -> PartNode {
    var node = node
    while let child = RelatedRoot.number(of: node, in: tree) { node = tree[child] }
    return node
  }
}

/// The part of a container that the other ones serve.
enum RelatedRoot {
  /// Returns the part named by `start` in a `multipart/related`, else the first one.
  static func number(of node: PartNode, in tree: PartTree) -> Int? {
    guard node.type == "multipart/related", let start = node.parameters["start"] else {
      return node.children.first
    }
    let wanted = start.filter { $0 != "<" && $0 != ">" }
    return node.children.first { tree[$0].contentID == wanted } ?? node.children.first
  }
}

/// Makes the list of parts that a person can save.
enum PartList {
  /// Returns all parts but the message itself; where one part is shown alone, those within it.
  static func parts(
    of tree: PartTree,
    shown: Set<Int>,
    within alone: Int? = nil
  ) -> [PartInfo] {
    tree.nodes.dropFirst().filter { tree.lies($0, within: alone) }.map { node in
      PartInfo(
        number: node.number,
        way: tree.path(of: node),
        type: node.type,
        filename: node.filename?.cut(toBytes: 1 << 10),
        otherFilename: node.otherFilename?.cut(toBytes: 1 << 10),
        size: size(of: node, in: tree),
        isAttachment: isAttachment(node, isShown: shown.contains(node.number)),
        isShown: shown.contains(node.number),
        isMessage: node.form == .message,
        subject: node.form == .message ? HeaderFields.subject(of: node) : nil,
        depth: node.depth,
        parameters: parameters(node),
        seal: tree.seals.isEmpty ? nil : sealNumber(around: node, in: tree),
        wasEncrypted: tree.seals(around: node.number).contains { tree.seals[$0].isEncrypted }
      )
    }
  }

  private static func size(of node: PartNode, in tree: PartTree) -> Int {
    switch node.form {
    case .leaf: tree.buffers[node.layer].decodedSize(node)
    case .message: node.writtenSize
    case .multipart: 0
    }
  }

  /// What a program may be told of a part: nothing long, and nothing that is known otherwise.
  private static func parameters(_ node: PartNode) -> [String: String] {
    let known: Set = ["name", "filename", "boundary"]
    let short = node.parameters.filter { name, value in
      !known.contains(name) && name.utf8.count <= 32 && value.utf8.count <= 64
    }
    let kept = short.sorted { $0.key < $1.key }.prefix(8)
    return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }

  private static func sealNumber(around node: PartNode, in tree: PartTree) -> Int? {
    let around = tree.seals(around: node.number).first { tree.seals[$0].hasRegion }
    return around.map { tree.seals[$0].container }
  }

  private static func isAttachment(_ node: PartNode, isShown: Bool) -> Bool {
    switch node.form {
    case .multipart: false
    case .message: true
    case .leaf:
      switch PartRole(node) {
      case .named(.signature): false
      case .named: node.type != "application/pgp-encrypted" && !isShown
      default: node.isSentAsAttachment || node.filename != nil || !isShown
      }
    }
  }
}

extension PartTree {
  /// Whether a part lies within another one; each lies within none.
  func lies(_ node: PartNode, within container: Int?) -> Bool {
    guard let container else { return true }
    var parent = node.parent
    while let number = parent, number != container { parent = nodes[number].parent }
    return parent == container
  }
}
