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

  /// The program of the configuration, with its arguments; empty for what mailcap says.
  var opener: [String]
  /// The same for pages; empty for the opener.
  var browser: [String]
  private(set) var words: Wording
  private let environment: ProcessEnvironment
  private let texts: TextPrograms
  private var reports = MailcapReports()
  /// Those that still run, by the descriptor that reports their end.
  private var openers: [Int32: Opener] = [:]
  /// Lends the terminal while something is done.
  var lend: (() -> Void) -> Void = { $0() }

  /// What opens what nobody has named a program for.
  private static let standard = ["xdg-open"]

  init(
    opener: [String],
    browser: [String] = [],
    words: Wording,
    environment: ProcessEnvironment = .current
  ) {
    self.opener = opener
    self.browser = browser
    self.words = words
    self.environment = environment
    texts = TextPrograms(environment: environment)
  }

  /// Follows a configuration that was read again.
  func adopt(_ reading: ReadingConfig, _ words: Wording) {
    (opener, browser, self.words) = (reading.opener, reading.browser, words)
  }

  /// What to poll for reading: programs that end, or print.
  var descriptors: [Int32] { Array(openers.keys) + texts.descriptors }

  /// How long it is until the time of a program is over; `nil` if none has a limit.
  func untilOverdue(from now: ContinuousClock.Instant) -> Duration? {
    texts.untilOverdue(from: now)
  }

  /// Ends what only we wait for.
  func close() { texts.close() }

  /// What shows pages: the browser, else the opener.
  private var pageOpener: [String] {
    [browser, opener, Self.standard].first { !$0.isEmpty } ?? Self.standard
  }

  /// Shows a page with the browser, and any other link with the opener; where there is none the key that copies it is named.
  func open(_ link: ContentLink, _ keymap: Keymap) throws(UserFacingError) -> Event {
    let isPage = ["http:", "https:"].contains { link.target.lowercased().hasPrefix($0) }
    let opener = isPage ? pageOpener : opener.isEmpty ? Self.standard : opener
    let copy = ScreenCommand.copy
    let key = keymap.key(for: .command(copy), in: .message) ?? copy.rawValue
    // The key lists what can be copied, and the number is the link's.
    let keys = "\(key) \(link.number)"
    try start(ChildLaunch(opener + [link.target])) { program in
      link.number == 0
        ? Sentence("error.program-missing.address", .text(program), .text(link.target))
        : Sentence("error.program-missing.link", .text(program), .text(keys))
    }
    return opened(opener, link.host, nil)
  }

  /// Gives the opener a name that begins with a slash, or an address that begins with its scheme:
  /// neither can be taken for an option.
  func open(
    _ address: String,
    called name: String,
    note: Sentence? = nil
  ) throws(UserFacingError) -> Event {
    let opener = opener.isEmpty ? Self.standard : opener
    try start(ChildLaunch(opener + [address]))
    return opened(opener, name, note)
  }

  private func opened(_ command: [String], _ name: String, _ note: Sentence?) -> Event {
    let program = command.first?.split(separator: "/").last.map(String.init) ?? ""
    return .notify(
      Sentence("status.opened", .text(program), .text(name)).with(note),
      isError: false
    )
  }

  /// Shows a page that lies in a private file with the browser.
  func browse(_ file: String) throws(UserFacingError) -> Event {
    let command = pageOpener
    try start(ChildLaunch(command + [file])) { program in
      Sentence("error.program-missing.browser", .text(program))
    }
    let opened = Sentence("status.opened-html", .text(command.first ?? ""))
    return .notify(opened, isError: false)
  }

  /// What an opener starts shows the file as long as the person likes, also when the screen has gone:
  /// its complaints go where writing never fails.
  private func start(
    _ launch: ChildLaunch,
    reporting success: Sentence? = nil,
    missing: (String) -> Sentence = UserFacingError.missing
  ) throws(UserFacingError) {
    var launch = launch
    (launch.group, launch.errors) = (.detached, .memory)
    do throws(ChildStartError) {
      let child = try ChildProcess(launch)
      let name = launch.arguments.first ?? ""
      openers[child.endFD] = Opener(name: name, child: child, success: success)
    } catch {
      throw UserFacingError.notStarted(error.program, error.errno, missing: missing)
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

  /// Reports those of the openers that have failed, what others have done, and what has come of the
  /// programs that make text.
  func readable(_ descriptors: [Int32]) -> [Event] {
    let failed = descriptors.compactMap { descriptor -> Event? in
      guard let opener = openers[descriptor], let end = opener.child.reap() else { return nil }
      openers[descriptor] = nil
      guard end != .exited(0) else {
        return opener.success.map { .notify($0, isError: false) }
      }
      let sentence = Sentence.programFailed(opener.name, end, opener.child.readErrors())
      return .notify(sentence, isError: true)
    }
    return failed + texts.readable(at: .now)
  }

  /// Gives a file to a program that has the terminal meanwhile.
  func pipe(_ path: String, to command: [String]) throws(UserFacingError) -> Event {
    let input = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    defer { Foundation.close(input) }
    let end = try runInTerminal(command, input: .descriptor(input)) { _ in true }
    return .notify(
      Sentence("status.piped", .text(command.first ?? ""), .text(end.text)),
      isError: end != .exited(0)
    )
  }

  /// Runs a program that has the terminal until it ends.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - input: What it reads.
  ///   - waits: Whether what it has printed is left on the terminal until the person has read it.
  /// - Returns: How it ended.
  /// - Throws: Why it was not started.
  private func runInTerminal(
    _ command: [String],
    input: ChildStream,
    waits: (ChildEnd) -> Bool
  ) throws(UserFacingError) -> ChildEnd {
    let launch = ChildLaunch(
      command,
      group: .ours,
      input: input,
      output: .descriptor(STDOUT_FILENO),
      errors: .descriptor(STDERR_FILENO)
    )
    var outcome: Result<ChildEnd, ChildStartError> = .success(.unknown)
    let name = command.first ?? ""
    lend {
      do throws(ChildStartError) {
        let end = try ChildProcess(launch).wait() ?? .unknown
        if waits(end) { waitForEnter(after: name, end) }
        outcome = .success(end)
      } catch {
        outcome = .failure(error)
      }
    }
    switch outcome {
    case .failure(let error): throw UserFacingError.notStarted(name, error.errno)
    case .success(let end): return end
    }
  }

  /// Lets the person edit a file with their editor, which has the terminal meanwhile; returns what
  /// is to be said of it, if it failed.
  func edit(_ path: String, _ environment: [String: String]) throws(UserFacingError) -> Event? {
    let usual = [["sensible-editor"], ["vi"]]
    let (name, end) = try edit(path, with: Self.editors([], environment, usual: usual), usual)
    guard end != .exited(0) else { return nil }
    return .notify(Sentence("status.piped", .text(name), .text(end.text)), isError: true)
  }

  /// Lets the person write a message in the editor of the configuration, else in theirs.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - editor: The editor of the configuration; empty for none.
  ///   - environment: Where theirs is named.
  ///   - lock: A descriptor that the editor has too: a lock on it lasts as long as one of the two.
  /// - Returns: What is to be said of the editor; `nil` if it has ended well.
  /// - Throws: Why none was started.
  func write(
    _ path: String,
    with editor: [String],
    _ environment: [String: String],
    holding lock: Int32?
  ) throws(UserFacingError) -> Sentence? {
    let usual = [["editor"], ["vi"]]
    let editors = Self.editors(editor, environment, usual: usual)
    let (name, end) = try edit(path, with: editors, usual, holding: lock)
    guard end != .exited(0) else { return nil }
    return Sentence("status.editor.failed", .text(name), .text(end.text))
  }

  private func edit(
    _ path: String,
    with editors: [[String]],
    _ usual: [[String]],
    holding lock: Int32? = nil
  ) throws(UserFacingError) -> (name: String, end: ChildEnd) {
    for command in editors {
      var launch = ChildLaunch(
        command + [path],
        group: .ours,
        input: .descriptor(STDIN_FILENO),
        output: .descriptor(STDOUT_FILENO),
        errors: .descriptor(STDERR_FILENO)
      )
      launch.inherited = lock
      var outcome: Result<ChildEnd, ChildStartError> = .success(.unknown)
      lend {
        outcome = Result { () throws(ChildStartError) in
          try ChildProcess(launch).wait() ?? .unknown
        }
      }
      switch outcome {
      case .success(let end): return (command[0], end)
      case .failure(let error) where error.errno == ENOENT && usual.contains(command): continue
      case .failure(let error):
        let reason = String(cString: strerror(error.errno))
        throw UserFacingError(
          Sentence("error.program-not-started", .text(command[0]), .text(reason))
        )
      }
    }
    throw UserFacingError(Sentence("error.no-editor"))
  }

  /// The editor that is set, else the usual ones, of which the first one that there is counts.
  private static func editors(
    _ configured: [String],
    _ environment: [String: String],
    usual: [[String]]
  ) -> [[String]] {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0].flatMap(ShellWords.split) }
    let set = ([configured] + named).first { !$0.isEmpty }
    return set.map { [$0] } ?? usual
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

// MARK: - Parts

extension ExternalPrograms {
  /// What shows a part, as the mailcap files are now; an opener of the configuration comes first.
  func viewer(of task: PartTask, asText: Bool) -> PartViewer {
    if !asText, !opener.isEmpty { return PartViewer() }
    let mailcap = Mailcap(environment.variables, home: environment.home)
    let choice = mailcap.choice(for: task.type, asText: asText, environment.variables)
    // A text takes the status line's sentence away, so the next one that has none says it.
    let isShown = asText && choice.program != nil
    let note = isShown ? nil : reports.note(on: choice, of: mailcap)
    return PartViewer(program: choice.program, note: note)
  }

  /// Shows a private copy of a part.
  func open(
    _ path: String,
    _ task: PartTask,
    _ viewer: PartViewer
  ) throws(UserFacingError) -> Event {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let program = viewer.program else {
      return try open(path, called: name, note: viewer.note)
    }
    let command = program.arguments(for: path, task, home: environment.home)
    let input = program.command.readsFile ? -1 : Foundation.open(path, O_RDONLY | O_CLOEXEC)
    defer { if input >= 0 { Foundation.close(input) } }
    guard program.needsTerminal else {
      try start(ChildLaunch(command, input: input >= 0 ? .descriptor(input) : .null))
      return opened(command, name, viewer.note)
    }
    defer { unlink(path) }
    let end = try runInTerminal(
      command,
      input: .descriptor(input >= 0 ? input : STDIN_FILENO)
    ) { $0 != .exited(0) }
    guard end == .exited(0) else {
      return .notify(.programFailed(program.command.name, end, []), isError: true)
    }
    return opened(command, name, viewer.note)
  }

  /// Has a program make text of a private copy of a part.
  func show(
    _ path: String,
    _ task: PartTask,
    _ viewer: PartViewer,
    columns: Int
  ) throws(UserFacingError) {
    guard let program = viewer.program else { return }
    try texts.start(
      program.arguments(for: path, task, home: environment.home),
      over: path,
      isNamed: program.command.readsFile,
      columns: columns,
      in: (task.wasEncrypted ? environment.folderInMemory : nil) ?? environment.temporaryFolder,
      for: task.request
    )
  }
}

extension Sentence {
  /// A program has failed: how it ended, and the first line of what it complained of.
  static func programFailed(_ name: String, _ end: ChildEnd, _ complaint: [UInt8]) -> Sentence {
    let complaint = String(decoding: complaint.prefix(1024), as: UTF8.self)
    return Sentence(
      "error.program-failed",
      .text(name),
      .text(end.text),
      .text(complaint.split(separator: "\n").first.map { String($0) } ?? "")
    )
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
