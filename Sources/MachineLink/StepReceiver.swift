import TriageCore

/// Makes steps of frames again, and refuses what none of ours would have sent.
struct StepReceiver {
  /// The most claims of one exchange.
  static let mostClaims = 10_000_000

  /// The highest clock that is believed.
  private let latest: Int64
  /// The most claims that may come.
  private let most: Int
  /// The steps that have come whole.
  private(set) var received = SetDigest()
  private var seen: Set<UniqueID> = []
  private var claims = 0
  /// The step that goes on in the next frame.
  private var unfinished: SharedStep?

  /// Makes one that believes clocks up to a day after some time of day, in milliseconds.
  init(at wall: Int64, mostClaims most: Int = mostClaims) {
    self.most = most
    latest = Hello.latest(at: wall)
  }

  /// Returns the steps that are whole with this frame.
  mutating func steps(of contents: [UInt8]) throws(WireError) -> [SharedStep] {
    var reader = WireReader(contents)
    let names = try NameTable(from: &reader)
    var steps: [SharedStep] = []
    while !reader.isAtEnd {
      var step = try head(&reader, names)
      step.claims += try reader.list(atMost: room(step), of: "claims") { reader throws(WireError) in
        try reader.claim(names)
      }
      step.moves += try reader.list(atMost: room(step), of: "claims") { reader throws(WireError) in
        try reader.move(names)
      }
      if try reader.flag() {
        claims += step.claims.count + step.moves.count
        received.insert(step.uid)
        steps.append(step)
      } else {
        unfinished = step
      }
    }
    return steps
  }

  /// How many more claims may come.
  private func room(_ step: SharedStep) -> Int {
    most - claims - step.claims.count - step.moves.count
  }

  /// Notes that no more will come, and that the other side says which steps these were.
  func finish(_ answer: SetDigest) throws(WireError) {
    guard unfinished == nil else { throw .bad("step: half") }
    guard answer == received else { throw .bad("end: digest") }
  }

  /// Begins a step, or goes on with the one that the last frame has not ended.
  private mutating func head(
    _ reader: inout WireReader,
    _ names: NameTable
  ) throws(WireError) -> SharedStep {
    let uid = try reader.uid()
    if try reader.flag() {
      guard unfinished == nil else { throw .bad("step: half") }
      guard seen.insert(uid).inserted else { throw .bad("step: twice") }
      return try reader.head(uid, names, latest: latest)
    }
    guard let step = unfinished, step.uid == uid else { throw .bad("step: order") }
    unfinished = nil
    return step
  }
}

extension WireReader {
  /// Reads a clock: one that is out of reach would let no later step be ordered rightly.
  mutating func clock(latest: Int64) throws(WireError) -> Int64 {
    let clock = try number()
    guard StepPosition.clocks.contains(clock), clock <= latest else { throw .skewed(clock) }
    return clock
  }

  fileprivate mutating func head(
    _ uid: UniqueID,
    _ names: NameTable,
    latest: Int64
  ) throws(WireError) -> SharedStep {
    let flags = StepFlags(rawValue: try byte())
    guard flags.isSubset(of: .all) else { throw .bad("step: flags") }
    // What a merge was is each machine's own.
    guard let kind = StepKind(rawValue: try text()), kind.rawValue != "merge",
      let origin = StepOrigin(rawValue: try text())
    else { throw .bad("step: kind") }
    let clock = try self.clock(latest: latest)
    let made = try self.clock(latest: latest)
    guard made >= clock else { throw .bad("step: made") }
    let at = try number()
    let machine = try names.machines.name(at: try count())
    var step = SharedStep(
      uid: uid,
      clock: clock,
      machine: machine,
      kind: kind,
      at: at,
      origin: origin
    )
    step.made = made
    step.background = flags.contains(.background)
    step.planned = flags.contains(.planned)
    step.departed = flags.contains(.departed)
    if flags.contains(.of) { step.of = try self.uid() }
    if flags.contains(.name) { step.name = try actionName() }
    if flags.contains(.echo) { step.echo = try knowledge(atMost: made) }
    if flags.contains(.touched) { step.touched = try self.clock(latest: latest) }
    step.actions = try list { reader throws(WireError) in try reader.text() }
    step.turns = try list { reader throws(WireError) in try reader.turn() }
    return step
  }

  /// Reads what a machine knew: nothing of what was yet to come.
  private mutating func knowledge(
    atMost made: Int64
  ) throws(WireError) -> SharedStep.Knowledge {
    let known = try list { reader throws(WireError) in
      (machine: try reader.uid(), clock: try reader.number())
    }
    guard known.allSatisfy({ (0...made).contains($0.clock) }) else { throw .bad("step: seen") }
    return SharedStep.Knowledge(known.map { ($0.machine, $0.clock) }) { max($0, $1) }
  }

  private mutating func turn() throws(WireError) -> SharedTurn {
    let action = try uid()
    guard try flag() else { return SharedTurn(action) }
    return SharedTurn(
      action,
      lifting: try list { reader throws(WireError) in try reader.uid() }
    )
  }

  fileprivate mutating func move(_ names: NameTable) throws(WireError) -> SharedMove {
    SharedMove(
      try names.messages.name(at: try count()),
      content: Array(try raw(SHA256.byteCount)),
      found: try names.folders.name(at: try count()),
      wanted: try names.folders.name(at: try count())
    )
  }
}
