import TriageCore

// MARK: - Labels that say too little

extension PartTree {
  /// Takes parts of no type for files if they are no text; those with a name must be Unicode.
  mutating func nameUntyped() {
    for index in nodes.indices where nodes[index].isUntyped {
      let start = decoded(nodes[index], limit: 1 << 10).bytes
      // The last character may be cut.
      let isUnicode = (0..<4).contains {
        String(validating: start.dropLast($0), as: UTF8.self) != nil
      }
      let isText = start.allSatisfy { $0 >= 0x20 || (0x09...0x0d).contains($0) || $0 == 0x1b }
      let isNamed = nodes[index].filename != nil
      if !isText || isNamed && !isUnicode { nodes[index].type = Self.bytesType }
    }
  }

  /// Shows the first text of each message though it is labelled a file, if it has no name.
  mutating func showOnlyTexts() {
    guard nodes.contains(where: \.isNamelessFile) else { return }
    for message in nodes where message.form == .message {
      guard let first = firstText(in: message), nodes[first].isNamelessFile else { continue }
      let parent = nodes[first].parent.map { nodes[$0] }
      let others = parent?.type == "multipart/alternative" ? parent?.children ?? [] : []
      for number in [first] + others where nodes[number].isNamelessFile {
        nodes[number].disposition = nil
      }
    }
  }

  private func firstText(in message: PartNode) -> Int? {
    var waiting = Array(message.children.reversed())
    while let number = waiting.popLast() {
      let node = nodes[number]
      if node.form == .leaf, node.isText { return number }
      if node.form == .multipart { waiting += node.children.reversed() }
    }
    return nil
  }
}

extension PartNode {
  /// Whether it is a text that is labelled a file and has no name.
  fileprivate var isNamelessFile: Bool {
    isSentAsAttachment && filename == nil && ["text/plain", "text/html"].contains(type)
  }
}

// MARK: - What was opened

extension PartTree {
  /// Puts what was opened of a part into the tree, with buffers of its own.
  ///
  /// - Returns: The number of its root.
  mutating func graft(
    _ opened: PartTree,
    at number: Int,
    path: String,
    replacing: Bool
  ) -> Int {
    var parts = Array(opened.nodes.dropFirst())
    for index in parts.indices { parts[index].layer += buffers.count }
    buffers += opened.buffers
    ways += opened.ways.map { "\(path)/\($0)" }
    return insert(parts, at: number, replacing: replacing)
  }

  /// Puts parts in, their root at this number or below it, and numbers all anew.
  private mutating func insert(
    _ parts: [PartNode],
    at number: Int,
    replacing: Bool
  ) -> Int {
    let old = nodes[number]
    let root = replacing ? number : number + 1
    let added = parts.count - (replacing ? 1 : 0)
    renumber { $0 > number ? $0 + added : $0 }
    let depth = replacing ? old.depth : old.depth + 1
    let parent = replacing ? old.parent : number
    let new = parts.map { part in
      var part = part
      part.parent = part.number == 1 ? parent : part.parent.map { $0 + root - 1 }
      part.children = part.children.map { $0 + root - 1 }
      part.number += root - 1
      part.depth += depth
      return part
    }
    nodes.replaceSubrange(replacing ? number..<number + 1 : root..<root, with: new)
    if !replacing { nodes[number].children = [root] }
    return root
  }

  /// Takes a leaf out and numbers all anew.
  mutating func remove(leaf number: Int) {
    for index in nodes.indices { nodes[index].children.removeAll { $0 == number } }
    nodes.remove(at: number)
    renumber { $0 > number ? $0 - 1 : $0 }
  }

  /// Takes out what lies in a part and numbers all anew.
  mutating func remove(inside number: Int, upTo end: Int) {
    let removed = end - number - 1
    nodes.removeSubrange((number + 1)..<end)
    nodes[number].children = []
    renumber { $0 >= end ? $0 - removed : $0 }
  }

  private mutating func renumber(_ change: (Int) -> Int) {
    for index in nodes.indices {
      nodes[index].number = change(nodes[index].number)
      nodes[index].parent = nodes[index].parent.map(change)
      nodes[index].children = nodes[index].children.map(change)
    }
    for index in seals.indices {
      seals[index].container = change(seals[index].container)
      seals[index].covered = seals[index].covered.map(change)
    }
  }
}
