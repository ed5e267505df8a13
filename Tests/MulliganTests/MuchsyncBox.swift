import Foundation
import TestSupport
import TriageCore

/// A machine of its own for one test, which others reach by its name: home, mail, index, history
/// and muchsync's replica.
///
/// What goes for ssh is a script that runs the command with the other machine's environment, as a
/// shell there would.
final class MuchsyncBox {
  /// How others call it.
  let name: String
  let mail: TemporaryMail

  /// Whether muchsync is there.
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/muchsync")

  private init(_ name: String, settings: String) throws {
    self.name = name
    mail = try TemporaryMail(settings: settings)
    try mail.makeMaildir("inbox")
  }

  /// Makes machines that reach each other; `settings` are more lines of notmuch's configuration.
  static func network(_ names: String..., settings: String = "") throws -> [MuchsyncBox] {
    try network(names, settings: settings)
  }

  /// Makes machines that reach each other.
  static func network(_ names: [String], settings: String = "") throws -> [MuchsyncBox] {
    let boxes = try names.map { try MuchsyncBox($0, settings: settings) }
    for box in boxes {
      let hosts = boxes.filter { $0 !== box }.map { other in
        let variables = other.environment.sorted { $0.key < $1.key }.map { "\($0)='\($1)'" }
        return "\(other.name)) exec env -i \(variables.joined(separator: " ")) sh -c \"$*\" ;;"
      }
      let lines = ["host=$1", "shift", "case \"$host\" in"] + hosts
      let unknown = ["*) echo \"no such host: $host\" >&2; exit 255 ;;", "esac"]
      _ = try box.mail.program("ssh", (lines + unknown).joined(separator: "\n"))
    }
    return boxes
  }

  /// The program that goes for ssh here: it takes a name and the words of a command.
  var ssh: String { "\(mail.folder)/ssh" }

  /// What programs get that run here.
  var environment: [String: String] {
    mail.environment.merging(["XDG_STATE_HOME": mail.state]) { $1 }
  }

  /// Runs muchsync from here with another machine, and returns its summary.
  ///
  /// It looks at all folders: else it leaves moves within the second of its last look to the next
  /// run.
  @discardableResult
  func muchsync(_ other: MuchsyncBox) throws -> MuchsyncSummary {
    let command = ["muchsync", "-v", "-F", "-s", ssh, "--nonew", other.name, "-F", "--nonew"]
    return MuchsyncSummary(try mail.run(["sh", "-c", "exec \"$@\" 2>&1", "sh"] + command))
  }

  /// The tags of a message, as `notmuch` tells them.
  func tags(of id: String) throws -> [String] {
    try mail.notmuch("search", "--output=tags", "--exclude=false", "id:\(id)").lines
  }

  /// The folders of a message's files.
  func folders(of id: String) throws -> [String] {
    try files(of: id).map { $0.split(separator: "/").dropLast(2).last.map(String.init) ?? "" }
      .sorted()
  }

  /// The names of a message's files.
  func files(of id: String) throws -> [String] {
    try mail.notmuch("search", "--output=files", "--exclude=false", "id:\(id)").lines.sorted()
  }

  /// How many changes the index has seen.
  func revision() throws -> Int {
    let words = try mail.notmuch("count", "--lastmod", "*").split(separator: "\t")
    return Int(words.last?.filter(\.isNumber) ?? "") ?? -1
  }
}

/// What a run of muchsync says that it has changed.
struct MuchsyncSummary: Equatable, CustomStringConvertible {
  /// Messages, links and tags, here and there.
  var received: [Int] = []
  var sent: [Int] = []

  var description: String { "received \(received), sent \(sent)" }

  /// A run that found nothing to do.
  static let nothing = MuchsyncSummary(received: [0, 0, 0], sent: [0, 0, 0])

  init(received: [Int], sent: [Int]) {
    self.received = received
    self.sent = sent
  }

  /// Reads the end of what muchsync prints.
  init(_ text: String) {
    for line in text.lines.suffix(2) {
      let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
      if line.contains("received") { received = numbers }
      if line.contains("sent") { sent = numbers }
    }
  }
}
