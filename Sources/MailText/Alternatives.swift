import TriageCore

/// The choice that a `multipart/alternative` offers.
struct Alternatives {
  /// The parts to choose from, the preferred one first.
  private(set) var choices: [(number: Int, type: String)] = []
  /// Parts that are no text of the message but say something beside it, such as invitations.
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
    // Of an empty text nobody wants to be told.
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
