/// What muchsync keeps of a mailbox, and does with it, as measured: tags are versioned for each
/// message; one side changed and its tags win; both changed and every tag of either is there.
struct ModelReplica {
  private typealias Version = (machine: Int, number: Int)

  private let machine: Int
  private var tags: [ModelTags?] = []
  private var versions: [Version?] = []
  /// The newest version known of each machine.
  private var known: [Int: Int] = [:]
  private var last = 0

  init(_ machine: Int) {
    self.machine = machine
    known[machine] = 0
  }

  private func isNews(_ version: Version) -> Bool { version.number > known[version.machine] ?? 0 }

  private mutating func set(_ message: Int, _ new: ModelTags?, _ version: Version) {
    while tags.count <= message {
      tags.append(nil)
      versions.append(nil)
    }
    tags[message] = new
    versions[message] = version
  }

  private func tags(of message: Int) -> ModelTags? {
    message < tags.count ? tags[message] : nil
  }

  private func version(of message: Int) -> Version? {
    message < versions.count ? versions[message] : nil
  }

  private mutating func newVersion() -> Version {
    last += 1
    known[machine] = last
    return (machine, last)
  }

  /// Looks for what has changed in the index.
  mutating func scan(_ index: ModelIndex) {
    let changed = index.messages.filter { tags(of: $0) != index[$0] }
    if changed.isEmpty { return }
    let version = newVersion()
    for message in changed { set(message, index[message], version) }
  }

  private mutating func learn(from other: ModelReplica) {
    known.merge(other.known, uniquingKeysWith: max)
  }

  /// Runs muchsync between two machines; killed half way only the first has the other's changes.
  static func carry(_ one: ModelMachine, _ other: ModelMachine, killedHalfWay: Bool = false) {
    one.replica.scan(one.index)
    other.replica.scan(other.index)
    one.replica.take(from: other.replica, into: &one.index)
    one.replica.learn(from: other.replica)
    if killedHalfWay { return }
    let sent = one.replica
    for (message, version) in sent.versions.enumerated() {
      guard let version, other.replica.isNews(version) else { continue }
      other.index[message] = sent.tags(of: message)
      other.replica.set(message, sent.tags(of: message), version)
    }
    other.replica.learn(from: sent)
  }

  private mutating func take(from other: ModelReplica, into index: inout ModelIndex) {
    let news = other.versions.enumerated().compactMap { message, version in
      version.flatMap { isNews($0) ? (message, $0) : nil }
    }
    var own: Version?
    for (message, version) in news {
      guard let theirs = other.tags(of: message) else { continue }
      if let mine = self.version(of: message), other.isNews(mine), let held = tags(of: message) {
        let mark = own ?? newVersion()
        own = mark
        set(message, held.union(theirs), mark)
      } else {
        set(message, theirs, version)
      }
      index[message] = tags(of: message)
    }
  }
}
