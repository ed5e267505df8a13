import Foundation
import TriageCore

@testable import EngineLink

extension Fuzzer {
  /// What comes over the wire: a greeting, and frames of messages.
  ///
  /// The first byte says how the others are cut.
  static let frames = Fuzzer("frames") { bytes in
    guard let cut = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let whole = received([stream[...]])
    let inPieces = received(stream.pieces(by: cut))
    try expect(whole == inPieces, "in pieces \(inPieces), whole \(whole)")
    // Without a greeting before it, too.
    for contents in contents(of: stream) + [stream] where contents.count < 1 << 16 {
      try checkMessage(EngineRequest.self, contents)
      try checkMessage(EngineMessage.self, contents)
    }
  }

  private struct Received: Equatable {
    var greeting: Greeting?
    var requests = 0
    var failure: LinkError?
  }

  /// What a link makes of bytes that come in these pieces.
  private static func received(_ pieces: [ArraySlice<UInt8>]) -> Received {
    var input = LinkInput(expecting: Greeting(number: 7, version: "1"))
    var received = Received()
    do throws(LinkError) {
      for piece in pieces {
        try input.feed(piece)
        while try input.next(EngineRequest.self) != nil { received.requests += 1 }
      }
      try input.finish()
    } catch {
      received.failure = error
    }
    received.greeting = input.theirs
    return received
  }

  private static func contents(of stream: [UInt8]) -> [[UInt8]] {
    var decoder = FrameDecoder()
    decoder.feed(stream)
    var frames: [[UInt8]] = []
    while let frame = try? decoder.next() { frames.append(frame) }
    return frames
  }

  /// A message that can be decoded can be sent on, and is the same there.
  private static func checkMessage<Message: Codable>(
    _ type: Message.Type,
    _ contents: [UInt8]
  ) throws {
    guard let message = try? MessageCoding.message(type, from: contents) else { return }
    let sent = Array(try MessageCoding.frame(of: message).dropFirst(FrameLimit.prefix))
    let again = Array(
      try MessageCoding.frame(of: MessageCoding.message(type, from: sent))
        .dropFirst(FrameLimit.prefix)
    )
    try expect(try form(sent) == form(again), "\(message) is another one when sent on")
  }

  /// JSON in one order, for sets are written in any.
  private static func form(_ json: [UInt8]) throws -> String {
    form(try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed))
  }

  private static func form(_ value: Any) -> String {
    switch value {
    case let table as [String: Any]:
      "{" + table.map { "\($0.key):\(form($0.value))" }.sorted().joined(separator: ",") + "}"
    case let list as [Any]: "[" + list.map(form).sorted().joined(separator: ",") + "]"
    default: "\(value)"
    }
  }
}
