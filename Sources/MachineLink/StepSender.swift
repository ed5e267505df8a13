import TriageCore

/// Makes frames of steps: each has the names that it tells of, and a step may go on in the next one.
struct StepSender {
  /// A frame is sent when it has so many bytes; one that is longer holds a long name.
  private static let enough = 1 << 20
  /// The most names that one thing of a step may bring: a file's message and two folders.
  private static let mostNames = 3

  private var names = NameTable()
  private var body = WireWriter()
  /// The steps that were sent.
  private(set) var sent = SetDigest()

  private var isFull: Bool { names.room < Self.mostNames || body.bytes.count >= Self.enough }

  /// Adds a step; `send` is given each frame's contents as soon as it is full.
  ///
  /// Claims of tags that nobody may add stay here: nobody's Mulligan has made them, or brings them back.
  mutating func add<Failure>(
    _ step: SharedStep,
    _ send: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var claims = step.claims.filter(\.pair.tag.isValidToAdd)[...]
    var moves = step.moves[...]
    var isHead = true
    repeat {
      if isFull { try flush(send) }
      body.add(step.uid)
      body.add(byte: isHead ? 1 : 0)
      if isHead { body.add(headOf: step, &names) }
      isHead = false
      add(&claims)
      add(&moves)
      body.add(byte: claims.isEmpty && moves.isEmpty ? 1 : 0)
    } while !claims.isEmpty || !moves.isEmpty
    sent.insert(step.uid)
  }

  /// Sends what is left.
  mutating func flush<Failure>(_ send: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    guard !body.bytes.isEmpty else { return }
    var frame = WireWriter()
    names.write(to: &frame)
    frame.add(raw: body.bytes)
    (names, body) = (NameTable(), WireWriter())
    try send(frame.bytes)
  }

  private mutating func add(_ claims: inout ArraySlice<Claim>) {
    var (part, count) = (WireWriter(), 0)
    while let claim = claims.first, hasRoom(beside: part) {
      part.add(claim, &names)
      claims.removeFirst()
      count += 1
    }
    body.add(count)
    body.add(raw: part.bytes)
  }

  private mutating func add(_ moves: inout ArraySlice<SharedMove>) {
    var (part, count) = (WireWriter(), 0)
    while let move = moves.first, hasRoom(beside: part) {
      part.add(move, &names)
      moves.removeFirst()
      count += 1
    }
    body.add(count)
    body.add(raw: part.bytes)
  }

  private func hasRoom(beside part: WireWriter) -> Bool {
    names.room >= Self.mostNames && body.bytes.count + part.bytes.count < Self.enough
  }
}

/// What the bits of a step's byte of flags say.
struct StepFlags: OptionSet {
  let rawValue: UInt8

  static let background = StepFlags(rawValue: 1)
  static let planned = StepFlags(rawValue: 2)
  static let of = StepFlags(rawValue: 4)
  static let name = StepFlags(rawValue: 8)
  static let echo = StepFlags(rawValue: 16)
  static let touched = StepFlags(rawValue: 32)
  static let departed = StepFlags(rawValue: 64)
  static let all = StepFlags(rawValue: 127)
}

extension SharedStep {
  fileprivate var flags: StepFlags {
    var flags: StepFlags = []
    if background { flags.insert(.background) }
    if planned { flags.insert(.planned) }
    if of != nil { flags.insert(.of) }
    if name != nil { flags.insert(.name) }
    if echo != nil { flags.insert(.echo) }
    if touched != nil { flags.insert(.touched) }
    if departed { flags.insert(.departed) }
    return flags
  }
}

extension WireWriter {
  fileprivate mutating func add(headOf step: SharedStep, _ names: inout NameTable) {
    add(byte: step.flags.rawValue)
    add(step.kind.rawValue)
    add(step.origin.rawValue)
    add(step.clock)
    add(step.made)
    add(step.at)
    add(names.index(of: step.machine))
    if let of = step.of { add(of) }
    if let name = step.name { add(name) }
    if let echo = step.echo {
      add(list: echo.sorted { $0.key < $1.key }) { writer, known in
        writer.add(known.key)
        writer.add(known.value)
      }
    }
    if let touched = step.touched { add(touched) }
    add(list: step.actions) { $0.add($1) }
    add(list: step.turns) { $0.add($1) }
  }

  private mutating func add(_ turn: SharedTurn) {
    add(turn.action)
    add(byte: turn.lifted == nil ? 0 : 1)
    if let lifted = turn.lifted { add(list: lifted) { $0.add($1) } }
  }

  fileprivate mutating func add(_ move: SharedMove, _ names: inout NameTable) {
    add(names.index(of: move.message))
    add(raw: move.content)
    add(names.index(of: move.found))
    add(names.index(of: move.wanted))
  }
}
