import Foundation
import TestSupport
import Testing
import TriageCore

/// Random keys, sizes, pastes, stops and changes by others, in a real terminal.
///
/// It makes a thousand steps, the same ones each time; with `MULLIGAN_RANDOM_SECONDS` it goes on for
/// so long, and `MULLIGAN_RANDOM_SEED` chooses others.
@Suite(.serialized) struct RandomKeysTests {
  private let seconds = Self.number("MULLIGAN_RANDOM_SECONDS")
  private let seed = UInt64(Self.number("MULLIGAN_RANDOM_SEED") ?? 1)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let keys: [String] =
    "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789/?.:;+-*=<>!&#$\\|".map {
      $0 == ";" ? "\\;" : String($0)
    } + [
      "Enter", "Enter", "Escape", "Escape", "Tab", "BTab", "Space", "Up", "Down", "Left", "Right",
      "PPage", "NPage", "Home", "End", "F10", "BSpace", "DC", "C-a", "C-b", "C-d", "C-e", "C-f",
      "C-k", "C-l", "C-r", "C-u", "C-w", "C-_", "C-c", "M-b", "M-e", "M-f", "M-g", "M-h", "M-m",
      "M-v", "M-Left", "M-Right", "q", "C-z",
    ]

  private static let pastes = [
    "tag:inbox", "a\nb\nc", "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{9B}31m", "שלום 会议 👩‍👩‍👧",
    String(repeating: "word ", count: 20_000), "\u{1B}[200~x", "\u{0}\u{1}\u{2}",
  ]

  @Test func `nothing breaks, whatever is typed`() throws {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.deliverCorpus(150, seed: seed)
    try mail.deliverFixtures(["mail"])
    var random = SplitMix(seed)
    var (screen, stream) = try start(mail, &random)
    var memory: [Int] = []
    var starts = 1
    // The step of the last Ctrl-C.
    var interrupt = -100
    var steps = 0
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    while end.map({ ContinuousClock.now < $0 }) ?? (steps < 1000) {
      steps += 1
      if try step(screen, mail, &random) == "C-c" { interrupt = steps }
      guard steps.isMultiple(of: 25) else { continue }
      try stream.check()
      guard stream.quiet < hangGuard else {
        throw NotShown(wish: "something reacts", lines: try screen.processes() + screen.lines())
      }
      if try hasLeft(screen, mail, interrupted: steps - interrupt < 100) {
        (screen, stream) = try start(mail, &random)
        starts += 1
        memory = []
      } else if let process = try screen.process(of: ""), let size = resident(process) {
        let engine = try screen.process(of: "engine").flatMap(resident) ?? 0
        memory.append(size + engine)
        if steps.isMultiple(of: 5000) {
          print("\(steps) steps, \(starts) starts: screen \(size) kB, engine \(engine) kB")
        }
      }
    }
    print("seed \(seed): \(steps) steps, \(starts) starts")
    // A paste without an end, as one that began while the program stood still.
    try screen.typeRaw("\u{1B}[200~x")
    try leave(screen, mail)
    try stream.check()
    try check(screen, mail)
    let settled = memory.dropFirst(20)
    if let first = settled.first, let most = settled.max() {
      #expect(most < first * 3 / 2 + 20_000, "\(memory)")
    }
  }

  /// Starts the program with settings at random, recording what it writes.
  private func start(
    _ mail: TemporaryMail,
    _ random: inout SplitMix
  ) throws -> (TmuxScreen, RecordedStream) {
    try? FileManager.default.removeItem(atPath: "\(mail.folder)/left")
    let settings = "\(mail.folder)/settings.toml"
    try Self.settings(&random).write(toFile: settings, atomically: true, encoding: .utf8)
    let screen = try TmuxScreen(mail, ["--config", settings], isClosed: true)
    try screen.wait("its hints are there") { lines in
      lines.contains { line in ["Help", "Справка", "帮助"].contains { line.contains($0) } }
    }
    let stream = "\(mail.folder)/stream-\(UUID().uuidString)"
    try screen.record(to: stream)
    return (screen, RecordedStream(file: stream))
  }

  /// A configuration, half of the time without anything in it.
  private static func settings(_ random: inout SplitMix) -> String {
    func one(_ values: String...) -> String { "\"\(values.randomElement(using: &random) ?? "")\"" }
    // What an editor writes is not ours to check, and nothing may leave.
    let writing = "\n[compose]\neditor = [\"true\"]\nsendmail = [\"/no/such/program\"]\n"
    guard random.flip() else { return writing }
    return """
      language = \(one("en", "ru", "zh-Hans"))
      theme = \(one("light", "plain", "high-contrast"))
      [layout]
      preview = \(one("off", "right", "below"))
      [list]
      acted = \(one("keep", "remove"))
      sort = \(one("newest-first", "oldest-first"))
      [reading]
      mark_read_after = \(random.flip() ? 0.0 : 2.0)
      [mouse]
      shake = \(random.flip())
      [keys]
      preset = \(one("vim", "emacs", "gmail", "mutt"))
      [[view]]
      name = "Inbox"
      query = "tag:inbox"
      on_enter = { sort = "oldest-first", limit = "tag:unread" }
      [[view]]
      name = "Others"
      query = "tag:other"
      [[action]]
      id = "finish"
      steps = ["mark-read", "archive", "add-tag:done"]
      key = "D"
      """ + writing
  }

