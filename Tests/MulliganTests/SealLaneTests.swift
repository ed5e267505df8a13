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
    keys = try TemporaryKeys()
    try keys.make("Ann <ann@example.org>")
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
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

  private func link() throws -> Link {
    let variables = ["XDG_STATE_HOME": mail.state, "GNUPGHOME": keys.home]
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
    let pattern = keys.home.replacing("/tmp/k", with: "/tmp/[k]") + " .*--decrypt"
    let running = try keys.run(["bash", "-c", "pgrep -f -- '\(pattern)' || true"])
    #expect(running.isEmpty)
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
  private var sealed: [MessageID] = []

  init(_ engine: EngineProcess) { self.engine = engine }

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
      case .reply(let id, let reply): replies[id] = reply
      case .sealed(let message): sealed.append(message)
      case .progress, .changed, .sorting, .counting, .due: break
      }
    }
  }
}
