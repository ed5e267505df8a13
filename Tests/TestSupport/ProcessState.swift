import Foundation

/// Returns what the kernel says of a process: `T` if it stands still, `S` if it waits, `Z` if it is
/// dead and not looked after yet; `nil` if it is gone.
package func processState(_ process: Int32) -> Character? {
  let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
  // The name before it may have any letters, but the last parenthesis is the name's.
  return text?.split(separator: ")").last?.first { $0 != " " }
}

/// Whether a process stands still.
package func isStopped(_ process: Int32) -> Bool { processState(process) == "T" }
