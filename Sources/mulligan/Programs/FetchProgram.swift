import ChildProcesses
import Foundation
import TriageUI

/// The person's program that fetches mail: it reads nothing, what it prints is dropped, and of what
/// it complains of the end is kept.
final class FetchProgram {
  private let child: ChildProcess
  private var complaint = LastBytes(limit: 4096)

  init(_ command: [String], environment: [String: String]) throws(ChildStartError) {
    child = try ChildProcess(ChildLaunch(command, environment: environment, errors: .pipe))
  }

  /// What to poll for reading.
  var descriptors: [Int32] { [child.endFD, child.errorsFD].compactMap(\.self) }

  /// Reads what it complains of; returns its end, once it has ended.
  func readable() -> PollEnd? {
    complaint.append(child.readErrors())
    guard let end = child.reap() else { return nil }
    // All it has started is gone, too: what lies in the pipe is the rest.
    for _ in 0..<16 { complaint.append(child.readErrors()) }
    return PollEnd(end, complaint: complaint.bytes)
  }
}

extension PollEnd {
  /// What became of a program that was run.
  init(_ end: ChildEnd, complaint: [UInt8]) {
    self.init(isSuccess: end == .exited(0), status: end.status, complaint: complaint.lastLine)
  }

  /// What could not be run at all.
  init(_ error: ChildStartError) {
    self.init(isSuccess: false, status: String(cString: strerror(error.errno)))
  }
}
