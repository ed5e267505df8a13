/// What one side hears of the other: a greeting, then messages.
struct LinkInput: Sendable {
  private let ours: Greeting
  private var greeting: GreetingReader? = GreetingReader()
  private var frames = FrameDecoder()

  /// What the other side has said of itself.
  private(set) var theirs: Greeting?

  init(expecting ours: Greeting) {
    self.ours = ours
  }

  /// Takes bytes as they come.
  ///
  /// - Throws: `.notMulligan`, `.otherProtocol`.
  mutating func feed(_ bytes: some Collection<UInt8>) throws(LinkError) {
    guard greeting != nil else { return frames.feed(bytes) }
    guard let (theirs, rest) = try greeting?.feed(bytes) else { return }
    guard theirs.number == ours.number else { throw .otherProtocol(ours: ours, theirs: theirs) }
    greeting = nil
    self.theirs = theirs
    frames.feed(rest)
  }

  /// Returns the next message that is whole.
  mutating func next<Message: Decodable>(
    _ type: Message.Type
  ) throws(LinkError) -> Message? {
    guard let contents = try frames.next() else { return nil }
    return try MessageCoding.message(type, from: contents)
  }

  /// Hears that no bytes will follow.
  ///
  /// - Throws: `.notMulligan`, `.cutOff`; nothing if they end where they may.
  func finish() throws(LinkError) {
    if let greeting { return try greeting.finish() }
    try frames.finish()
  }
}
