import TriageCore

/// The names that a frame's claims tell of by their index.
struct NameTable {
  /// The most names of a frame.
  static let most = 10_000
  /// The most bytes of a machine's name.
  static let longestMachine = 1_000

  private(set) var messages = Names<MessageID>()
  private(set) var tags = Names<MailTag>()
  private(set) var folders = Names<MailFolder>()
  private(set) var machines = Names<MachineName>()

  /// How many more names there is room for.
  var room: Int {
    Self.most - messages.list.count - tags.list.count - folders.list.count - machines.list.count
  }

  /// Names, each once, in the order in which they came.
  struct Names<Name: Hashable> {
    private(set) var list: [Name] = []
    private var indices: [Name: Int] = [:]

    init() {}

    mutating func index(of name: Name) -> Int {
      if let index = indices[name] { return index }
      indices[name] = list.count
      list.append(name)
      return list.count - 1
    }

    func name(at index: Int) throws(WireError) -> Name {
      guard list.indices.contains(index) else { throw .bad("name \(index)") }
      return list[index]
    }

    fileprivate init(_ list: [Name]) {
      self.list = list
    }
  }

  init() {}

  mutating func index(of message: MessageID) -> Int { messages.index(of: message) }
  mutating func index(of tag: MailTag) -> Int { tags.index(of: tag) }
  mutating func index(of folder: MailFolder) -> Int { folders.index(of: folder) }
  mutating func index(of machine: MachineName) -> Int { machines.index(of: machine) }

  // MARK: On the wire

  func write(to writer: inout WireWriter) {
    writer.add(list: messages.list) { $0.add($1.text) }
    writer.add(list: tags.list) { $0.add($1.text) }
    writer.add(list: folders.list) { $0.add($1.text) }
    writer.add(list: machines.list) { $0.add($1) }
  }

  /// Reads names: none of them may do harm, whatever is claimed of it.
  init(from reader: inout WireReader) throws(WireError) {
    messages = Names(
      try reader.list(atMost: Self.most, of: "names") { reader throws(WireError) in
        try reader.message()
      }
    )
    tags = Names(
      try reader.list(atMost: Self.most, of: "names") { reader throws(WireError) in
        let tag = MailTag(try reader.text())
        guard tag.isValidToAdd else { throw .bad("tag") }
        return tag
      }
    )
    folders = Names(
      try reader.list(atMost: Self.most, of: "names") { reader throws(WireError) in
        let folder = MailFolder(try reader.text())
        guard folder.staysInside else { throw .bad("folder") }
        return folder
      }
    )
    machines = Names(
      try reader.list(atMost: Self.most, of: "names") { reader throws(WireError) in
        try reader.machine()
      }
    )
    guard room >= 0 else { throw .bad("names") }
  }
}

extension MailFolder {
  /// Whether it is below the mail root as it is written, none of notmuch's own, and not too long for
  /// the index.
  var staysInside: Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return text.isEmpty
      || !isTooLong
        && parts.allSatisfy { !["", ".", "..", ".notmuch"].contains($0) && !$0.hasControl }
  }
}

extension Substring {
  /// A zero byte would end a name early.
  fileprivate var hasControl: Bool { utf8.contains(0) }
}

extension WireWriter {
  mutating func add(_ machine: MachineName) {
    add(machine.id)
    add(machine.name)
  }

  /// Adds the text of a claim: indices of the message and the tag, and both values.
  mutating func add(_ claim: Claim, _ names: inout NameTable) {
    add(names.index(of: claim.pair.message))
    let values = (claim.found ? 2 : 0) + (claim.wanted ? 1 : 0)
    add(names.index(of: claim.pair.tag) << 2 | values)
  }
}

extension WireReader {
  mutating func machine() throws(WireError) -> MachineName {
    let id = try uid()
    let name = try text()
    guard name.utf8.count <= NameTable.longestMachine else { throw .bad("machine") }
    return MachineName(id, name)
  }

  mutating func message() throws(WireError) -> MessageID {
    let message = MessageID(try text())
    guard !message.text.isEmpty, !message.text.utf8.contains(0) else { throw .bad("message") }
    return message
  }

  mutating func claim(_ names: NameTable) throws(WireError) -> Claim {
    let message = try names.messages.name(at: try count())
    let rest = try count()
    let tag = try names.tags.name(at: rest >> 2)
    return Claim(Pair(message, tag), found: rest & 2 != 0, wanted: rest & 1 != 0)
  }
}
