import TriageCore

/// What a group's name is on the wire: its length, its kind as a byte, and its parts.
///
/// A kind that is not known here is an unknown name; whoever adds one raises the number of the protocol.
private enum NameKind: UInt8 {
  case action, pair, several, all, custom, revert, reverts, reapply, reapplies, restore
  case restoreAfter, lost, unknown
}

extension WireWriter {
  mutating func add(_ name: ActionName) {
    var part = WireWriter()
    part.add(partsOf: name)
    add(part.bytes.count)
    add(raw: part.bytes)
  }

  private mutating func add(_ kind: NameKind) { add(byte: kind.rawValue) }

  private mutating func add(partsOf name: ActionName) {
    switch name {
    case .action(let action): add(.action, action)
    case .pair(let first, let second):
      add(.pair, first)
      add(second)
    case .several(let first, let others):
      add(.several, first)
      add(Int64(others))
    case .all(let action, let kind, let source):
      add(.all, action)
      add(kind.rawValue)
      add(source)
    case .custom(let text): add(.custom, text)
    case .unknown(let text): add(.unknown, text)
    case .reverts(let count): add(.reverts, Int64(count))
    case .reapplies(let count): add(.reapplies, Int64(count))
    case .lost(let count): add(.lost, Int64(count))
    case .revert(let name): add(.revert, of: name)
    case .reapply(let name): add(.reapply, of: name)
    case .restore(let time, nil): add(.restore, time)
    case .restore(let time, let name?):
      add(.restoreAfter, time)
      add(name)
    }
  }

  private mutating func add(_ kind: NameKind, _ text: String) {
    add(kind)
    add(text)
  }

  private mutating func add(_ kind: NameKind, _ number: Int64) {
    add(kind)
    add(number)
  }

  private mutating func add(_ kind: NameKind, _ action: NamedAction) {
    add(kind)
    add(action)
  }

  private mutating func add(_ kind: NameKind, of name: ActionName) {
    add(kind)
    add(name)
  }

  private mutating func add(_ action: NamedAction) {
    add(action.id)
    add(list: action.argument.map { [$0] } ?? []) { $0.add($1) }
    add(list: action.titles.sorted { $0.key < $1.key }) { writer, title in
      writer.add(title.key)
      writer.add(title.value)
    }
  }
}

extension WireReader {
  /// The most names that lie one inside the other; what is deeper is unknown.
  private static let deepest = 32

  mutating func actionName() throws(WireError) -> ActionName {
    try actionName(depth: 0)
  }

  private mutating func actionName(depth: Int) throws(WireError) -> ActionName {
    var part = WireReader(try raw(try count()))
    guard depth < Self.deepest,
      let name = try? part.known(depth), part.isAtEnd
    else { return .unknown("") }
    return name
  }

  private mutating func known(_ depth: Int) throws(WireError) -> ActionName {
    guard let kind = NameKind(rawValue: try byte()) else { throw .bad("name") }
    switch kind {
    case .action: return .action(try action())
    case .pair: return .pair(try action(), try action())
    case .several: return .several(try action(), others: try integer())
    case .all:
      let action = try action()
      guard let source = MailSourceKind(rawValue: try text()) else { throw .bad("name") }
      return .all(action, source, try text())
    case .custom: return .custom(try text())
    case .unknown: return .unknown(try text())
    case .reverts: return .reverts(try integer())
    case .reapplies: return .reapplies(try integer())
    case .lost: return .lost(try integer())
    case .revert: return .revert(of: try actionName(depth: depth + 1))
    case .reapply: return .reapply(of: try actionName(depth: depth + 1))
    case .restore: return .restore(to: try number())
    case .restoreAfter:
      return .restore(to: try number(), after: try actionName(depth: depth + 1))
    }
  }

  private mutating func integer() throws(WireError) -> Int { Int(try number()) }

  private mutating func action() throws(WireError) -> NamedAction {
    let id = try text()
    let arguments = try list { reader throws(WireError) in try reader.text() }
    let titles = try list { reader throws(WireError) in (try reader.text(), try reader.text()) }
    guard arguments.count <= 1 else { throw .bad("name") }
    return NamedAction(
      id: id,
      argument: arguments.first,
      titles: Dictionary(titles) { first, _ in first }
    )
  }
}
