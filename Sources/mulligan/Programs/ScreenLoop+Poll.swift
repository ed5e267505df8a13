import EngineLink
import Foundation
import TriageUI

extension PollEnd {
  /// What became of a program that was run.
  init(_ end: ChildEnd, complaint: [UInt8]) {
    let lines = String(decoding: complaint, as: UTF8.self).split(whereSeparator: \.isNewline)
    let status =
      switch end {
      case .exited(let code): "exit \(code)"
      case .signalled(let number): "signal \(number)"
      case .unknown: "?"
      }
    self.init(
      isSuccess: end == .exited(0),
      status: status,
      complaint: lines.last { $0.contains { !$0.isWhitespace } }.map(String.init) ?? ""
    )
  }

  /// What could not be run at all.
  init(_ error: LinkError) {
    let reason =
      switch error {
      case .cannotStart(program: _, let number), .system(call: _, let number):
        String(cString: strerror(number))
      default: "\(error)"
      }
    self.init(isSuccess: false, status: reason)
  }
}
