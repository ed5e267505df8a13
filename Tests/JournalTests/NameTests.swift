import GRDB
import Journal
import TestSupport
import Testing
import TriageCore

/// Names of groups as the journal keeps them.
@Suite struct NameTests {
  /// Every kind of name, and those that hold others.
  private static let names: [ActionName] = {
    let own = NamedAction(id: "finish", titles: ["en": "Finish", "ru": "Завершить"])
    let tag = NamedAction(.addTag("a: \"b\""))
    let simple: [ActionName] = [
      .action(NamedAction(.fixed(.archive))), .action(tag), .action(own), .pair(own, tag),
      .several(own, others: 3), .all(tag, .sender, "CI \"Bot\""), .all(own, .list, "garden.x.org"),
      .custom("name.revert / {\"kind\":\"lost\"} \u{0}\u{1b}"),
      .custom(""),
      .reverts(2), .reapplies(3), .restore(to: -5), .restore(to: 7, after: .action(own)), .lost(1),
      .unknown("{\"kind\":\"merge\",\"of\":[1]}"),
      .unknown("action.gone"),
    ]
    return simple + simple.map(ActionName.reverting) + simple.map(ActionName.reapplying)
      + [.reapplying(.reverting(.reverting(.action(own))))]
  }()

  @Test(arguments: names) func `a name of any kind comes back as it was given`(name: ActionName)
    throws
  {
    let site = JournalSite()
    let step = try site.open().make(.action(name: name), .removing(from: "m"))
    let journal = try site.open()
    #expect(try journal.step(step)?.name == name)
    #expect(try journal.verify() == [])
  }

  @Test(arguments: [
    #"{"kind":"merge","of":[{"kind":"lost","count":2}]}"#, #"{"kind":"pair","actions":[]}"#,
    #"{"kind":"reverts","count":"two"}"#, #"{"kind":7}"#, "[]", "7", "null",
  ])
  func `a name of a newer release is kept, and so is what is made of it`(stored: String) throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "m"))
    try site.open().make(.action(), .removing(from: "n"))
    try site.store(stored, as: 2)
    let journal = try site.open()
    let steps = try journal.steps(HistoryFilter())
    #expect(steps.map(\.name) == [.unknown(stored), ActionName(.fixed(.archive))])
    let revert = ActionName(.revert, of: [try #require(steps.first)])
    let step = try journal.make(.action(name: revert), .removing(from: "m"))
    #expect(try site.open().step(step)?.name == .revert(of: .unknown(stored)))
    #expect(try journal.verify() == [])
  }

  @Test func `a newer name within a name is all that is unknown of it`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "m"))
    try site.store(#"{"kind":"revert","of":{"kind":"merge","of":[2]},"by":"x"}"#, as: 1)
    let name = try site.open().step(1)?.name
    #expect(name == .revert(of: .unknown(#"{"kind":"merge","of":[2]}"#)))
  }

  @Test func `what an older release kept of a newer name is understood again`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "m"))
    try site.store(
      #"{"kind":"revert","of":{"kind":"unknown","stored":"{\"kind\":\"lost\",\"count\":2}"}}"#,
      as: 1
    )
    #expect(try site.open().step(1)?.name == .revert(of: .lost(2)))
  }

  @Test func `a revert of a revert of many a revert tells no more than that it is one`() {
    var name = ActionName(.fixed(.archive))
    for _ in 0..<1_000 { name = .reverting(name) }
    let archive = ActionName(.fixed(.archive))
    let nested = (1...16).map { depth in (0..<depth).reduce(archive) { name, _ in .reverting(name) }
    }
    #expect(Set(nested).count == 16)
    #expect(!nested.contains(.reverts(1)))
    var depth = 0
    while case .revert(let inner) = name { (name, depth) = (inner, depth + 1) }
    #expect(name == .reverts(1) && depth <= 16)
  }

  @Test func `a name that is no JSON is damage`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "m"))
    try site.store("{", as: 1)
    #expect(try site.open().step(1)?.name == .unknown("{"))
    #expect(try site.open().verify().map(\.code) == [.structure])
  }
}

extension JournalSite {
  /// Has a step called by another name, as another program might.
  fileprivate func store(_ name: String, as step: Int64) throws {
    try DatabaseQueue(path: location().file).write { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try db.execute(sql: "UPDATE step SET name = ? WHERE id = ?", arguments: [name, step])
    }
  }
}
