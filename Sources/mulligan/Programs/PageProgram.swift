import ChildProcesses
import Foundation
import TriageCore

/// A program that makes text of a page: the page is its input, its output the text.
///
/// It gets a home and an environment in which there is nothing of the person's: no cookies, no
/// proxy. It has five seconds and four megabytes; then all it has started is ended, and the page is
/// read our own way.
struct PageProgram: Sendable {
  let arguments: [String]
  /// The environment that it gets a little of.
  let environment: [String: String]
  var limits = ChildLimits(time: .seconds(5), output: 4 << 20)

  private static let passed: Set = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"]

  /// Returns the text of a page; `nil` if the program failed or took too much.
  func text(of page: [UInt8], columns: Int) -> [UInt8]? {
    guard let home = try? PrivateFolder(in: environment["TMPDIR"]) else { return nil }
    defer { home.remove() }
    var variables = environment.filter { Self.passed.contains($0.key) }
    variables["HOME"] = home.path
    variables["TERM"] = "dumb"
    variables["COLUMNS"] = String(columns)
    let launch = ChildLaunch(arguments, environment: variables)
    guard let run = try? ChildRun(of: launch, input: page, limits: limits) else { return nil }
    return run.exceeded == nil && run.end == .exited(0) ? run.output : nil
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
