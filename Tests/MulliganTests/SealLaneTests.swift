import EngineLink
import Foundation
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// Sealed mail in a real engine: what comes at once, what comes later, and who is asked.
@Suite(.serialized, .enabled(if: TemporaryKeys.areAvailable)) struct SealLaneTests {
  private let mail: TemporaryMail
  private let keys: TemporaryKeys

  init() throws {
    mail = try TemporaryMail()
    keys = try TemporaryKeys(of: SealedThread.people)
    for name in ["one", "two", "three"] {
      try add(name, try keys.encrypted(TemporaryKeys.text("word of \(name)\n"), to: ["Bob"]))
    }
    try add("free", try keys.encrypted(TemporaryKeys.text("free word\n"), to: ["Ann"]))
    try add("signed", try keys.signed(TemporaryKeys.text("signed word\n"), by: "ann@example.org"))
    try mail.notmuch("new")
    try keys.forget()
  }

  private func add(_ id: String, _ content: String) throws {
    let text = TemporaryKeys.message("\(id)@seals", content)
    try text.write(toFile: "\(mail.root)/\(id)", atomically: false, encoding: .utf8)
  }

  private func link(_ more: [String: String] = [:]) throws -> Link {
    let variables = ["XDG_STATE_HOME": mail.state, "GNUPGHOME": keys.home].merging(more) { $1 }
    let launch = EngineProcess.launch(
      [Program.path, "engine"],
      environment: mail.environment.merging(variables) { $1 },
      log: STDERR_FILENO
    )
    return Link(try EngineProcess(starting: launch, as: greeting))
  }

  @Test func `K3: a text comes at once with its seals pending, and they are known later`() throws {
    let link = try link()
    for (name, word) in [("free", "free word"), ("signed", "signed word")] {
      let first = try #require(link.content(name))
      #expect(first.seals.map(\.isPending) == [true])
      #expect(link.waitForSeals(of: name))
      let second = try #require(link.content(name))
      #expect(second.seals.map(\.isPending) == [false])
      #expect(second.lines.contains { $0.text == word })
      // It has come by itself, too, after the text that it fills.
      #expect(link.filled[MessageID("\(name)@seals")] == second)
      #expect(link.order == ["reply", "filled", "reply"])
      link.order = []
    }
  }

  @Test func `K19: one question opens what else the key opens; a thread asks nobody before`() throws
  {
    let link = try link()
    for name in ["one", "two", "three"] {
      _ = link.content(name)
      #expect(link.waitForSeals(of: name))
      #expect(link.content(name)?.seals.map(\.state) == [.locked])
    }
    #expect(keys.questions == 0)
    try keys.answer("secret")
    let opened = link.unlock("one", others: ["two", "three"])
    #expect(opened?.seals.map(\.state) == [.open])
    for name in ["two", "three"] {
      #expect(link.waitForSeals(of: name))
      #expect(link.content(name)?.lines.contains { $0.text == "word of \(name)" } == true)
    }
    #expect(keys.questions == 1)
  }

  @Test func `K18: a question can be given up, and the part is locked as before`() throws {
    try keys.hang()
    let link = try link()
    let request = link.send(.unlock("one@seals", MessageOptions(), others: []))
    #expect(
      eventually {
        link.read()
        return keys.questions == 1
      }
    )
    // While a person thinks, the engine answers.
    #expect(link.content("signed") != nil)
    link.send(.cancel(request))
    #expect(link.content(answering: request)?.seals.map(\.state) == [.locked])
  }

  @Test func `K2: while a person is asked, all else goes on, and the next question waits`() throws {
    try keys.hang()
    let link = try link()
    let first = link.send(.unlock("one@seals", MessageOptions(), others: []))
    let second = link.send(.unlock("two@seals", MessageOptions(), others: []))
    try waitUntil("one question is asked") {
      link.read()
      return keys.questions == 1
    }
    // The quiet lane opens what is free, and the lock of the index is nobody's.
    _ = link.content("free")
    #expect(link.waitForSeals(of: "free"))
    #expect(link.content("free")?.seals.map(\.state) == [.open])
    let star = ChangeRequest(
      .perform([Command([.fixed(.star)], on: .query("*", limit: nil))], name: nil),
      context: StepContext(origin: .screen, session: "lanes", host: "h", pid: 1)
    )
    guard case .changed(let result)? = link.answer(to: link.send(.change(star))) else {
      throw NeverSo(what: "the change is made")
    }
    #expect(result.changed == 5)
    #expect(keys.questions == 1)
    // The one that waits is given up without being asked.
    link.send(.cancel(second))
    link.send(.cancel(first))
    #expect(link.content(answering: first)?.seals.map(\.state) == [.locked])
    guard case .failed(let failure)? = link.answer(to: second) else {
      throw NeverSo(what: "the second question is given up")
    }
    #expect(failure.code == .cancelled && keys.questions == 1)
    // The calls of neither lane outlive them.
    #expect(try keys.pinentries().isEmpty)
  }

  @Test func `K20: what was opened is forgotten when that is asked for, and after it was left`()
    throws
  {
    let link = try link()
    func open() {
      _ = link.content("free")
      #expect(link.waitForSeals(of: "free"))
      #expect(link.content("free")?.seals.map(\.state) == [.open])
    }
    open()
    _ = link.answer(to: link.send(.forgetUnlocked))
    #expect(link.content("free")?.seals.map(\.state) == [.pending])
    #expect(link.waitForSeals(of: "free"))
    #expect(link.content("free")?.seals.map(\.state) == [.open])
    link.send(.left(["free@seals"], keptFor: 0))
    #expect(link.content("free")?.seals.map(\.state) == [.pending])
  }

  /// Waits until the quiet lane has done what it was given before.
  private func waitForLane(_ link: Link) {
    _ = link.content("signed")
    #expect(link.waitForSeals(of: "signed"))
  }

  @Test func `K20: what opens after its message was left is not kept`() throws {
    let link = try link()
    #expect(link.content("free")?.seals.map(\.state) == [.pending])
    link.send(.left(["free@seals"], keptFor: 0))
    waitForLane(link)
    #expect(link.content("free")?.seals.map(\.state) == [.pending])
  }

  @Test func `K20: what opens after its text was given up is not kept`() throws {
    let link = try link()
    // Whether the text is rendered by then, or even sent, is the same.
    let request = link.send(.message("free@seals", MessageOptions()))
    link.send(.cancel(request))
    link.send(.left(["free@seals"], keptFor: 0))
    waitForLane(link)
    #expect(link.content("free")?.seals.map(\.state) == [.pending])
  }

  @Test func `K20: what was opened is forgotten even if its file has gone meanwhile`() throws {
    let link = try link()
    _ = link.content("free")
    #expect(link.waitForSeals(of: "free"))
    #expect(link.content("free")?.seals.map(\.state) == [.open])
    let (path, away) = ("\(mail.root)/free", "\(mail.root)/away")
    try FileManager.default.moveItem(atPath: path, toPath: away)
    link.send(.left(["free@seals"], keptFor: 0))
    waitForLane(link)
    try FileManager.default.moveItem(atPath: away, toPath: path)
    #expect(link.content("free")?.seals.map(\.state) == [.pending])
  }

  @Test func `K20: a message that is left and asked for again at once is tried again`() throws {
    let link = try link()
    #expect(link.content("free")?.seals.map(\.state) == [.pending])
    // Wherever the first try is meanwhile, the second visit has one of its own.
    for _ in 1...3 {
      link.send(.left(["free@seals"], keptFor: 0))
      #expect(link.content("free")?.seals.map(\.state) == [.pending])
    }
    try waitUntil("it is open") {
      link.content("free")?.seals.map(\.state) == [.open]
    }
  }

  @Test func `K20: a part that was seen is the one that is saved, whatever opens meanwhile`() throws
  {
    let file = TemporaryKeys.text("attached", headers: "Content-Disposition: attachment\n")
    let inner = ["first", "second"].map { TemporaryKeys.text($0) }
    let sealed = try keys.encrypted(TemporaryKeys.mixed(inner, boundary: "inner"), to: ["Ann"])
    try add("mixed", TemporaryKeys.mixed([sealed, file]))
    try mail.notmuch("new")
    let link = try link()
    let before = try #require(link.content("mixed")?.parts.last)
    #expect(link.waitForSeals(of: "mixed"))
    let opened = try #require(link.content("mixed")?.parts)
    // The number that it had then is another part's now.
    #expect(opened.last?.number != before.number)
    #expect(opened.contains { $0.number == before.number })
    #expect(link.bytes(of: before, in: "mixed") == "attached")
    let second = try #require(opened.dropLast().last)
    #expect(link.bytes(of: second, in: "mixed")?.hasPrefix("second") == true)
    _ = link.answer(to: link.send(.forgetUnlocked))
    // What is in nothing sealed is there all the same; what was, is not taken for something else.
    #expect(link.bytes(of: try #require(opened.last), in: "mixed") == "attached")
    #expect(link.bytes(of: second, in: "mixed") == nil)
  }

  @Test func `K22: an agent that the engine starts has none of its limits, and stays`() throws {
    #expect(try keys.agent() == nil)
    do {
      let link = try link()
      _ = link.content("free")
      #expect(link.waitForSeals(of: "free"))
      #expect(link.content("free")?.seals.map(\.state) == [.open])
    }
    let agent = try #require(try keys.agent())
    let limits = try String(contentsOfFile: "/proc/\(agent)/limits", encoding: .utf8)
    let line = try #require(limits.lines.first { $0.hasPrefix("Max data size") })
    let values = line.dropFirst(26).split(separator: " ")
    #expect(values[0] == values[1], "\(line)")
  }

  @Test func `K23: an agent that does not answer costs its own seals and nothing else`() throws {
    let agent = try keys.stopAgent()
    defer { kill(agent, SIGCONT) }
    let link = try link()
    _ = link.content("free")
    // A signature needs no agent, but the quiet lane tries one thing after the other.
    #expect(link.content("signed") != nil)
    #expect(link.waitForSeals(of: "free"))
    #expect(link.content("free")?.seals.map(\.state) == [.noAnswer])
    #expect(link.waitForSeals(of: "signed"))
    #expect(link.content("signed")?.seals.first?.signatures.map(\.verdict) == [.good])
    // No gpg is left behind.
    let pattern = keys.home.replacing("/k-", with: "/[k]-") + " .*--decrypt"
    let running = try keys.run(["bash", "-c", "pgrep -f -- '\(pattern)' || true"])
    #expect(running.isEmpty)
  }

  @Test func `K23: a gpg that hangs is ended among any number of children, which are forgotten`()
    throws
  {
    // A program for pages that leaves others behind, in sessions of their own.
    let script = """
      for i in $(seq 250); do setsid sleep 1001 < /dev/null > /dev/null 2>&1 & done
      while [ "$(ps -o sess= --ppid $$ | sort -u | wc -l)" -lt 250 ]; do :; done
      """
    let many = try mail.program("many", script)
    let page = "Content-Type: text/html\n\n<p>A page.\n"
    for name in ["page", "other"] { try add(name, page) }
    try mail.notmuch("new")
    let link = try link()
    func children(_ state: String) throws -> Int {
      let list = "ps -o stat= --ppid \(link.process) | grep -c '^[\(state)]' || true"
      return Int(try keys.run(["sh", "-c", list]).lines.first ?? "") ?? -1
    }
    link.send(.message("page@seals", MessageOptions(filter: [many])))
    try waitUntil("they are left to the engine") {
      link.read()
      return try children("S") >= 250
    }
    defer { _ = try? keys.run(["pkill", "-P", "\(link.process)", "-x", "sleep"]) }
    let agent = try keys.stopAgent()
    defer { kill(agent, SIGCONT) }
    _ = link.content("free")
    #expect(link.waitForSeals(of: "free"))
    #expect(try programs(of: link, named: "gpg") == "")
    try keys.run(["pkill", "-P", "\(link.process)", "-x", "sleep"])
    try waitUntil("they have ended") { try children("S") <= 1 }
    try waitUntil("the next message makes the engine forget them") {
      _ = link.content("other")
      return try children("Z") == 0
    }
  }

  @Test func `K23: a gpg that was asked for its version does not stay behind`() throws {
    let folder = "\(mail.folder)/lingering"
    try keys.run(["sh", "-c", "mkdir \(folder) && mkfifo \(folder)/never"])
    let scripts = [
      "gpgconf": "/usr/bin/gpgconf \"$@\" | sed 's|:/usr/bin/gpg:|:\(folder)/gpg:|'",
      // It has said all, and goes on.
      "gpg": """
      [ "$*" = --version ] || exec /usr/bin/gpg "$@"
      /usr/bin/gpg --version; exec >&-; read never < \(folder)/never
      """,
    ]
    for (name, script) in scripts {
      try writeProgram("#!/bin/sh\n\(script)\n", to: "\(folder)/\(name)")
    }
    let path = mail.environment["PATH"] ?? "/usr/bin:/bin"
    let link = try link(["PATH": "\(folder):\(path)"])
    _ = link.content("signed")
    #expect(link.waitForSeals(of: "signed"))
    #expect(link.content("signed")?.seals.first?.signatures.map(\.verdict) == [.good])
    #expect(try programs(of: link, named: "gpg") == "")
  }

  /// The programs of GnuPG that the engine has started and that are there, running or not.
  private func programs(of link: Link, named name: String) throws -> String {
    let list = "ps -o stat=,args= --ppid \(link.process) | grep -w -- \(name) || true"
    return try keys.run(["sh", "-c", list])
  }

  @Test func `K23: after two seals without an answer the lane rests, until a person tries again`()
    throws
  {
    try keys.make("Cem <cem@example.org>")
    for name in ["four", "five", "six"] {
      try add(name, try keys.encrypted(TemporaryKeys.text("word of \(name)\n"), to: ["Cem"]))
    }
    try mail.notmuch("new")
    let agent = try keys.stopAgent()
    let link = try link()
    for name in ["four", "five"] {
      _ = link.content(name)
      #expect(link.waitForSeals(of: name))
    }
    kill(agent, SIGCONT)
    // It would open by now, but is not tried.
    _ = link.content("six")
    #expect(link.waitForSeals(of: "six"))
    for name in ["four", "five", "six"] {
      #expect(link.content(name)?.seals.map(\.state) == [.noAnswer])
    }
    link.send(.retrySeals)
    for name in ["six", "five", "four"] {
      #expect(link.content(name)?.seals.map(\.state) == [.pending])
      #expect(link.waitForSeals(of: name))
      #expect(link.content(name)?.lines.contains { $0.text == "word of \(name)" } == true)
    }
  }
}

