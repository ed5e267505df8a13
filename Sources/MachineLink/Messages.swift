import TriageCore

/// What a machine says of itself when a sync begins.
struct Hello: Hashable {
  var greeting: MachineGreeting
  /// The id of the program that carries its mail; empty if it has none.
  var carrier: String
  /// Whether nothing is to be written.
  var isDryRun: Bool

  /// How far two times of day may lie apart, in milliseconds.
  static let day: Int64 = 86_400_000
  /// The most bytes of a carrier's id.
  static let longestCarrier = 200

  /// The highest clock that is believed at a time of day.
  static func latest(at wall: Int64) -> Int64 {
    let (sum, isOver) = wall.addingReportingOverflow(day)
    return isOver ? StepPosition.clocks.upperBound : min(sum, StepPosition.clocks.upperBound)
  }

  var contents: [UInt8] {
    var writer = WireWriter()
    writer.add(greeting.machine)
    writer.add(greeting.nonce)
    for number in [greeting.wall, greeting.clock, greeting.horizon] { writer.add(number) }
    writer.add(carrier)
    writer.add(byte: isDryRun ? 1 : 0)
    writer.add(list: greeting.peers.prefix(NameTable.most)) { $0.add($1) }
    return writer.bytes
  }

  init(_ greeting: MachineGreeting, carrier: String, isDryRun: Bool) {
    self.greeting = greeting
    self.carrier = carrier
    self.isDryRun = isDryRun
  }

  /// Reads what a machine says at our time of day, and refuses clocks that would shut histories out for
  /// ever.
  init(_ contents: [UInt8], at wall: Int64) throws(WireError) {
    var reader = WireReader(contents)
    let machine = try reader.machine()
    let nonce = try reader.uid()
    let theirs = try reader.number()
    let (distance, isOver) = theirs.subtractingReportingOverflow(wall)
    guard theirs >= 0, !isOver, distance.magnitude < Self.day.magnitude else {
      throw .skewed(theirs)
    }
    greeting = MachineGreeting(
      machine,
      nonce: nonce,
      wall: theirs,
      clock: try reader.clock(latest: Self.latest(at: theirs)),
      horizon: try reader.number()
    )
    guard (0...greeting.clock).contains(greeting.horizon) else { throw .bad("hello: horizon") }
    carrier = try reader.text()
    guard carrier.utf8.count <= Self.longestCarrier else { throw .bad("hello: carrier") }
    isDryRun = try reader.flag()
    greeting.peers = try reader.list(atMost: NameTable.most) { reader throws(WireError) in
      try reader.machine()
    }
    try reader.finish()
  }
}

/// All ids of a machine's steps.
enum Want {
  static func contents(_ uids: Set<UniqueID>) -> [UInt8] { uids.flatMap(\.bytes) }

  static func uids(_ contents: [UInt8]) throws(WireError) -> Set<UniqueID> {
    guard contents.count.isMultiple(of: UniqueID.byteCount) else { throw .bad("want: half") }
    var reader = WireReader(contents)
    var uids: Set<UniqueID> = []
    while !reader.isAtEnd { uids.insert(try reader.uid()) }
    guard uids.count * UniqueID.byteCount == contents.count else { throw .bad("want: twice") }
    return uids
  }
}

/// Which steps a machine has, or has sent.
enum Digests {
  /// Writes a digest, and behind it a clock where one is told.
  static func contents(_ digest: SetDigest, clock: Int64? = nil) -> [UInt8] {
    var writer = WireWriter()
    writer.add(digest)
    if let clock { writer.add(clock) }
    return writer.bytes
  }

  /// Reads the clock behind a digest; an older release tells none.
  static func clock(_ contents: [UInt8], latest: Int64) throws(WireError) -> Int64? {
    var reader = WireReader(contents)
    _ = try reader.digest()
    guard !reader.isAtEnd else { return nil }
    let clock = try reader.clock(latest: latest)
    try reader.finish()
    return clock
  }

  static func digest(_ contents: [UInt8]) throws(WireError) -> SetDigest {
    var reader = WireReader(contents)
    let digest = try reader.digest()
    try reader.finish()
    return digest
  }
}

