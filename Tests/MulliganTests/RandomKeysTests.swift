import Foundation
import TestSupport
import Testing
import TriageCore

/// Random keys, sizes, pastes, stops and changes by others, in a real terminal.
///
/// `MULLIGAN_RANDOM_SECONDS` makes it last longer, `MULLIGAN_RANDOM_SEED` repeats a run.
@Suite(.serialized) struct RandomKeysTests {
  private let seconds = Self.number("MULLIGAN_RANDOM_SECONDS") ?? 8
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
      "M-v", "M-Left", "M-Right", "q",
    ]

  private static let pastes = [
    "tag:inbox", "a\nb\nc", "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{9B}31m", "שלום 会议 👩‍👩‍👧",
    String(repeating: "word ", count: 20_000), "\u{1B}[200~x", "\u{0}\u{1}\u{2}",
  ]

  @Test func `nothing breaks, whatever is typed`() throws {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.deliverCorpus(150, seed: seed)
    try mail.tag("+inbox", "--", "*")
    var random = SplitMix(seed)
    var screen = try TmuxScreen(mail, isClosed: true)
    try screen.wait(for: "Help")
    let end = Date().addingTimeInterval(Double(seconds))
    var memory: [Int] = []
    var steps = 0
    var starts = 1
    while Date() < end {
      try step(screen, mail, &random)
      steps += 1
      guard steps.isMultiple(of: 25) else { continue }
      if try hasLeft(screen) {
        screen = try TmuxScreen(mail, isClosed: true)
        try screen.wait(for: "Help")
        starts += 1
      } else if let process = try screen.process(of: ""), let size = resident(process) {
        memory.append(size)
      }
    }
    print("seed \(seed): \(steps) steps, \(starts) starts, memory in kB \(memory)")
    try leave(screen)
    try check(screen, mail)
    let settled = memory.dropFirst(memory.count / 4)
    if let first = settled.first, let last = settled.last, settled.count > 4 {
      #expect(last < first * 3 / 2 + 20_000, "\(memory)")
    }
  }

  private func step(
    _ screen: TmuxScreen,
    _ mail: TemporaryMail,
    _ random: inout SplitMix
  ) throws {
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
      guard let process = try screen.process(of: "") else { return }
      kill(process, SIGSTOP)
      usleep(100_000)
      kill(process, SIGCONT)
    case 16: try mail.tag("+other", "-unread", "--", "date:..2020")
    case 17: try mail.mulligan("apply", "archive", "--limit", "3", "--yes", "--", "tag:inbox")
    case 18: try mail.mulligan("undo", "--yes")
    default: try screen.press(Self.keys.randomElement(using: &random) ?? "j")
    }
  }

  /// Whether a key has left the program, well; what is on the screen has no control characters.
  private func hasLeft(_ screen: TmuxScreen) throws -> Bool {
    let lines = try screen.lines()
    let hasControls = lines.contains { line in
      line.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
    #expect(!hasControls, "\(lines)")
    guard lines.contains(where: { $0.contains("left with") }) else { return false }
    #expect(lines.contains { $0.contains("left with 0") }, "\(lines)")
    #expect(try !screen.settings().contains("-icanon"))
    return true
  }

  private func resident(_ process: Int32) -> Int? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  private func leave(_ screen: TmuxScreen) throws {
    try screen.resize(columns: 80, rows: 24)
    usleep(500_000)
    for _ in 0..<8 where try !hasLeft(screen) {
      try screen.press("Escape")
      usleep(300_000)
    }
    if try !hasLeft(screen) { try screen.press("Q") }
    try screen.wait("the program has left", 60) { lines in
      lines.contains { $0.contains("left with 0") }
    }
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
