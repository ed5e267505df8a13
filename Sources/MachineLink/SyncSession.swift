package import TriageCore

/// One side of a sync: the near one is where a person has asked for it, the far one answers.
///
/// The near side sends first and the far side has read all of it before it sends: so two full pipes never
/// wait for each other. What says that a side is alive goes between, and fills no pipe.
package final class SyncSession {
  /// Carries mail between the machines: the near side's program.
  package typealias Carrier = () throws(TriageFailure) -> Void

  /// How often steps may go both ways while other programs go on changing mail.
  package static let mostRounds = 5

  let store: any SyncStore
  let surroundings: SyncSurroundings
  let isNear: Bool
  private let sender: FrameSender
  private var receiver: FrameReceiver
  /// What the other machine is called: as it was typed, then as it says.
  private(set) var peer: String
  /// Whether steps of this sync may count here already.
  var hasWritten = false
  /// Beats from the opening to the end.
  private var heartbeat: Heartbeat?
  /// Whether the other side has failed, or cannot be told of our failure.
  private var isCut = false
  /// The id of the program that carries mail.
  private lazy var carrier = surroundings.carrier()

  /// Makes the near side.
  ///
  /// - Parameters:
  ///   - stream: The bytes from the other machine and to it.
  ///   - store: The history, index and files of this one.
  ///   - host: The other machine, as the person calls it.
  ///   - surroundings: What it needs of its process.
  package convenience init(
    near stream: any ByteStream,
    _ store: any SyncStore,
    with host: String,
    _ surroundings: SyncSurroundings
  ) {
    self.init(stream, store, host, surroundings, isNear: true)
  }

  /// Makes the far side.
  package convenience init(
    far stream: any ByteStream,
    _ store: any SyncStore,
    _ surroundings: SyncSurroundings
  ) {
    self.init(stream, store, "", surroundings, isNear: false)
  }

  private init(
    _ stream: any ByteStream,
    _ store: any SyncStore,
    _ peer: String,
    _ surroundings: SyncSurroundings,
    isNear: Bool
  ) {
    self.store = store
    self.peer = peer
    self.surroundings = surroundings
    self.isNear = isNear
    sender = FrameSender(
      stream,
      patience: surroundings.patience,
      reached: surroundings.reached
    )
    receiver = FrameReceiver(stream, patience: surroundings.patience)
  }

  // MARK: The two sides

  /// Syncs.
  ///
  /// - Parameter carry: Carries mail between the machines; `nil` if that is not wanted.
  /// - Returns: What came of it.
  /// - Throws: Why it has not come to its end.
  package func run(carrying carry: Carrier?) throws(TriageFailure) -> SyncReport {
    try telling { () throws(TriageFailure) in
      let hello = try greet(isDryRun: false)
      return try sync(with: hello.greeting, carry)
    }
  }

  /// Counts what a sync would do, and writes nothing on either side.
  package func count() throws(TriageFailure) -> SyncReport {
    try telling { () throws(TriageFailure) in
      let hello = try greet(isDryRun: true)
      return try count(with: hello.greeting)
    }
  }

  /// Answers whoever has asked for a sync.
  ///
  /// `admit` is told who that is, and refuses: this very machine, or anybody while there is another sync.
  package func serve(
    _ admit: (MachineGreeting) throws(TriageFailure) -> Void
  ) throws(TriageFailure) -> SyncReport {
    try telling { () throws(TriageFailure) in
      let hello = try greet(admit)
      return try hello.isDryRun ? count(with: hello.greeting) : sync(with: hello.greeting, nil)
    }
  }

  /// Tells the other side why this one gives up.
  private func telling(
    _ body: () throws(TriageFailure) -> SyncReport
  ) throws(TriageFailure) -> SyncReport {
    defer { heartbeat = nil }
    do throws(TriageFailure) {
      return try body()
    } catch {
      if !isCut { try? sender.send(.failed, Failed.contents(error)) }
      throw error
    }
  }

  // MARK: Frames

  func send(_ kind: FrameKind, _ contents: [UInt8] = []) throws(TriageFailure) {
    do throws(WireError) {
      try sender.send(kind, contents)
    } catch {
      throw lost(error)
    }
  }

  /// Receives a frame, which can only be this one.
  func receive(_ kind: FrameKind) throws(TriageFailure) -> [UInt8] {
    try receive([kind]).contents
  }

  func receive(_ kinds: Set<FrameKind>) throws(TriageFailure) -> FrameReceiver.Frame {
    let frame = try wire { () throws(WireError) in try receiver.next() }
    if frame.kind == .failed {
      throw failure(try wire { () throws(WireError) in try Failed.failure(frame.contents) })
    }
    guard kinds.contains(frame.kind) else {
      throw failed(.bad("\(frame.kind): order"))
    }
    return frame
  }

  /// Both sides say the same kind of thing: the near one first.
  func exchange(_ kind: FrameKind, _ ours: [UInt8] = []) throws(TriageFailure) -> [UInt8] {
    if isNear { try send(kind, ours) }
    let theirs = try receive(kind)
    if !isNear { try send(kind, ours) }
    return theirs
  }

  /// Reads what came, and says of what is wrong in it whose it is.
  func wire<Value>(_ body: () throws(WireError) -> Value) throws(TriageFailure) -> Value {
    do throws(WireError) { return try body() } catch { throw failed(error) }
  }

  // MARK: Failures

  private func failed(_ error: WireError) -> TriageFailure {
    switch error {
    case .silent, .ended:
      isCut = true
      return TriageFailure(hasWritten ? .peerFailed : .noPeer, peer)
    case .notMulligan(let line):
      isCut = true
      return TriageFailure(.noPeer, peer, "line", String(decoding: line, as: UTF8.self))
    case .bad(let what): return TriageFailure(.badFrame, peer, what)
    case .skewed: return TriageFailure(.clockSkew, peer)
    }
  }

  /// What could not be sent: the other side may have said why it reads no further.
  private func lost(_ error: WireError) -> TriageFailure {
    guard error == .ended else { return failed(error) }
    while let frame = try? receiver.next() {
      guard frame.kind == .failed, let theirs = try? Failed.failure(frame.contents) else {
        continue
      }
      return failure(theirs)
    }
    return failed(error)
  }

  /// What the failure of the other side means here.
  private func failure(_ theirs: TriageFailure) -> TriageFailure {
    isCut = true
    var failure: TriageFailure
    switch theirs.code {
    case .sameMachine, .sameMuchsync, .clockSkew, .notSettled:
      return TriageFailure(theirs.code, peer)
    case .peerNewer, .peerOlder:
      failure = TriageFailure(theirs.code == .peerNewer ? .peerOlder : .peerNewer, peer)
      failure.arguments += theirs.arguments.dropFirst().reversed()
      return failure
    case .locked, .indexBusy: failure = TriageFailure(.peerLocked, peer)
    default:
      failure =
        hasWritten ? TriageFailure(.peerFailed, peer) : TriageFailure(.noPeer, peer, "failed")
    }
    failure.arguments += [theirs.code.rawValue] + theirs.arguments
    return failure
  }
}

