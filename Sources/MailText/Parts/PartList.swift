import TriageCore

/// Makes the list of parts that a person can save.
enum PartList {
  /// Returns all parts but the message itself.
  static func parts(
    of tree: PartTree,
    shown: Set<Int>,
    in buffer: MessageBuffer
  ) -> [PartInfo] {
    tree.nodes.dropFirst().map { node in
      PartInfo(
        number: node.number,
        type: node.type,
        filename: node.filename?.cut(toBytes: 1 << 10),
        otherFilename: node.otherFilename?.cut(toBytes: 1 << 10),
        size: node.form == .leaf ? buffer.decodedSize(node) : 0,
        isAttachment: isAttachment(node, isShown: shown.contains(node.number)),
        depth: node.depth
      )
    }
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
