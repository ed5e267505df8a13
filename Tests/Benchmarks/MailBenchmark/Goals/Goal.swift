/// What is promised of the program's speed and memory: a ratio to a peer of the same run, or a bound.
struct Goal {
  /// What the numbers are, and how many decimals a person wants of them.
  enum Unit {
    case milliseconds
    case megabytes
    case seconds
    case bytes
  }

  let id: String
  let what: String
  let bound: Double
  let unit: Unit

  /// Whether README shows it: what a person feels, each once.
  var isForUsers: Bool {
    switch id {
    case "C1", "C3", "C5", "C7", "C10", "C12", "T1", "T2", "T3a", "T4", "T5", "T6", "T7a", "T8",
      "T10a":
      true
    default: false
    }
  }

  /// What the build of the tests must keep on a small mailbox, on a machine that does other things too:
  /// twice the goal.
  ///
  /// Where the start of a process, or what is read, outweighs the index, the build that is not optimised takes
  /// several times what the released one does: the bound is twice of what was measured.
  var grossBound: Double {
    switch id {
    case "C1", "C13a", "C13b": 9
    case "C2": 8
    case "C3": 12
    case "C9a": 10
    case "C10": 1.5
    case "C12": 1.8
    default: 2 * bound
    }
  }

  /// The goals in order.
  ///
  /// Those without a peer bound the number itself.
  static let all = ofAllMail + ofSeals + ofWriting + ofLater + ofMachines

  private static let ofAllMail: [Goal] = [
    Goal(id: "C1", what: "list 50 threads / notmuch search", bound: 0.6, unit: .milliseconds),
    Goal(id: "C2", what: "list the inbox / notmuch search", bound: 0.85, unit: .milliseconds),
    Goal(id: "C3", what: "tag 1 message / notmuch tag", bound: 2, unit: .milliseconds),
    Goal(id: "C4", what: "tag 100 messages / notmuch tag", bound: 1.1, unit: .milliseconds),
    Goal(id: "C5", what: "tag 1,000 messages / notmuch tag", bound: 1.06, unit: .milliseconds),
    Goal(id: "C6", what: "tag 10,000 messages / notmuch tag", bound: 1.05, unit: .milliseconds),
    Goal(id: "C7", what: "undo a group of 1,000 / notmuch tag", bound: 1.06, unit: .milliseconds),
    Goal(id: "C8", what: "undo a group of 10,000 / notmuch tag", bound: 1.04, unit: .milliseconds),
    Goal(id: "C9a", what: "peak memory of 10,000 / notmuch tag", bound: 2, unit: .megabytes),
    Goal(id: "C9b", what: "peak memory of 50,000 / of 10,000", bound: 1.65, unit: .megabytes),
    Goal(
      id: "C10",
      what: "show 1 message of a thread of 300 / notmuch show",
      bound: 0.3,
      unit: .milliseconds
    ),
    Goal(
      id: "C11",
      what: "tag 1,000 with file flags / notmuch tag",
      bound: 1.5,
      unit: .milliseconds
    ),
    Goal(
      id: "C12",
      what: "run a plan of 20 rules / 20 notmuch tag",
      bound: 0.6,
      unit: .milliseconds
    ),
    Goal(id: "C13a", what: "start: help / notmuch --version", bound: 2, unit: .milliseconds),
    Goal(id: "C13b", what: "start: count / notmuch count", bound: 2, unit: .milliseconds),
    Goal(id: "T1", what: "first full screen / alot", bound: 0.1, unit: .milliseconds),
    Goal(
      id: "T2",
      what: "first full screen of 500,000 / of 100,000",
      bound: 1.15,
      unit: .milliseconds
    ),
    Goal(id: "T3a", what: "memory of the screen / alot", bound: 0.5, unit: .megabytes),
    Goal(id: "T3b", what: "memory of 500,000 / of 100,000", bound: 1.08, unit: .megabytes),
    Goal(id: "T4", what: "archive key to repaint / alot", bound: 0.12, unit: .milliseconds),
    Goal(id: "T5", what: "end key to repaint / alot", bound: 0.01, unit: .milliseconds),
    Goal(id: "T6", what: "any key during a batch, p99", bound: 4, unit: .milliseconds),
    Goal(id: "T7a", what: "tag all: first reaction / alot", bound: 0.0005, unit: .milliseconds),
    Goal(id: "T7b", what: "tag all: until done / alot", bound: 1.1, unit: .milliseconds),
    Goal(id: "T7c", what: "tag all: memory / alot", bound: 0.85, unit: .megabytes),
    Goal(id: "T8", what: "processor time of an idle minute", bound: 0.02, unit: .seconds),
    Goal(id: "T9", what: "bytes for one line down, beyond its letters", bound: 60, unit: .bytes),
    Goal(
      id: "T10a",
      what: "thread counts of the shown view / notmuch count",
      bound: 1.5,
      unit: .milliseconds
    ),
    Goal(
      id: "T10b",
      what: "thread counts of all views / notmuch count",
      bound: 1.5,
      unit: .milliseconds
    ),
    Goal(id: "T11", what: "archive key to other counts", bound: 33, unit: .milliseconds),
    Goal(
      id: "T12a",
      what: "the inbox sorted by sender / notmuch search",
      bound: 2,
      unit: .milliseconds
    ),
    Goal(id: "T12b", what: "the same, given up", bound: 50, unit: .milliseconds),
  ]

