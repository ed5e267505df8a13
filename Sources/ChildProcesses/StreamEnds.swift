private import CLinux
import Glibc

/// A call of the system has failed.
struct SystemError: Error {
  let number: Int32
}

/// A descriptor that is closed with its owner, unless it is another's.
final class Descriptor {
  let number: Int32
  /// A file in memory, which can be read again, and not a pipe.
  let isFile: Bool
  private var isOurs: Bool

  init(owning number: Int32, isFile: Bool = false) {
    self.number = number
    self.isFile = isFile
    isOurs = true
  }

  init(borrowing number: Int32) {
    self.number = number
    isFile = false
    isOurs = false
  }

  deinit {
    // Nothing is lost when this fails: pipes keep no data for closing.
    if isOurs { close(number) }
  }

  /// Gives it away: it is no longer closed here.
  func release() -> Int32 {
    isOurs = false
    return number
  }

  /// How long a file in memory is: what a program says beyond that is not kept.
  private static let fileSize = 1 << 16

  /// What has been written to a file in memory, wherever its writers stand; zero bytes fill the rest of it.
  var written: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.fileSize)
    let count = bytes.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, 0) }
    let end = bytes.prefix(max(0, count)).lastIndex { $0 != 0 }
    return Array(bytes[..<(end.map { $0 + 1 } ?? 0)])
  }

  /// Makes a file in memory that holds some bytes, to be read from its beginning.
  static func memoryFile(holding bytes: [UInt8]) throws(SystemError) -> Descriptor {
    let number = clinux_memory_file(Int64(bytes.count))
    let file = Descriptor(owning: try checked(number, -number), isFile: true)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        pwrite(number, $0.baseAddress, $0.count, off_t(rest.startIndex))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(number: errno) }
      rest = rest.dropFirst(count)
    }
    return file
  }

  /// Makes a file in memory.
  static func memoryFile() throws(SystemError) -> Descriptor {
    let number = clinux_memory_file(Int64(fileSize))
    return Descriptor(owning: try checked(number, -number), isFile: true)
  }
}

/// Both ends of a standard stream: what the program gets, and what we keep.
struct StreamEnds {
  let theirs: Descriptor
  let ours: Descriptor?

  /// Opens a stream that the program reads, or else writes.
  init(_ stream: ChildStream, reading: Bool) throws(SystemError) {
    switch stream {
    case .null:
      theirs = Descriptor(owning: try checked(open("/dev/null", O_RDWR | O_CLOEXEC), errno))
      ours = nil
    case .descriptor(let number):
      theirs = Descriptor(borrowing: number)
      ours = nil
    case .memory:
      let file = try Descriptor.memoryFile()
      (theirs, ours) = (file, file)
    case .bytes(let bytes):
      theirs = try Descriptor.memoryFile(holding: bytes)
      ours = nil
    case .pipe:
      var ends: [Int32] = [-1, -1]
      let reason = clinux_pipe(&ends)
      guard reason == 0 else { throw SystemError(number: reason) }
      let (reader, writer) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
      (theirs, ours) = reading ? (reader, writer) : (writer, reader)
      let failure = clinux_set_nonblocking(reading ? ends[1] : ends[0], true)
      guard failure == 0 else { throw SystemError(number: failure) }
    }
  }
}

private func checked(_ number: Int32, _ reason: Int32) throws(SystemError) -> Int32 {
  guard number >= 0 else { throw SystemError(number: reason) }
  return number
}

/// Waits until a descriptor is ready or the moment has come, `nil` for as long as it takes.
///
/// - Returns: Whether one is ready.
func poll(_ entries: inout [pollfd], until deadline: ContinuousClock.Instant?) -> Bool {
  while true {
    let rest = deadline.map { ContinuousClock.now.duration(to: $0).components }
    let timeout = rest.map { clinux_poll_timeout($0.seconds, $0.attoseconds) } ?? -1
    let count = Glibc.poll(&entries, nfds_t(entries.count), timeout)
    if count >= 0 { return count > 0 }
    guard errno == EINTR else { return false }
  }
}

extension ChildLaunch {
  /// Starts the program over its ends of the streams, and returns its process.
  func spawn(
    _ input: Descriptor,
    _ output: Descriptor,
    _ errors: Descriptor
  ) throws(SystemError) -> Int32 {
    let variables = environment?.map { "\($0.key)=\($0.value)" }
    // A zero byte would end an argument early.
    guard arguments.first?.isEmpty == false,
      !(arguments + (variables ?? [])).contains(where: { $0.utf8.contains(0) })
    else { throw SystemError(number: EINVAL) }
    let start = clinux_start(
      input: input.number,
      output: output.number,
      error: errors.number,
      inherited: inherited ?? -1,
      own_group: group != .ours,
      bound: endsWithUs
    )
    var child: Int32 = 0
    // What is closed before the program is there never reaches it.
    let reason = withExtendedLifetime((input, output, errors)) {
      withCStrings(arguments) { arguments in
        guard let variables else { return clinux_spawn(arguments, nil, start, &child) }
        return withCStrings(variables) { clinux_spawn(arguments, $0, start, &child) }
      }
    }
    guard reason == 0 else { throw SystemError(number: reason) }
    return child
  }
}

/// Lends C a list of strings that ends with a null pointer.
private func withCStrings(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
) -> Int32 {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return (copies + [nil]).withUnsafeBufferPointer { list in
    // The list is never empty: it has the null pointer.
    list.baseAddress.map(body) ?? EINVAL
  }
}
