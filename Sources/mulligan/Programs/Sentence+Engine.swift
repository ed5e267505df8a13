import EngineLink
import Foundation
import TriageUI

extension Sentence {
  /// Why an engine ended, in few words for the status line; `silentFor` is the time it was given.
  static func reason(of end: EngineEnd, silentFor limit: Duration?) -> Sentence {
    if let cause = end.cause { return reason(of: cause) }
    if let limit { return Sentence("status.engine-silent", .number(Int(limit.components.seconds))) }
    return switch end.status {
    case .exited(let code): Sentence("status.engine-exit", .number(Int(code)))
    case .signalled(let number): Sentence("status.engine-signal", .number(Int(number)))
    case .unknown: Sentence("status.engine-garbled")
    }
  }

  /// Why there is no understanding with an engine.
  static func reason(of error: LinkError) -> Sentence {
    switch error {
    case .cannotStart(let program, let reason):
      Sentence("status.engine-cannot-start", .text(program), .text(words(for: reason)))
    case .system(let call, let reason):
      Sentence("status.engine-cannot-start", .text(call), .text(words(for: reason)))
    case .notMulligan(let line):
      Sentence("status.engine-banner", .text(String(decoding: line, as: UTF8.self)))
    case .otherProtocol(let ours, let theirs):
      Sentence(
        "status.engine-protocol",
        .text("\(theirs.version) (\(theirs.number))"),
        .text("\(ours.version) (\(ours.number))")
      )
    case .emptyFrame, .frameTooLong, .cutOff, .undecodable, .unencodable:
      Sentence("status.engine-garbled")
    }
  }

  private static func words(for reason: Int32) -> String { String(cString: strerror(reason)) }
}
