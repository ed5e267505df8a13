import ChildProcesses
import Maildir

/// A program that makes text of a page: the page is its input, its output the text.
///
/// It has five seconds and four megabytes; then all it has started is ended, and the page is read our
/// own way.
struct PageProgram: Sendable {
  let arguments: [String]
  /// The environment that it gets a little of.
  let environment: [String: String]
  var limits = ChildLimits(time: .seconds(5), output: 4 << 20)

  /// Returns the text of a page; `nil` if the program failed or took too much.
  func text(of page: [UInt8], columns: Int) -> [UInt8]? {
    let filter = FilterRun(arguments: arguments, environment: environment, limits: limits)
    return filter.output(for: page, columns: columns)
  }
}

/// `chafa`, which draws a picture in half blocks: the picture is its input, its output the rows.
///
/// Whoever reads mail on a terminal without colours does not ask for it.
struct PictureProgram: Sendable {
  /// The environment that it gets a little of.
  let environment: [String: String]

  /// The most rows of a picture.
  private static let rows = 20

  /// Returns the rows of a picture; `nil` if the program failed or took too much.
  func rows(of picture: [UInt8], columns: Int, within time: Duration) -> [UInt8]? {
    let arguments = [
      "chafa", "--format", "symbols", "--symbols", "vhalf", "--colors", "full", "--animate", "off",
      "--size", "\(columns)x\(Self.rows)", "-",
    ]
    let limits = ChildLimits(time: time, output: 1 << 18)
    let filter = FilterRun(arguments: arguments, environment: environment, limits: limits)
    return filter.output(for: picture, columns: columns)
  }
}

/// A program that is given bytes and prints what it makes of them.
private struct FilterRun {
  let arguments: [String]
  let environment: [String: String]
  let limits: ChildLimits

  /// Returns what it printed; `nil` if it failed or took too much.
  func output(for input: [UInt8], columns: Int) -> [UInt8]? {
    guard let home = try? TemporaryFolder(in: environment["TMPDIR"]) else { return nil }
    defer { home.remove() }
    let launch = ChildLaunch(
      arguments,
      environment: .ofFilter(environment, home: home.path, columns: columns),
      memory: filterMemory
    )
    guard let run = try? ChildRun(of: launch, input: input, limits: limits) else { return nil }
    return run.exceeded == nil && run.end == .exited(0) ? run.output : nil
  }
}

/// How many bytes of memory a program may have that makes text of mail.
let filterMemory: UInt64 = 1 << 30

extension [String: String] {
  /// A home and an environment in which there is nothing of the person's: no cookies, no proxy.
  static func ofFilter(_ whole: [String: String], home: String, columns: Int) -> [String: String] {
    let passed: Set = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"]
    var variables = whole.filter { passed.contains($0.key) }
    variables["HOME"] = home
    variables["TERM"] = "dumb"
    variables["COLUMNS"] = String(columns)
    return variables
  }
}
