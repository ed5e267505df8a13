/// A client as it is measured on the screen: how it is started, and its keys.
struct Player {
  var name: String
  var arguments: [String]
  var all: String
  var archive = "a"
  /// What it shows when all is archived; `nil` if it says nothing.
  var done: String?

  static let end = "G"
  static let down = "j"
  static let top = "gg"
}

/// What a client took for each thing, a number a round.
struct Sittings {
  var full: [Double] = []
  var memory: [Double] = []
  var end: [Double] = []
  var archive: [Double] = []
}

extension Bench {
  func player(_ query: String) -> Player {
    Player(name: "ours", arguments: [mulligan, "read", query], all: "*a", done: "Archived ")
  }

  /// alot with one key for what our `*a` does; `nil` if it is not installed.
  func alot(_ query: String) throws -> Player? {
    guard Program.isInstalled("alot") else { return nil }
    let file = "\(scratch)/alot.conf"
    try Files.write(
      """
      handle_mouse = False
      [bindings]
        [[search]]
          a = untag inbox,unread
          X = untag --all inbox,unread
          G = move last
          j = move down

      """,
      to: file
    )
    let configuration = corpus.notmuch.configuration
    return Player(
      name: "alot",
      arguments: ["alot", "-n", configuration, "-c", file, "search", query],
      all: "X"
    )
  }

  /// T1, T3, T4, T5: the inbox opened, its end looked at, a thread archived.
  func measureScreen(_ results: inout Results) {
    let ids = ["T1", "T3a", "T4", "T5"]
    results.attempt(ids) { results in
      let players = try [player("tag:inbox"), alot("tag:inbox")].compactMap(\.self)
      var sittings = Array(repeating: Sittings(), count: players.count)
      let tags = try TagsBefore(corpus.notmuch)
      for round in 0..<rounds {
        for place in 0..<players.count {
          let turn = (place + round) % players.count
          try sit(players[turn], &sittings[turn])
          try tags.putBack()
        }
      }
      guard players.count == 2 else { return results.lack(ids, "alot is not installed") }
      let (ours, peer) = (sittings[0], sittings[1])
      results.note("T1", median(ours.full), median(peer.full))
      results.note("T3a", median(ours.memory), median(peer.memory))
      results.note("T4", median(ours.archive), median(peer.archive))
      results.note("T5", median(ours.end), median(peer.end))
    }
  }

  /// Opens a list and tries its keys once.
  private func sit(_ player: Player, _ sitting: inout Sittings) throws {
    let client = try Client(player.arguments, environmentOfToday)
    sitting.full.append(try client.waitForList() * 1_000)
    client.settle()
    sitting.memory.append(client.tree.memory)
    if let time = client.press(Player.end) { sitting.end.append(time * 1_000) }
    client.settle()
    if let time = client.press(player.archive) { sitting.archive.append(time * 1_000) }
    client.settle()
  }

  /// T8, T9: what it costs when nothing happens, and when the cursor goes down a line on the
  /// smallest usual terminal, of 80 by 24.
  func measureRest(idle seconds: Int, _ results: inout Results) {
    results.attempt(["T8", "T9"]) { results in
      let arguments = player("tag:inbox").arguments
      let client = try Client(arguments, environmentOfToday, rows: 24, columns: 80)
      _ = try client.waitForList()
      client.settle()
      var bytes: [Double] = []
      for _ in 0..<5 {
        let before = client.bytes - client.screen.letters
        _ = client.press(Player.down)
        client.settle()
        bytes.append(Double(client.bytes - client.screen.letters - before))
      }
      results.note("T9", median(bytes))
      let before = client.tree.processorTime
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .seconds(seconds) { client.read(within: .seconds(1)) }
      results.note("T8", (client.tree.processorTime - before) * 60 / Double(seconds))
    }
  }
}

/// Which messages are in the inbox or unread, to put them back.
struct TagsBefore {
  private let notmuch: Notmuch
  private let messages: [String: Set<Substring>]

  init(_ notmuch: Notmuch) throws {
    self.notmuch = notmuch
    var messages: [String: Set<Substring>] = [:]
    for tag in ["inbox", "unread"] { messages[tag] = try Self.messages(tag, notmuch) }
    self.messages = messages
  }

  func putBack() throws {
    for (tag, before) in messages {
      for message in before.subtracting(try Self.messages(tag, notmuch)) {
        _ = try notmuch.program("tag", "+\(tag)", "--", String(message)).run()
      }
    }
  }

  private static func messages(_ tag: String, _ notmuch: Notmuch) throws -> Set<Substring> {
    Set(try notmuch.program("search", "--output=messages", "--exclude=false", "tag:\(tag)").lines())
  }
}
