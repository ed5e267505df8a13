import Screen

/// Turns a terminal's bytes into events.
///
/// It is a pure value: bytes and times go in, events come out. What a terminal answers, and any
/// sequence it does not know, is swallowed and never mistaken for keys.
struct KeyDecoder: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// How long to wait for the rest of something that has begun.
  enum Patience {
    /// A lone escape, which is a key, or a part of a character.
    case short
    /// A sequence certainly begun: its end must not become keys.
    case long
    /// The end of a paste, after which there may be another end.
    case paste

    var duration: Duration {
      switch self {
      case .short: .milliseconds(50)
      case .long: .seconds(1)
      case .paste: .milliseconds(30)
      }
    }
  }

  /// What the bytes at hand mean.
  enum Step {
    /// Some bytes are done with, and meant this or nothing.
    case done(TerminalEvent?, count: Int)
    /// More must come.
    case incomplete(Patience)
    /// A paste begins after so many bytes.
    case paste(count: Int)
    /// A string of unknown length begins after so many bytes.
    case string(count: Int)
  }

  private enum Mode {
    case keys
    case paste(PasteCollector)
    case string(StringCollector)
  }

  let keys: [[UInt8]: KeyChord]
  let erasesWithControlH: Bool
  private var mode = Mode.keys
  private var bytes: [UInt8] = []
  private var start = 0
  private var lastByte: Instant?
  private var patience: Patience?
  /// When a lone escape was given out as a key because nothing followed in time.
  private var escapeGivenOut: Instant?

  init(keys: [[UInt8]: KeyChord] = [:], erasesWithControlH: Bool = false) {
    self.keys = keys
    self.erasesWithControlH = erasesWithControlH
  }

  /// When `expire` should be called, if nothing comes before; `nil` if nothing is begun.
  var deadline: Instant? {
    guard let lastByte, let patience else { return nil }
    return lastByte + patience.duration
  }

  /// Decodes bytes that were read and returns the events they complete.
  ///
  /// They are assumed to follow what was begun, however late they are read: a program that was busy
  /// must not see an arrow fall apart. Call `expire` when there is nothing to read.
  mutating func feed(_ new: some Collection<UInt8>, at now: Instant) -> [TerminalEvent] {
    guard !new.isEmpty else { return [] }
    lastByte = now
    if isTailOfEscape(new, at: now) { bytes.append(0x1B) }
    escapeGivenOut = nil
    bytes += new
    return decode()
  }

  /// Gives up waiting for what was begun, if it is time, and returns what that means.
  mutating func expire(at now: Instant) -> [TerminalEvent] {
    guard let deadline, now >= deadline else { return [] }
    patience = nil
    switch mode {
    case .string:
      mode = .keys
      return decode()
    case .paste(let paste):
      mode = .keys
      let rest = paste.isInTail ? [] : remaining
      if !paste.isInTail { drop(remaining.count) }
      return [.paste(paste.finished(with: rest))] + decode()
    case .keys: return giveUp(at: now)
    }
  }

  private var remaining: ArraySlice<UInt8> { bytes[start...] }

  private mutating func drop(_ count: Int) {
    start += count
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
      start = 0
    } else if start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
  }

  /// A lone escape is a key, as are `ESC [` and `ESC O`; anything else that was begun is nothing.
  private mutating func giveUp(at now: Instant) -> [TerminalEvent] {
    let begun = Array(remaining)
    drop(begun.count)
    if begun.allSatisfy({ $0 == 0x1B }) {
      escapeGivenOut = now
      return begun.map { _ in .key(KeyChord(.escape)) }
    }
    guard begun.count == 2, begun[0] == 0x1B, begun[1] < 0x80 else { return [] }
    return [.key(KeyChord(Character(Unicode.Scalar(begun[1])), .alt))]
  }

  /// Returns whether bytes are the end of a sequence whose escape came too early to wait for.
  private func isTailOfEscape(_ new: some Collection<UInt8>, at now: Instant) -> Bool {
    guard let given = escapeGivenOut, now < given + .milliseconds(500), remaining.isEmpty,
      new.first == UInt8(ascii: "[") || new.first == UInt8(ascii: "]"), new.count > 1
    else { return false }
    let whole = [0x1B] + new
    switch step(whole[...]) {
    case .done(_, let count): return count > 2
    case .string, .incomplete, .paste: return true
    }
  }

  private mutating func decode() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    patience = nil
    while !remaining.isEmpty || isInPasteTail {
      guard decodeOne(into: &events) else { break }
    }
    return events
  }

  private var isInPasteTail: Bool {
    if case .paste(let paste) = mode { paste.isInTail } else { false }
  }

  /// Decodes one thing; returns whether to go on.
  private mutating func decodeOne(into events: inout [TerminalEvent]) -> Bool {
    switch mode {
    case .keys: return decodeKey(into: &events)
    case .paste(var paste):
      let (count, isFinished) = paste.consume(remaining)
      drop(count)
      mode = isFinished ? .keys : .paste(paste)
      if isFinished { events.append(.paste(paste.finished())) }
      patience = isFinished ? nil : paste.isInTail ? .paste : .long
      return isFinished
    case .string(var string):
      let (count, isFinished) = string.consume(remaining)
      drop(count)
      mode = isFinished ? .keys : .string(string)
      if isFinished, let event = string.event { events.append(event) }
      patience = isFinished ? nil : .long
      return isFinished
    }
  }

  private mutating func decodeKey(into events: inout [TerminalEvent]) -> Bool {
    switch step(remaining) {
    case .done(let event, let count):
      drop(count)
      if let event { events.append(event) }
      return true
    case .incomplete(let patience):
      self.patience = patience
      return false
    case .paste(let count):
      drop(count)
      mode = .paste(PasteCollector())
      patience = .long
      return true
    case .string(let count):
      let introducer = remaining[remaining.startIndex + count - 1]
      drop(count)
      mode = .string(StringCollector(introducer: introducer))
      patience = .long
      return true
    }
  }
}