  /// Those of sealed mail.
  private static let ofSeals: [Goal] = [
    Goal(
      id: "K-S1a",
      what: "first screen of 50 encrypted / of the same in clear",
      bound: 1.1,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S1b",
      what: "any key while signatures are checked, p99",
      bound: 33,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S1c",
      what: "any key while a thread is unlocked, p99",
      bound: 33,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S1d",
      what: "any key while gpg-agent stands still, p99",
      bound: 33,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S2a",
      what: "a signature's verdict on the screen / gpg --verify",
      bound: 1.5,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S2b",
      what: "the same, seen before",
      bound: 10,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S3a",
      what: "to find that a seal is locked",
      bound: 60,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S3b",
      what: "to open with a session key / gpg",
      bound: 1.5,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S4a",
      what: "show 50 signed / notmuch show --verify",
      bound: 0.7,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S4b",
      what: "processor time of show, 50 without seals / seals off",
      bound: 1.02,
      unit: .milliseconds
    ),
    Goal(
      id: "K-S5a",
      what: "memory of the engine, 50 of 1 MB opened",
      bound: 60,
      unit: .megabytes
    ),
    Goal(
      id: "K-S5b",
      what: "the same, forgotten",
      bound: 5,
      unit: .megabytes
    ),
  ]
}

extension Goal {
  /// Those of snoozing, senders, habits and totals.
  fileprivate static let ofLater: [Goal] = [
    Goal(id: "L-S1a", what: "snooze 10,000 / notmuch tag", bound: 1.08, unit: .milliseconds),
    Goal(id: "L-S1b", what: "wake 10,000 / notmuch tag", bound: 1.08, unit: .milliseconds),
    Goal(id: "L-S2", what: "a refresh with 1,000 asleep, more", bound: 1, unit: .milliseconds),
    Goal(id: "L-S3a", what: "suggest on 10,000 groups", bound: 3_000, unit: .milliseconds),
    Goal(id: "L-S3b", what: "the same, lists known", bound: 1_500, unit: .milliseconds),
    Goal(id: "L-S4", what: "select a sender of all mail", bound: 700, unit: .milliseconds),
    Goal(id: "L-S5a", what: "totals by day of 10,000 groups", bound: 50, unit: .milliseconds),
    Goal(id: "L-S5b", what: "totals by list, lists known", bound: 1_000, unit: .milliseconds),
  ]
}

extension Goal {
  /// Those of one history on several machines.
  static let ofMachines: [Goal] = [
    Goal(id: "M-S1", what: "sync, nothing to do / muchsync", bound: 2, unit: .milliseconds),
    Goal(
      id: "M-S2",
      what: "sync a group of 10,000 / muchsync of the same",
      bound: 2.5,
      unit: .milliseconds
    ),
    Goal(id: "M-S3a", what: "10,000 groups join a history", bound: 4_000, unit: .milliseconds),
    Goal(
      id: "M-S3b",
      what: "its peak memory / a batch of 10,000",
      bound: 2,
      unit: .megabytes
    ),
    Goal(
      id: "M-S4a",
      what: "steps and answers of 10,000 / notmuch tag",
      bound: 1.15,
      unit: .milliseconds
    ),
    Goal(
      id: "M-S4b",
      what: "tag 1,000, history shared / unshared",
      bound: 1.05,
      unit: .milliseconds
    ),
  ]
}

/// What came out of measuring a goal.
enum Outcome {
  /// Ours and the peer's; with no peer, ours is what is bounded.
  case measured(ours: Double, peer: Double?)
  /// Nothing could be measured, for a reason.
  case absent(String)

  /// What is compared with the goal's bound.
  var value: Double? {
    guard case .measured(let ours, let peer) = self else { return nil }
    guard let peer else { return ours }
    return peer > 0 ? ours / peer : nil
  }
}

/// The outcomes of a run by the goals' names.
struct Results {
  private(set) var outcomes: [String: Outcome] = [:]
  private(set) var growths: [Growth] = []

  mutating func note(_ id: String, _ ours: Double?, _ peer: Double? = nil) {
    guard let ours else { return }
    outcomes[id] = .measured(ours: ours, peer: peer)
  }

  mutating func note(_ growth: Growth) {
    if !growth.points.isEmpty { growths.append(growth) }
  }

  mutating func lack(_ ids: [String], _ reason: String) {
    tell("not measured, \(ids.joined(separator: ", ")): \(reason)")
    for id in ids { outcomes[id] = .absent(reason) }
  }

  /// Measures; what stops it is said, and the rest is measured.
  mutating func attempt(_ ids: [String], _ measure: (inout Results) throws -> Void) {
    do { try measure(&self) } catch { lack(ids, "\(error)") }
  }
}
