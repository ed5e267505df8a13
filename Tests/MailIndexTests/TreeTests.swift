import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// The trees of threads, beside what `notmuch show` says of the same mailbox.
@Suite struct TreeTests {
  @Test(arguments: [1, 2, 3])
  func `E23: a tree nests, dates and tags as notmuch shows it`(_ seed: UInt64) throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(200, seed: seed)
    let index = try mail.index()
    for query: MailQuery in ["tag:inbox", "*", "tag:unread", "(tag:inbox", "tag:deleted"] {
      let page = try index.list(query, sort: .newestFirst, skip: 0, limit: 60)
      let threads = page.entries.map(\.thread)
      let trees = try index.trees(threads, of: query, limit: 1_000)
      #expect(trees.map(\.thread) == threads)
      let matched = Set(try index.ids(query, limit: nil))
      for tree in trees {
        #expect(tree.messages.map(Shown.init) == (try mail.shown(tree.thread)), "\(query.text)")
        #expect(tree.omitted == 0)
        let found = Set(tree.messages.filter(\.isMatched).map(\.id))
        #expect(found == matched.intersection(tree.messages.map(\.id)), "\(query.text)")
      }
    }
  }

  @Test func `E23: a thread as deep as it has messages is read to the limit, and the rest counted`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(
      (0..<300).map { (number: Int) -> SampleMessage in
        let parent: String? = number == 0 ? nil : "m\(number - 1)@x"
        return SampleMessage(
          "m\(number)@x",
          from: "Ann <ann@x>",
          subject: parent == nil ? "Deep" : "Re: AW: Re: Deep",
          date: Timestamp(1_000_000 + number),
          replyTo: parent
        )
      }
    )
    let index = try mail.index()
    let thread = try #require(try index.metadata(of: ["m7@x"]).first?.thread)
    let tree = try #require(try index.trees([thread], of: "*", limit: 40).first)
    #expect(tree.messages.map(\.depth) == Array(0..<40))
    #expect(tree.messages.map(\.id.text) == (0..<40).map { "m\($0)@x" })
    #expect(tree.omitted == 260)
    #expect(Set(tree.messages.map(\.subject)) == ["Deep"])
    #expect(Set(tree.messages.map(\.author)) == ["Ann"])
    let whole = try #require(try index.trees([thread], of: "id:m299@x", limit: 300).first)
    #expect(whole.omitted == 0 && whole.messages.filter(\.isMatched).map(\.id) == ["m299@x"])
  }

  @Test func `E23: a thread that has gone has an empty tree, in its place`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("a@x"))
    let index = try mail.index()
    let thread = try #require(try index.metadata(of: ["a@x"]).first?.thread)
    let asked = [ThreadID("x or *"), ThreadID("00000000000fffff"), thread]
    let trees = try index.trees(asked, of: "tag:nothing", limit: 9)
    #expect(trees.map(\.thread) == asked)
    #expect(trees.map { $0.messages.map(\.id) } == [[], [], ["a@x"]])
    #expect(trees[2].messages.map(\.isMatched) == [false])
  }
}

/// What both notmuch and we say of a message in its tree.
private struct Shown: Hashable {
  let id: String
  let depth: Int
  let date: Timestamp
  let tags: Set<String>

  init(_ message: TreeMessage) {
    id = message.id.text
    depth = message.depth
    date = message.date ?? 0
    tags = Set(message.tags.map(\.text))
  }

  init(_ fields: [String: Any], depth: Int) {
    id = fields["id"] as? String ?? ""
    self.depth = depth
    date = (fields["timestamp"] as? NSNumber)?.int64Value ?? 0
    tags = Set(fields["tags"] as? [String] ?? [])
  }
}

extension TemporaryMail {
  /// The messages of a thread as `notmuch show` nests them.
  fileprivate func shown(_ thread: ThreadID) throws -> [Shown] {
    let text = try notmuch(
      "show",
      "--format=json",
      "--body=false",
      "--entire-thread=true",
      "--exclude=false",
      "thread:\(thread)"
    )
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return (root as? [Any] ?? []).flatMap { nodes($0, depth: 0) }
  }

  /// A forest is a list of nodes, each a message and the forest of its answers.
  private func nodes(_ forest: Any, depth: Int) -> [Shown] {
    (forest as? [[Any]] ?? []).flatMap { node -> [Shown] in
      guard node.count == 2, let fields = node[0] as? [String: Any] else { return [] }
      return [Shown(fields, depth: depth)] + nodes(node[1], depth: depth + 1)
    }
  }
}
