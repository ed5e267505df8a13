/// Puts the sets that are measured with into a mailbox, whoever made it.
///
/// Sets up to 10,000 are whole threads, spread over the inbox: a list of such a set has nothing but
/// the set's messages in it, so that all clients write the same. A set of 50,000 is spread over all
/// mail. What is there already is left.
struct SetMaker {
  let notmuch: Notmuch

  private struct Thread {
    let id: Substring
    let matched: Int
    let total: Int
  }

  func make() throws {
    let count = try notmuch.count("*")
    try makeThreadSets()
    guard (100_000...200_000).contains(count) else { return }
    try markLongest()
    try makeWideSet(50_000, of: count)
  }

  /// Tags a small mailbox's longest thread, too, which is little work there.
  func makeSmall() throws {
    try makeThreadSets()
    try markLongest()
  }

  private func makeThreadSets() throws {
    let threads = try threads("tag:inbox").filter { $0.matched == $0.total }
    for size in Corpus.setSizes where size <= 10_000 {
      let set = Corpus.query(size)
      guard try notmuch.count(set) != size, let chosen = choose(size, from: threads) else {
        continue
      }
      if try notmuch.count(set) > 0 {
        _ = try notmuch.program("tag", "-set\(size)", "--", set).run()
      }
      try tag(chosen.map { "+set\(size) +inbox +unread -- \($0.id)\n" })
    }
  }

  /// Threads of so many messages together, the last of them single ones.
  private func choose(_ size: Int, from threads: [Thread]) -> [Thread]? {
    let all = threads.reduce(0) { $0 + $1.total }
    guard 2 * size <= all else { return nil }
    var (chosen, left): ([Thread], [Thread]) = ([], [])
    var (passed, taken) = (0, 0)
    for thread in threads {
      passed += thread.total
      if thread.total <= 50, taken + thread.total <= passed * size / all {
        taken += thread.total
        chosen.append(thread)
      } else if thread.total == 1 {
        left.append(thread)
      }
    }
    guard left.count >= size - taken else { return nil }
    return chosen + left.prefix(size - taken)
  }

  private func makeWideSet(_ size: Int, of count: Int) throws {
    guard try notmuch.count(Corpus.query(size)) != size else { return }
    let ids = try notmuch.program("search", "--output=messages", "--exclude=false", "*").lines()
    let chosen = ids.enumerated().filter { place, _ in
      place * size / count != (place + 1) * size / count
    }
    try tag(chosen.map { "+set\(size) -- \($0.element)\n" })
  }

  private func markLongest() throws {
    guard try notmuch.count(Corpus.longThread) == 0 else { return }
    let longest = try threads("*").max { $0.total < $1.total }
    if let longest { try tag(["+long -- \(longest.id)\n"]) }
  }

  private func tag(_ lines: [String]) throws {
    let folder = try Files.temporaryFolder()
    defer { _ = try? Program(arguments: ["rm", "-rf", folder], environment: [:]).run() }
    let file = "\(folder)/tags"
    try Files.write(lines.joined(), to: file)
    _ = try notmuch.program("tag", "--batch", input: file).run()
  }

  /// The threads of a query, as `notmuch search` lists them: `thread:ID DATE [1/3] …`, where files
  /// beyond the messages may follow in parentheses.
  private func threads(_ query: String) throws -> [Thread] {
    try notmuch.program("search", "--exclude=false", query).lines().compactMap { line in
      let counts = line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" && $0 != "(" }
      let numbers = counts.split(separator: "/").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      return Thread(id: line.prefix { $0 != " " }, matched: numbers[0], total: numbers[1])
    }
  }
}