  /// Does something at random; returns the key if it was one.
  private func step(
    _ screen: TmuxScreen,
    _ mail: TemporaryMail,
    _ random: inout SplitMix
  ) throws -> String? {
    switch Int.random(in: 0..<200, using: &random) {
    case 0..<4:
      try screen.resize(
        columns: Int.random(in: 1...200, using: &random),
        rows: Int.random(in: 1...60, using: &random)
      )
    case 4..<8: try screen.resize(columns: 80, rows: 24)
    case 8..<12: try screen.paste(Self.pastes.randomElement(using: &random) ?? "")
    case 12..<14: try screen.typeRaw("\u{1B}[")
    case 14..<16:
      guard let process = try screen.process(of: "") else { return nil }
      kill(process, SIGSTOP)
      pause(for: .milliseconds(100))
      kill(process, SIGCONT)
    case 16: try mail.tag("+other", "-unread", "--", "date:..2020")
    case 17: try mail.mulligan("apply", "archive", "--limit", "3", "--yes", "--", "tag:inbox")
    case 18: try mail.mulligan("undo", "--yes")
    case 19..<25:
      let column = Int.random(in: 1...80, using: &random)
      let place = "\(column);\(Int.random(in: 1...24, using: &random))"
      let button = [0, 0, 0, 2, 32, 35, 64, 65].randomElement(using: &random) ?? 0
      try screen.point("<\(button);\(place)M", "<\(button);\(place)m")
    default:
      let key = Self.keys.randomElement(using: &random) ?? "j"
      try screen.press(key)
      return key
    }
    return nil
  }

  /// Whether a key has left the program, well; what is on the screen has no control characters.
  ///
  /// Ctrl-C that comes while the program stands still, or has just been let go on, is no key yet but
  /// a signal.
  private func hasLeft(
    _ screen: TmuxScreen,
    _ mail: TemporaryMail,
    interrupted: Bool = false
  ) throws -> Bool {
    let lines = try screen.lines()
    let hasControls = lines.contains { line in
      line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
    #expect(!hasControls, "\(lines)")
    let end = try? String(contentsOfFile: "\(mail.folder)/left", encoding: .utf8)
    guard let end, !end.isEmpty else { return false }
    #expect(end == "left with 0\n" || (interrupted && end == "left with 130\n"), "\(lines)")
    #expect(try !screen.settings().contains("-icanon"))
    return true
  }

  private func resident(_ process: Int32) -> Int? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// Leaves whatever is open, then the program.
  ///
  /// A paste whose end never came takes all keys until none has come for a second: then once more.
  private func leave(_ screen: TmuxScreen, _ mail: TemporaryMail) throws {
    try screen.resize(columns: 80, rows: 24)
    let hasLeft = try eventually(every: .zero) {
      pause(for: .milliseconds(1500))
      for _ in 0..<8 where try !self.hasLeft(screen, mail) {
        try screen.press("Escape")
        // With the next key at once it would be another one.
        pause(for: .milliseconds(300))
      }
      if try !self.hasLeft(screen, mail) { try screen.press("Q") }
      pause(for: .milliseconds(300))
      return try self.hasLeft(screen, mail)
    }
    guard hasLeft else { throw NotShown(wish: "the program has left", lines: try screen.lines()) }
  }

  /// The terminal is as it was, the history is whole, and nothing is left to be settled.
  private func check(_ screen: TmuxScreen, _ mail: TemporaryMail) throws {
    #expect(try !screen.settings().contains("-icanon"))
    #expect(try mail.mulligan("history", "verify").status == 0)
    #expect(try mail.mulligan("history", "recover").output.contains("Nothing was interrupted"))
    let dump = try mail.dump()
    let undo = try mail.mulligan("undo", "--yes")
    if undo.status == 0, undo.output.contains("Undid") {
      #expect(try mail.mulligan("redo", "--yes").status == 0)
      #expect(try mail.dump() == dump)
    }
  }
}

/// What a terminal is sent, checked piece by piece while it comes.
private struct RecordedStream {
  let file: String
  private var checked: UInt64 = 0
  private var size: UInt64 = 0
  private var grew = ContinuousClock.now

  /// For how long no check has found anything new.
  var quiet: Duration { ContinuousClock.now - grew }

  init(file: String) { self.file = file }

  /// Checks what has come, up to the last sequence, which may not be whole yet; the end of one of
  /// them begins with an escape, too.
  mutating func check() throws {
    guard let handle = FileHandle(forReadingAtPath: file) else { return }
    try handle.seek(toOffset: checked)
    let bytes = [UInt8](try handle.readToEnd() ?? Data())
    if checked + UInt64(bytes.count) > size {
      size = checked + UInt64(bytes.count)
      grew = .now
    }
    let starts = bytes.indices.dropLast().reversed()
    guard let end = starts.first(where: { bytes[$0] == 0x1B && bytes[$0 + 1] != 0x5C }) else {
      return
    }
    #expect(OutputStream(Array(bytes[..<end]), isWhole: true).strange == [])
    checked += UInt64(end)
  }
}
