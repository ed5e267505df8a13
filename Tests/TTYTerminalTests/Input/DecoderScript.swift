@testable import TTYTerminal
@testable import Screen

/// A decoder with a clock that stands still unless it is told to go on.
struct DecoderScript {
  private var decoder: KeyDecoder
  private var now = ContinuousClock.now
  private(set) var events: [TerminalEvent] = []

  init(keys: [[UInt8]: KeyChord] = [:], erasesWithControlH: Bool = false) {
    decoder = KeyDecoder(keys: keys, erasesWithControlH: erasesWithControlH)
  }

  var isWaiting: Bool { decoder.deadline != nil }

  /// Events of keys, as keymaps write them; anything else by its name.
  var notation: [String] {
    events.map { event in
      if case .key(let chord) = event { chord.description } else { "\(event)" }
    }
  }

  mutating func type(_ text: String) { type(bytes: Array(text.utf8)) }

  mutating func type(bytes: [UInt8]) { events += decoder.feed(bytes, at: now) }

  /// Types each byte for itself, some time apart.
  mutating func typeSlowly(_ text: String, pause: Duration = .milliseconds(10)) {
    for byte in text.utf8 {
      type(bytes: [byte])
      pass(pause)
    }
  }

  /// Lets time pass, as a loop that wakes at every deadline sees it.
  mutating func pass(_ time: Duration) {
    let end = now + time
    while let deadline = decoder.deadline, deadline <= end {
      now = max(now, deadline)
      events += decoder.expire(at: now)
    }
    now = end
  }

  static func keys(_ text: String) -> [String] {
    var script = DecoderScript()
    script.type(text)
    script.pass(.seconds(3))
    return script.notation
  }
}