extension MergeSummary {
  /// The most messages that are named to the other machine: its person reads few of them.
  private static let mostSkipped = 100_000

  var contents: [UInt8] {
    var writer = WireWriter()
    writer.add(groups)
    writer.add(changed)
    writer.add(byte: foundMore ? 1 : 0)
    writer.add(pruned)
    writer.add(list: skipped.prefix(Self.mostSkipped)) { writer, outcome in
      writer.add(outcome.message.text)
      writer.add(byte: UInt8(outcome.outcome.rawValue))
      writer.add(byte: outcome.changed ? 1 : 0)
    }
    return writer.bytes
  }

  init(_ contents: [UInt8]) throws(WireError) {
    var reader = WireReader(contents)
    self.init(
      groups: try reader.count(),
      changed: try reader.count()
    )
    foundMore = try reader.flag()
    pruned = try reader.count()
    skipped = try reader.list { reader throws(WireError) in
      let message = try reader.message()
      guard let outcome = Outcome(rawValue: Int(try reader.byte())) else { throw .bad("outcome") }
      return MessageOutcome(message: message, outcome: outcome, changed: try reader.flag())
    }
    try reader.finish()
  }

  /// Adds what came of a further write.
  mutating func add(_ more: MergeSummary) {
    groups += more.groups
    changed += more.changed
    skipped += more.skipped
    pruned += more.pruned
    foundMore = foundMore || more.foundMore
  }
}

/// Why a side gives up: a code and what explains it.
enum Failed {
  /// The most bytes of each word, and the most words.
  private static let (longest, most) = (1_000, 20)

  static func contents(_ failure: TriageFailure) -> [UInt8] {
    var writer = WireWriter()
    writer.add(failure.code.rawValue)
    writer.add(list: failure.arguments.prefix(most)) { writer, text in
      writer.add(String(text.prefix(longest / 4)))
    }
    return writer.bytes
  }

  /// Reads it; a code of another release is an internal error.
  static func failure(_ contents: [UInt8]) throws(WireError) -> TriageFailure {
    var reader = WireReader(contents)
    var failure = TriageFailure(FailureCode(rawValue: try reader.text()) ?? .internalError)
    failure.arguments = try reader.list(atMost: most) { reader throws(WireError) in
      try reader.text()
    }
    try reader.finish()
    return failure
  }
}

/// What is there of pairs that nobody has claimed, a frame at a time.
enum Differences {
  /// The most claims of a frame: their names are no more than it may have.
  private static let most = NameTable.most / 2

  static func frames(_ claims: [Claim]) -> [[UInt8]] {
    stride(from: 0, to: claims.count, by: most).map { first in
      var (names, body) = (NameTable(), WireWriter())
      body.add(list: claims[first..<min(first + most, claims.count)]) { $0.add($1, &names) }
      var frame = WireWriter()
      names.write(to: &frame)
      frame.add(raw: body.bytes)
      return frame.bytes
    }
  }

  static func claims(_ contents: [UInt8]) throws(WireError) -> [Claim] {
    var reader = WireReader(contents)
    let names = try NameTable(from: &reader)
    let claims = try reader.list { reader throws(WireError) in try reader.claim(names) }
    try reader.finish()
    return claims
  }
}

/// Which of the pairs that were told are the same here: a bit each, the first one highest.
enum Agreement {
  static func contents(_ pairs: Set<Pair>, of claims: [Claim]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (claims.count + 7) / 8)
    for (index, claim) in claims.enumerated() where pairs.contains(claim.pair) {
      bytes[index / 8] |= 0x80 >> UInt8(index % 8)
    }
    return bytes
  }

  static func pairs(_ contents: [UInt8], of claims: [Claim]) throws(WireError) -> [Pair] {
    guard contents.count == (claims.count + 7) / 8 else { throw .bad("agreeing: count") }
    return claims.enumerated().compactMap { index, claim in
      contents[index / 8] & (0x80 >> UInt8(index % 8)) != 0 ? claim.pair : nil
    }
  }
}