/// A screen's end of an engine's pipe.
private final class Link {
  private let engine: EngineProcess
  private var next: RequestID = 1
  private var replies: [RequestID: EngineReply] = [:]
  private var bytes: [RequestID: [UInt8]] = [:]
  private var sealed: [MessageID] = []
  /// The texts that came by themselves.
  private(set) var filled: [MessageID: MessageContent] = [:]
  /// Replies, and texts that came by themselves, in the order in which they came.
  var order: [String] = []

  init(_ engine: EngineProcess) { self.engine = engine }

  var process: Int32 { engine.process }

  deinit { _ = engine.kill() }

  @discardableResult
  func send(_ body: EngineRequest.Body) -> RequestID {
    next += 1
    try? engine.connection.send(EngineRequest(id: next, body))
    return next
  }

  func answer(to request: RequestID) -> EngineReply? {
    _ = eventually {
      read()
      return replies[request] != nil
    }
    return replies.removeValue(forKey: request)
  }

  func content(answering request: RequestID) -> MessageContent? {
    if case .message(let content)? = answer(to: request) { content } else { nil }
  }

  func content(_ name: String) -> MessageContent? {
    content(answering: send(.message(MessageID("\(name)@seals"), MessageOptions())))
  }

  func unlock(_ name: String, others: [String]) -> MessageContent? {
    let others = others.map { MessageID("\($0)@seals") }
    return content(
      answering: send(.unlock(MessageID("\(name)@seals"), MessageOptions(), others: others))
    )
  }

  /// What is in a part; `nil` if it cannot be read.
  func bytes(of part: PartInfo, in name: String) -> String? {
    let message = MessageID("\(name)@seals")
    let request = send(.part(message, part.reference, SealOptions()))
    guard case .partEnd? = answer(to: request) else { return nil }
    return String(decoding: bytes.removeValue(forKey: request) ?? [], as: UTF8.self)
  }

  /// Waits until the engine has said that more is known of a message.
  func waitForSeals(of name: String) -> Bool {
    eventually {
      read()
      guard let index = sealed.firstIndex(of: MessageID("\(name)@seals")) else { return false }
      sealed.remove(at: index)
      return true
    }
  }

  func read() {
    engine.connection.writable()
    for case .message(let message) in engine.readable() {
      switch message {
      case .reply(let id, .partBytes(let piece)): bytes[id, default: []] += piece.bytes
      case .reply(let id, let reply):
        replies[id] = reply
        order.append("reply")
      case .sealed(let message): sealed.append(message)
      case .filled(let content, _):
        order.append("filled")
        sealed.append(content.id)
        filled[content.id] = content
      case .progress, .changed, .sorting, .counting, .due: break
      }
    }
  }
}
