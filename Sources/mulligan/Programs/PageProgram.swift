import CLinux
import Foundation
import TriageCore

/// A program that makes text of a page: the page is its input, its output the text.
///
/// It gets a home and an environment in which there is nothing of the person's: no cookies, no
/// proxy. It has five seconds and four megabytes; then all it has started is ended, and the page is
/// read our own way.
struct PageProgram: Sendable {
  let arguments: [String]
  /// The surroundings that it gets a little of.
  let environment: [String: String]
  var time = Duration.seconds(5)
  var most = 4 << 20

  private static let passed: Set = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"]

  /// Returns the text of a page; `nil` if the program failed or took too much.
  func text(of page: [UInt8], columns: Int) -> [UInt8]? {
    guard let home = try? PrivateFolder(in: environment["TMPDIR"]) else { return nil }
    defer { home.remove() }
    var surroundings = environment.filter { Self.passed.contains($0.key) }
    surroundings["HOME"] = home.path
    surroundings["TERM"] = "dumb"
    surroundings["COLUMNS"] = String(columns)
    guard let input = Ends(), let output = Ends() else { return nil }
    let errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(errors) }
    guard
      let program = try? StartedProgram(
        arguments,
        environment: surroundings,
        streams: (input.reader, output.writer, errors),
        ownGroup: true
      )
    else { return nil }
    input.closeReader()
    output.closeWriter()
    let text = exchange(page[...], input, output)
    if text == nil { program.kill() }
    input.closeWriter()
    return program.reap() == .exited(0) ? text : nil
  }

  /// Writes the page and reads the text, whichever can be done.
  private func exchange(_ page: ArraySlice<UInt8>, _ input: Ends, _ output: Ends) -> [UInt8]? {
    _ = clinux_set_nonblocking(input.writer, true)
    let end = ContinuousClock.now + time
    var page = page
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if page.isEmpty { input.closeWriter() }
      var polled = [
        pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writer, events: Int16(POLLOUT), revents: 0),
      ]
      let left = end - .now
      guard left > .zero else { return nil }
      poll(&polled, 2, Int32(left.components.seconds * 1_000 + 50))
      if polled[1].revents != 0 {
        let count = page.withUnsafeBytes { clinux_write(input.writer, $0.baseAddress, $0.count) }
        // A program that reads no further has perhaps all it wants.
        page = count >= 0 || count == -Int(EAGAIN) ? page.dropFirst(max(0, count)) : []
      }
      guard polled[0].revents != 0 else { continue }
      let count = clinux_read(output.reader, &room, room.count)
      if count == 0 { return text }
      guard count > 0, text.count + count <= most else { return nil }
      text += room[0..<count]
    }
  }
}

/// A pipe whose ends are closed one by one.
private final class Ends {
  private(set) var reader: Int32
  private(set) var writer: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { return nil }
    (reader, writer) = (ends[0], ends[1])
  }

  func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }

  deinit {
    closeReader()
    closeWriter()
  }
}

/// A folder of our own for files that are shown to other programs: gone when we are.
struct PrivateFolder {
  let path: String

  /// Makes a folder that nobody else may look into.
  ///
  /// - Throws: `.failed`, with the folder that it should lie in.
  init(in folder: String?) throws(FileError) {
    let base = folder.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(base)/mulligan-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .failed(base, errno: errno)
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Takes the folder away with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
