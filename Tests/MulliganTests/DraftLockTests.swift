import Foundation
import Outbox
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// Drafts that two screens have open, and editors that outlive theirs.
@Suite struct DraftLockTests {
  /// A mailbox whose first screen is in an editor that has saved, and ends when it is told to.
  private struct Place {
    let site: SendSite
    var gate: String { "\(site.mail.folder)/gate" }
    var writing: String { "\(site.mail.state)/mulligan/writing" }

    init() throws { site = try SendSite() }

    /// What the editor does: it saves, says so, and waits.
    var waits: String {
      "trap '' HUP; printf '\\nMy words.\\n' >> \"$1\"; echo saved\n"
        + "while [ -d '\(writing)' ] && [ ! -e '\(gate)' ]; do sleep 0.05; done\n"
    }

    func endEditor() throws { try Data().write(to: URL(fileURLWithPath: gate)) }

    /// The text that the editor has saved.
    var saved: String? {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: writing)) ?? []
      return names.filter { $0.hasSuffix(".eml") }.lazy.compactMap { name in
        try? String(contentsOfFile: "\(writing)/\(name)", encoding: .utf8)
      }.first { $0.contains("My words.") }
    }

    /// The messages that are being written, by their text.
    func drafts() throws -> [String] {
      let journal = try site.mail.journal()
      let folder = URL(fileURLWithPath: journal).deletingLastPathComponent().path + "/outgoing"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().compactMap {
        try? String(contentsOfFile: "\(folder)/\($0)/draft.eml", encoding: .utf8)
      }
    }
  }

  /// Opens the only message of the outbox in the editor.
  private func openInOutbox(_ screen: TmuxScreen) throws {
    try screen.press("g")
    try screen.press("o")
    try screen.wait(for: "draft  ")
    try screen.press("Enter")
  }

  private static let refusal = "is being edited by another Mulligan"

  @Test(arguments: [false, true])
  func `whoever opens a draft that another screen edits takes nothing away`(isKilled: Bool) throws {
    let place = try Place()
    let site = place.site
    let made = try site.mail.mulligan(
      ["compose", "--draft", "--to", "ann@example.org", "--subject", "Zebra"],
      input: "Hello.\n"
    )
    #expect(made.status == 0, "\(made)")
    let other = try site.open(editor: "true\n")
    try other.wait(for: "Enter Open")
    try openInOutbox(other)
    try other.wait(for: "Subject   Zebra")
    let first = try site.open(editor: place.waits)
    try first.wait(for: "Enter Open")
    try openInOutbox(first)
    try first.wait(for: "saved")
    if isKilled { kill(try #require(try first.process(of: "")), SIGKILL) }
    // In an open page, from the outbox, from the drafts, and from the message itself.
    for keys in [["e"], ["q", "Enter"], ["q", "q", "g", "d", "e"], ["q", "Enter"], ["e"]] {
      for key in keys {
        try other.press(key)
        switch key {
        case "q": try other.wait("the page is closed") { !$0.contains { $0.contains("y Send") } }
        case "d": try other.wait(for: "Drafts 1")
        default: break
        }
      }
      try other.wait(for: Self.refusal)
      try other.wait(for: "Subject   Zebra")
      #expect(place.saved != nil, "\(keys)")
    }
    try other.press("q")
    try other.wait("the page is closed") { !$0.contains { $0.contains("y Send") } }
    #expect(place.saved != nil)
    try place.endEditor()
    if isKilled {
      try waitUntil("the editor is gone") {
        try site.mail.mulligan("outbox", "discard", "--dry-run", "1").status == 0
      }
      let next = try site.open(editor: "true\n")
      try next.wait(for: "1 message was being written")
    } else {
      try first.wait(for: "My words.")
    }
    try waitUntil("it is kept") { try place.drafts().contains { $0.contains("My words.") } }
    #expect(try place.drafts().count == 1)
  }

  @Test func `a draft's folder stays as long as another screen's editor has it`() throws {
    let place = try Place()
    let site = place.site
    let first = try site.open(editor: place.waits)
    try first.wait(for: "Enter Open")
    try first.press("r")
    try first.wait(for: "saved")
    let folder = try #require(try place.drafts().first)
    let other = try site.open(editor: "true\n")
    try other.wait(for: "Enter Open")
    for keys in [["q"], ["w"], ["x", "q"]] {
      try openInOutbox(other)
      try other.wait(for: "y Send")
      for key in keys { try other.press(key) }
      try other.wait("the page is closed") { !$0.contains { $0.contains("y Send") } }
      try other.wait(for: Self.refusal)
      #expect(try place.drafts() == [folder], "\(keys)")
    }
    try other.press("d")
    try other.wait(for: "y Send")
    try other.wait(for: Self.refusal)
    #expect(try place.drafts() == [folder])
    for options in [[], ["--json"], ["--dry-run"]] {
      let run = try site.mail.mulligan(["outbox", "discard"] + options + ["1"])
      #expect(run.status != 0, "\(run)")
      #expect(run.output.contains("being-edited") || run.errors.contains(Self.refusal), "\(run)")
    }
    try other.press("Q")
    try other.wait(for: "left with 0")
    #expect(try place.drafts() == [folder])
    try place.endEditor()
    try first.wait(for: "My words.")
    try first.press("y")
    try waitUntil("it has left") { site.delivered.first?.contains("My words.") == true }
    try waitUntil("its file is gone") { place.saved == nil }
  }

  @Test func `a draft of another program is edited by one screen at a time`() throws {
    let place = try Place()
    let site = place.site
    let folder = "\(site.mail.root)/Drafts"
    for name in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
    try """
    From: robin@example.org
    To: zoe@example.org
    Subject: Foreign
    Message-ID: <other@example.org>

    Hello.

    """.write(toFile: "\(folder)/cur/other.1:2,DS", atomically: true, encoding: .utf8)
    try site.mail.notmuch("new")
    try site.mail.notmuch("tag", "-new", "-inbox", "--", "tag:draft")
    let first = try site.open(editor: place.waits, query: "tag:draft")
    try first.wait(for: "Enter Edit Draft")
    try first.press("e")
    try first.wait(for: "saved")
    let other = try site.open(editor: "echo mine >> \"$1\"\n", query: "tag:draft")
    try other.wait(for: "Enter Edit Draft")
    try other.press("e")
    try other.wait(for: Self.refusal)
    try other.press("q")
    try other.wait(for: "Enter Edit Draft")
    #expect(place.saved != nil)
    try waitUntil("one is being written") { try place.drafts().count == 1 }
    try place.endEditor()
    try first.wait(for: "My words.")
    try waitUntil("it is kept") { try place.drafts().contains { $0.contains("My words.") } }
    #expect(try place.drafts().allSatisfy { !$0.contains("mine") })
  }

  /// What becomes of a message before its editor, which has returned, saves once more.
  enum Fate: String, CaseIterable {
    case same, newer, thrownAway, sent, inherited
  }

  @Test(arguments: Fate.allCases)
  func `what an editor saves after it has returned is a draft at the next start`(fate: Fate) throws
  {
    let place = try Place()
    let site = place.site
    let words = [.newer, .sent].contains(fate) ? "printf 'First.\\n' >> \"$1\"\n" : ""
    let lock = fate == .inherited ? "" : "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; "
    let editor =
      "\(words)cp \"$1\" \"$1.own\"\n(trap '' HUP; \(lock)"
      + "while [ -d '\(place.writing)' ] && [ ! -e '\(place.gate)' ]; do sleep 0.05; done; printf 'My words.\\n' >> \"$1.own\"; "
      + "mv \"$1.own\" \"$1\") >/dev/null 2>&1 &\n"
    let first = try site.open(editor: editor)
    try first.wait(for: "Enter Open")
    try first.press("r")
    try first.wait(for: "y Send")
    switch fate {
    case .same, .inherited: break
    case .newer: try waitUntil("it is kept") { try place.drafts()[0].contains("First.") }
    case .thrownAway:
      try first.press("q")
      try first.wait(for: "Enter Open")
      try waitUntil("its folder is gone") { try place.drafts().isEmpty }
    case .sent:
      try first.wait(for: "First.")
      try first.press("y")
      try waitUntil("it has left") { site.delivered.count == 1 }
      try site.waitForSender()
    }
    if let program = try first.process(of: "") { kill(program, SIGKILL) }
    try place.endEditor()
    try waitUntil("it is saved") { place.saved != nil }
    // The screen and the editor may still have the lock.
    try waitUntil("nobody has it") {
      try FileManager.default.contentsOfDirectory(atPath: place.writing)
        .allSatisfy { !OutboxLock.isTaken("\(place.writing)/\($0)") }
    }
    let next = try site.open(editor: "true\n")
    try next.wait(for: "1 message was being written")
    let kept = try place.drafts().filter { $0.contains("My words.") }
    #expect(kept.count == 1)
    #expect(try place.drafts().count == (fate == .newer ? 2 : 1))
    try waitUntil("its file is gone") { place.saved == nil }
  }
}
