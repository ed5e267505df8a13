private import CLinux
private import Glibc
private import Synchronization

/// A program that is run for what it does: it reads nothing, what it says is dropped, and of what it
/// complains of the end is kept.
///
/// However it is let go, nothing is left of it or of what it has started in its group.
package final class Errand {
  private let process: Int32
  private let ended: EventCounter
  private let complaints: OwnedDescriptor
  private let end = EndBox()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked for in the path if it has no slash, and its arguments.
  ///   - environment: What it has as its environment.
  ///   - folder: Where a file without a name may be made for its complaints.
  /// - Throws: `.cannotStart`, `.system`.
  package init(
    _ arguments: [String],
    environment: [String: String],
    folder: String
  ) throws(LinkError) {
    let nothing = OwnedDescriptor(owning: open("/dev/null", O_RDWR | O_CLOEXEC))
    complaints = OwnedDescriptor(
      owning: open(folder, Errand.unnamed | O_RDWR | O_CLOEXEC, 0o600)
    )
    let launch = EngineLaunch(
      arguments: arguments,
      environment: environment,
      // Where no file can be made, complaints are lost.
      errorOutput: complaints.number >= 0 ? complaints.number : nothing.number
    )
    ended = try EventCounter()
    process = try launch.spawn(input: nothing.number, output: nothing.number)
    watch()
  }

  deinit { stop() }

  /// Readable when it has ended.
  package var readFD: Int32 { ended.descriptor }

  /// What has become of it; `nil` as long as it runs.
  package var result: ChildEnd? { end.value.withLock { $0 } }

  /// Ends it and what it has started, at once.
  package func stop() {
    // Whoever has ended has been forgotten, and its number may be another program's.
    end.value.withLock { if $0 == nil { clinux_kill_group(process) } }
  }

  /// The last bytes of its complaints, as they came.
  package var complaint: [UInt8] {
    let size = lseek(complaints.number, 0, SEEK_END)
    guard size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(Int(size), 4096))
    let count = bytes.withUnsafeMutableBytes {
      pread(complaints.number, $0.baseAddress, $0.count, size - $0.count)
    }
    return Array(bytes.prefix(max(0, count)))
  }

  private func watch() {
    let (process, end, ended) = (process, end, ended)
    BackgroundThread.start {
      // It is waited for without being forgotten: until that, its number is its own.
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      end.value.withLock {
        var result = clinux_end()
        let reaped = clinux_reap(process, true, &result)
        $0 =
          reaped != 1
          ? .unknown : result.by_signal ? .signalled(result.number) : .exited(result.number)
      }
      ended.signal()
    }
  }

  /// `O_TMPFILE`, which Swift does not see.
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  private final class EndBox: Sendable {
    let value = Mutex<ChildEnd?>(nil)
  }
}
