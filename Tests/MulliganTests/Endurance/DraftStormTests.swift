import Foundation
import Outbox
import TestSupport
import Testing

@testable import mulligan

/// Two screens that write the same drafts, killed at random with their editors.
@Suite(.serialized) struct DraftStormTests {
  /// What writes, what it has saved, and where that may lie.
  private struct Desk {
    let site: SendSite

    init() throws {
      site = try SendSite()
      try pace("0")
    }

    private var folder: String { site.mail.folder }
    private var writing: String { "\(site.mail.state)/mulligan/writing" }

    /// A line that no other editor writes, named in a list when it is saved; then it stays for a while.
    private var editor: String {
      "trap '' HUP; echo \"line-$$-\" >> \"$1\" && echo \"line-$$-\" >> '\(folder)/saved'\n"
        + "sleep $(cat '\(folder)/pace'); true\n"
    }

    /// How long editors stay.
    func pace(_ seconds: String) throws {
      try Data("\(seconds)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/pace"))
    }

    func screen() throws -> TmuxScreen { try site.open(editor: editor, columns: 120) }

    /// What editors have saved.
    var saved: [String] {
      (try? String(contentsOfFile: "\(folder)/saved", encoding: .utf8))?.lines ?? []
    }

    private func texts(in folder: String) -> String {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { !$0.hasSuffix(".lock") }.map { name in
        let file = name.hasSuffix(".eml") ? name : "\(name)/draft.eml"
        return (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
      }.joined()
    }

    /// What is neither with the engine nor, if that counts, in a file of a screen.
    func lost(_ countsFiles: Bool) throws -> [String] {
      let saved = saved
      let journal = URL(fileURLWithPath: try site.mail.journal()).deletingLastPathComponent().path
      // A text is with the engine before its file goes.
      let left = countsFiles ? texts(in: writing) : ""
      let kept = left + texts(in: "\(journal)/outgoing")
      return saved.filter { !kept.contains($0) }
    }

    var isLeft: Bool { !texts(in: writing).isEmpty }

    /// Whether a screen or an editor still has a message.
    var isBusy: Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: writing)) ?? []
      return names.contains { OutboxLock.isTaken("\(writing)/\($0)") }
    }

    /// Ends an editor, if one runs.
    func killEditor() {
      let pid = saved.last?.split(separator: "-").dropFirst().first.flatMap { Int32($0) }
      let command = try? String(contentsOfFile: "/proc/\(pid ?? 0)/cmdline", encoding: .utf8)
      if let pid, command?.contains(folder) == true { kill(pid, SIGKILL) }
    }
  }

  /// Leaves what is open, until the list is there; returns the screen, or another if that was left too.
  private func leave(_ screen: TmuxScreen, _ desk: Desk) throws -> TmuxScreen {
    var lines: [String] = []
    func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
    let isHome = try eventually(every: .milliseconds(50)) {
      lines = try screen.lines()
      if shows("q Back") { try screen.press("q") }
      if !shows("? Help") { try screen.press("Escape") }
      return shows("left with") || shows("? Help") && !shows("q Back")
    }
    guard isHome else { throw NotShown(wish: "the list is there", lines: lines) }
    guard shows("left with") else { return screen }
    let other = try desk.screen()
    try other.wait(for: "? Help")
    return other
  }

  /// Opens the outbox, whatever the keys before have opened.
  private func openOutbox(_ screen: TmuxScreen) throws {
    var tries = 0
    let isThere = try eventually(every: .milliseconds(300)) {
      if try screen.lines().contains(where: { $0.contains("draft  ") }) { return true }
      // A key at once after Escape would be another one.
      let keys = tries.isMultiple(of: 2) ? ["g", "o"] : ["Escape"]
      for key in keys { try screen.press(key) }
      tries += 1
      return false
    }
    guard isThere else { throw NotShown(wish: "the outbox is there", lines: try screen.lines()) }
  }

  @Test func `what an editor has saved is never lost, whoever opens the draft or is killed`() throws
  {
    let desk = try Desk()
    let made = try desk.site.mail.mulligan(
      ["compose", "--draft", "--to", "ann@example.org", "--subject", "Zebra"],
      input: "Hello.\n"
    )
    #expect(made.status == 0, "\(made)")
    var random = SplitMix(41)
    var screens = [try desk.screen(), try desk.screen()]
    var kills = 0
    for round in 0..<(sweepsAreWhole ? 300 : 4) {
      try desk.pace("0.\(Int.random(in: 0...5, using: &random))")
      for index in [round % 2, 1 - round % 2] {
        let screen = try leave(screens[index], desk)
        screens[index] = screen
        if Int.random(in: 0..<4, using: &random) == 0 {
          try screen.press("r")
        } else {
          try openOutbox(screen)
          for _ in 0..<Int.random(in: 0...2, using: &random) { try screen.press("j") }
          try screen.press("Enter")
        }
        pause(for: .milliseconds(Int.random(in: 0...200, using: &random)))
      }
      let victim = Int.random(in: 0..<4, using: &random)
      if victim < 2, let program = try screens[victim].process(of: "") {
        kill(program, SIGKILL)
        kills += 1
        screens[victim] = try desk.screen()
      } else if victim == 2 {
        desk.killEditor()
      }
      let key = ["q", "x", "e", "w"][Int.random(in: 0..<4, using: &random)]
      for screen in screens { try screen.press(key) }
      #expect(try desk.lost(true) == [], "round \(round)")
    }
    for screen in screens { try screen.close() }
    try waitUntil("nobody writes any more") { !desk.isBusy }
    let last = try desk.screen()
    try last.wait(for: "? Help")
    try waitUntil("all is kept") { !desk.isLeft }
    #expect(try desk.lost(false) == [])
    print("draft storm: \(desk.saved.count) lines saved, \(kills) screens killed")
  }
}
