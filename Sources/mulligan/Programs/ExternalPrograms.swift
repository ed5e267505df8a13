import ChildProcesses
import Foundation
import Screen
import TriageCore
import TriageUI

/// The programs that show files and links beside the screen, or read a message with the terminal.
final class ExternalPrograms {
  /// A program that shows something beside the screen.
  private struct Opener {
    let name: String
    let child: ChildProcess
    /// What is reported if it succeeds.
    var success: Sentence?
  }

  /// The program of the configuration, with its arguments.
  var opener: [String]
  /// The same for pages; empty for the opener.
  var browser: [String]
  private let words: Wording
  /// Those that still run, by the descriptor that reports their end.
  private var openers: [Int32: Opener] = [:]
  /// Lends the terminal while something is done.
  var lend: (() -> Void) -> Void = { $0() }

  init(opener: [String], browser: [String] = [], words: Wording) {
    self.opener = opener
    self.browser = browser
    self.words = words
  }

  /// What to poll for reading: openers that end.
  var descriptors: [Int32] { Array(openers.keys) }

  /// Shows a link with the opener.
  func open(_ link: ContentLink) throws(UserFacingError) -> Event {
    try open(link.target, called: link.host)
  }

  /// Gives the opener a name that begins with a slash, or an address that begins with its scheme:
  /// neither can be taken for an option.
  func open(_ address: String, called name: String) throws(UserFacingError) -> Event {
    try start(ChildLaunch(opener + [address]))
    return .notify(
      Sentence("status.opened", .text(opener.first ?? ""), .text(name)),
      isError: false
    )
  }

  /// Shows a page that lies in a private file with the browser.
  func browse(_ file: String) throws(UserFacingError) -> Event {
    let command = browser.isEmpty ? opener : browser
    try start(ChildLaunch(command + [file]))
    let opened = Sentence("status.opened-html", .text(command.first ?? ""))
    return .notify(opened, isError: false)
  }

  /// What an opener starts shows the file as long as the person likes, also when the screen has gone:
  /// its complaints go where writing never fails.
  private func start(
    _ launch: ChildLaunch,
    reporting success: Sentence? = nil
  ) throws(UserFacingError) {
    var launch = launch
    (launch.group, launch.errors) = (.detached, .memory)
    do throws(ChildStartError) {
      let child = try ChildProcess(launch)
      let name = launch.arguments.first ?? ""
      openers[child.endFD] = Opener(name: name, child: child, success: success)
    } catch {
      throw UserFacingError.notStarted(error.program, error.errno)
    }
  }

  /// Gives a text to a program that keeps it for pasting, and may go on for that.
  func copy(_ text: ClipboardText, with command: [String]) throws(UserFacingError) {
    let copied = Sentence("status.copied-with", .text(command.first ?? ""))
    try start(ChildLaunch(command, input: .bytes(Array(text.text.utf8))), reporting: copied)
  }

  /// Runs a program that tells of something: it gets the sentence as its last argument, which begins
  /// with no dash.
  func run(_ command: [String], telling text: DisplayText) throws(UserFacingError) {
    try start(ChildLaunch(command + [text.withoutIsolates]))
  }

  /// Reports those of the openers that have failed, and what others have done.
  func readable(_ descriptors: [Int32]) -> [Event] {
    descriptors.compactMap { descriptor in
      guard let opener = openers[descriptor], let end = opener.child.reap() else { return nil }
      openers[descriptor] = nil
      guard end != .exited(0) else {
        return opener.success.map { .notify($0, isError: false) }
      }
      let complaint = String(decoding: opener.child.readErrors().prefix(1024), as: UTF8.self)
      let sentence = Sentence(
        "error.program-failed",
        .text(opener.name),
        .text(end.text),
        .text(complaint.split(separator: "\n").first.map { String($0) } ?? "")
      )
      return .notify(sentence, isError: true)
    }
  }

  /// Gives a file to a program that has the terminal meanwhile.
  func pipe(_ path: String, to command: [String]) throws(UserFacingError) -> Event {
    let input = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    defer { close(input) }
    let launch = ChildLaunch(
      command,
      group: .ours,
      input: .descriptor(input),
      output: .descriptor(STDOUT_FILENO),
      errors: .descriptor(STDERR_FILENO)
    )
    var outcome: Result<ChildEnd, ChildStartError> = .success(.unknown)
    let name = command.first ?? ""
    lend {
      do throws(ChildStartError) {
        let end = try ChildProcess(launch).wait() ?? .unknown
        waitForEnter(after: name, end)
        outcome = .success(end)
      } catch {
        outcome = .failure(error)
      }
    }
    switch outcome {
    case .failure(let error): throw UserFacingError.notStarted(name, error.errno)
    case .success(let end):
      return .notify(
        Sentence("status.piped", .text(name), .text(end.text)),
        isError: end != .exited(0)
      )
    }
  }

  /// Lets the person edit a file with their editor, which has the terminal meanwhile; returns what
  /// is to be said of it, if it failed.
  func edit(_ path: String, _ environment: [String: String]) throws(UserFacingError) -> Event? {
    for command in Self.editors(environment) {
      let launch = ChildLaunch(
        command + [path],
        group: .ours,
        input: .descriptor(STDIN_FILENO),
        output: .descriptor(STDOUT_FILENO),
        errors: .descriptor(STDERR_FILENO)
      )
      var outcome: Result<ChildEnd, ChildStartError> = .success(.unknown)
      lend {
        outcome = Result { () throws(ChildStartError) in
          try ChildProcess(launch).wait() ?? .unknown
        }
      }
      switch outcome {
      case .success(.exited(0)): return nil
      case .success(let end):
        return .notify(
          Sentence("status.piped", .text(command[0]), .text(end.text)),
          isError: true
        )
      case .failure(let error) where error.errno == ENOENT && Self.usual.contains(command):
        continue
      case .failure(let error):
        let reason = String(cString: strerror(error.errno))
        throw UserFacingError(
          Sentence("error.program-not-started", .text(command[0]), .text(reason))
        )
      }
    }
    throw UserFacingError(Sentence("error.no-editor"))
  }

  /// Editors for who has set none, the first one that there is.
  private static let usual = [["sensible-editor"], ["vi"]]

  /// The editor that is set, else the usual ones.
  private static func editors(_ environment: [String: String]) -> [[String]] {
    let set = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0].flatMap(ShellWords.split) }
    return set.first { !$0.isEmpty }.map { [$0] } ?? usual
  }

  /// Leaves what the program has printed on the terminal until the person has read it.
  private func waitForEnter(after name: String, _ end: ChildEnd) {
    let sentence = Sentence(
      "status.both",
      .sentence(Sentence("status.piped", .text(name), .text(end.text))),
      .sentence(Sentence("status.continue"))
    )
    let line = Array("\n\(words.text(sentence).text) ".utf8)
    _ = line.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {}
  }
}

extension ChildEnd {
  /// In few words, for a sentence.
  fileprivate var text: String {
    switch self {
    case .exited(let code): "\(code)"
    case .signalled(let number): "signal \(number)"
    case .unknown: "?"
    }
  }
}
