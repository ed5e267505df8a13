import Foundation
import TestSupport
import Testing
import TriageCore

/// Mail that is made to harm, on a real terminal: it opens, keys are answered, and what reaches the
/// terminal is ours.
///
/// `MULLIGAN_FULL_SWEEP` takes every giant at its full size; without it, some that are smaller.
@Suite(.serialized) struct BadMailScreenTests {
  private static let size = (columns: 120, rows: 60)
  private static let giants = sweepsAreWhole ? BadMail.all : BadMail.some
  /// What the engine may have in memory, in kilobytes.
  private static let memory = 384 << 10
  /// What the first text may take of the processor, and, where that is measured, what a key may
  /// take, in seconds: the goals hold for builds with optimisation.
  private static let limits = (key: 0.5, text: sweepsAreWhole ? 2.0 : 20.0)

  @Test func `every mail of the fixtures opens, and only our own sequences are written`() throws {
    let mail = try TemporaryMail.ofFixtures("mail")
    let count = Int(try mail.notmuch("count", "--output=threads", "tag:inbox").lines[0]) ?? 0
    #expect(count > 100)
    let screen = try open(mail)
    let frame = try Frame(screen.wait("the list is there") { $0[0].hasSuffix(" \(count)") })
    try screen.record(to: "\(mail.folder)/stream")
    try screen.press("Enter")
    for place in 0..<count {
      let lines = try screen.wait("the text is there") { Self.hasText($0, frame) }
      #expect(frame.isWhole(in: lines), "\(place)\n\(lines.joined(separator: "\n"))")
      try screen.press("Space", "H", "V", "C-c")
      try screen.wait("the list is there") { !Self.isReading($0, frame) }
      try screen.press("j", "Enter")
    }
    try leave(screen, mail)
  }

  @Test(arguments: giants.map(\.name))
  func `a giant opens, says what was cut, and keys are answered all the while`(
    name: String
  ) throws {
    let bad = try #require(Self.giants.first { $0.name == name })
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("plain@example.org", subject: "Quite plain"))
    let folder = "\(mail.root)/giants/cur"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // notmuch itself does not survive some of them: the file is another one when it has been indexed.
    let file = URL(fileURLWithPath: "\(folder)/giant:2,")
    try Data("From: a@example.org\nSubject: giant\n\nsmall\n".utf8).write(to: file)
    try mail.notmuch("new", "--quiet")
    try Data(bad.make().utf8).write(to: file)
    let screen = try open(mail, "read", "not id:plain@example.org")
    let frame = try Frame(screen.wait("the list is there") { $0[0].hasSuffix("1") })
    try screen.record(to: "\(mail.folder)/stream")
    let clock = ContinuousClock()
    let start = clock.now
    let used = try Self.processorTime(screen)
    try screen.press("Enter")
    let first = try screen.wait("the text is there") { Self.hasText($0, frame) }
    let (wait, text) = (clock.now - start, try Self.processorTime(screen) - used)
    #expect(frame.isWhole(in: first))
    // Once more, with another key while it is being read.
    try screen.press("q")
    try screen.wait("the list is there") { !Self.isReading($0, frame) }
    try screen.press("Enter")
    let pressed = clock.now
    try screen.press("?")
    try screen.wait(for: "In a thread")
    let key = clock.now - pressed
    try screen.press("q")
    let lines = try screen.wait("the text is there") { Self.hasText($0, frame) }
    for notice in bad.notices {
      let sentence = Self.sentences[notice.caseName] ?? "\(notice)"
      #expect(lines.contains { $0.contains(sentence) }, "\(lines.joined(separator: "\n"))")
    }
    for keys in ["Space", "G", "g", "g", "z", "H", "V", "V"] { try screen.press(keys) }
    try screen.wait("the text is there") { Self.hasText($0, frame) && frame.isWhole(in: $0) }
    let engine = try Self.peak(of: try #require(try screen.process(of: "engine")))
    let own = try Self.peak(of: try #require(try screen.process(of: "")))
    print(
      "\(name): text \(wait), of the processor \(text), key \(key), "
        + "engine \(engine) kB, screen \(own) kB"
    )
    #expect(engine < Self.memory && own < Self.memory)
    #expect(text < .seconds(Self.limits.text))
    if sweepsAreWhole { #expect(key < .seconds(Self.limits.key)) }
    try leave(screen, mail)
  }

  /// What the screen says of what is cut.
  private static let sentences = [
    "headersCut": "The headers are too long",
    "bodyCut": "The text is too long and was cut",
    "partsCut": "The message has too many parts",
    "depthCut": "The message is nested too deeply; some of it is not shown",
  ]

  private func open(_ mail: TemporaryMail, _ arguments: String...) throws -> TmuxScreen {
    try TmuxScreen(
      mail,
      arguments,
      columns: Self.size.columns,
      rows: Self.size.rows,
      isClosed: true
    )
  }

  /// Looks at all that the program has written since the list was there, and leaves it.
  private func leave(_ screen: TmuxScreen, _ mail: TemporaryMail) throws {
    defer { _ = try? screen.press("Q") }
    let stream = FileManager.default.contents(atPath: "\(mail.folder)/stream") ?? Data()
    let written = OutputStream(Array(stream))
    #expect(!stream.isEmpty && written.strange.isEmpty, "\(written.strange)")
  }

  /// Whether the region beside the sidebar shows more than a message's header line.
  private static func hasText(_ lines: [String], _ frame: Frame) -> Bool {
    let rows = frame.content(of: lines)
    return isReading(lines, frame)
      && rows.dropFirst().contains { $0.contains { $0 != " " } }
      && !rows.contains { $0.contains("Loading…") || $0.contains("stopped the mail engine") }
  }

  private static func isReading(_ lines: [String], _ frame: Frame) -> Bool {
    frame.content(of: lines).first?.contains("▾") == true
  }

  /// What screen and engine have used of the processor.
  private static func processorTime(_ screen: TmuxScreen) throws -> Duration {
    let ticks = try ["", "engine"].map { name in
      let process = try #require(try screen.process(of: name))
      let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // Behind the name in parentheses, the 12th and 13th fields.
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
    }
    return .milliseconds(ticks.reduce(0, +) * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The most memory that a process has had, in kilobytes.
  private static func peak(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.lines.first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? .max
  }
}

/// What stands round the text: a row that is wider than its region would break it.
private struct Frame {
  private let border: Int
  private let rows: Int

  init(_ lines: [String]) throws {
    rows = lines.count
    let row = Array(lines[1])
    border = try #require(row.firstIndex(of: "│"))
  }

  /// What is right of the sidebar.
  func content(of lines: [String]) -> [String] {
    lines.dropFirst().dropLast(2).map { String($0.dropFirst(border + 1)) }
  }

  /// Whether the sidebar's border stands in every row, and the lowest rows have their hints.
  func isWhole(in lines: [String]) -> Bool {
    lines.count == rows
      && lines.dropFirst().dropLast(2).allSatisfy { $0.dropFirst(border).first == "│" }
      && lines[rows - 1].contains("? Help")
  }
}

extension BadMail {
  /// One of each kind.
  fileprivate static var some: [BadMail] {
    let wanted = ["21: five", "27: 500", "41: multipart 1000", "42: 200", "61: nested tables"]
    return all.filter { bad in wanted.contains { bad.name.hasPrefix($0) } }
  }
}