// MARK: - The beginning

extension SyncSession {
  /// The near side's greeting.
  private func greet(isDryRun: Bool) throws(TriageFailure) -> Hello {
    // The other machine starts meanwhile.
    try sendOpening()
    let ours = try hello(isDryRun: isDryRun)
    try check(try opening())
    try send(.hello, ours.contents)
    let theirs = try wire(hello: try receive(.hello))
    try check(theirs, ours)
    if isCopy(theirs, ours) {
      try store.takeNewID()
      try send(.hello, try hello(isDryRun: false).contents)
    }
    return theirs
  }

  /// The far side's.
  private func greet(
    _ admit: (MachineGreeting) throws(TriageFailure) -> Void
  ) throws(TriageFailure) -> Hello {
    let opening = try self.opening()
    // Whoever speaks otherwise hears how we speak before we hang up.
    try sendOpening()
    try check(opening)
    let theirs = try wire(hello: try receive(.hello))
    peer = theirs.greeting.machine.name
    try admit(theirs.greeting)
    let ours = try hello(isDryRun: theirs.isDryRun)
    try send(.hello, ours.contents)
    try check(theirs, ours)
    return isCopy(theirs, ours) ? try wire(hello: try receive(.hello)) : theirs
  }

  /// Whether the histories are copies of one: the near one takes another id then, and says so.
  private func isCopy(_ theirs: Hello, _ ours: Hello) -> Bool {
    let isSame = theirs.greeting.machine.id == ours.greeting.machine.id
    return isSame && !theirs.isDryRun && !ours.isDryRun
  }

  /// Says that this is Mulligan, and from then on that it is alive.
  private func sendOpening() throws(TriageFailure) {
    try wire { () throws(WireError) in try sender.send(surroundings.opening) }
    heartbeat = Heartbeat(
      sender,
      every: surroundings.pulse,
      start: surroundings.startThread
    )
  }

  private func opening() throws(TriageFailure) -> Opening {
    try wire { () throws(WireError) in
      try receiver.opening(within: surroundings.patienceToReach)
    }
  }

  private func hello(isDryRun: Bool) throws(TriageFailure) -> Hello {
    var greeting = try store.greeting()
    greeting.nonce = surroundings.nonce
    return Hello(greeting, carrier: carrier, isDryRun: isDryRun)
  }

  private func wire(hello contents: [UInt8]) throws(TriageFailure) -> Hello {
    let wall = surroundings.wall()
    return try wire { () throws(WireError) in try Hello(contents, at: wall) }
  }

  private func check(_ theirs: Opening) throws(TriageFailure) {
    let ours = surroundings.opening
    guard theirs.number == ours.number, theirs.schema == ours.schema else {
      // It sees the same, and what it would understand of a frame of ours is not known.
      isCut = true
      let code: FailureCode = ours.isOlder(than: theirs) ? .peerNewer : .peerOlder
      throw TriageFailure(code, peer, theirs.text, ours.text)
    }
  }

  private func check(_ theirs: Hello, _ ours: Hello) throws(TriageFailure) {
    guard theirs.greeting.nonce != ours.greeting.nonce else {
      throw TriageFailure(.sameMachine, peer)
    }
    guard theirs.carrier.isEmpty || theirs.carrier != ours.carrier else {
      throw TriageFailure(.sameMuchsync, peer)
    }
  }
}
