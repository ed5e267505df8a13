import Testing
import TestSupport
import TriageCore

/// A history of whole steps over a few messages, kept as plainly as the rule can be said.
private struct Ledger {
  static let tags: [MailTag] = ["inbox", "unread", "todo"]
  var start: [MessageID: Set<MailTag>]
  var now: [MessageID: Set<MailTag>]
  var claims: [Pair: [RecordedClaim<Bool>]] = [:]
  var edits: [(id: StepID, message: MessageID, edit: TagEdit)] = []
  var stands: [StepID: Bool] = [:]
  var next: Int64 = 1

  init(_ messages: [MessageID], _ random: inout SplitMix) {
    var tags: [MessageID: Set<MailTag>] = [:]
    for message in messages {
      tags[message] = Set(Self.tags.filter { _ in random.flip() })
    }
    start = tags
    now = tags
  }

  mutating func act(_ messages: [MessageID], _ edit: TagEdit) -> StepID? {
    let id = StepID(next)
    var plan = StepPlan()
    for message in messages {
      plan.add(
        Planner.act(message, MessageEdit(edit), now: now[message].map { MessageState(tags: $0) }) {
          PairHistory(claims[$0] ?? [])
        }
      )
    }
    guard plan.claims.contains(where: \.isEffect) else { return nil }
    next += 1
    record(plan.externals)
    for claim in plan.claims {
      claims[claim.pair, default: []].append(
        RecordedClaim(step: id, found: claim.found, wanted: claim.wanted, stands: true)
      )
    }
    stands[id] = true
    edits += messages.map { (id, $0, edit) }
    write(plan)
    return id
  }

  mutating func turn(_ toggles: [Toggle]) -> StepPlan {
    var plan = StepPlan()
    for message in now.keys.sorted() {
      let actions = Set(toggles.map(\.action))
      let pairs = Self.tags.compactMap { tag -> (tag: MailTag, history: PairHistory)? in
        guard let known = claims[Pair(message, tag)],
          known.contains(where: { actions.contains($0.step) })
        else { return nil }
        return (tag, PairHistory(known))
      }
      plan.add(
        Planner.turn(
          message,
          toggles,
          now: now[message].map { MessageState(tags: $0) },
          pairs: pairs
        )
      )
    }
    record(plan.externals)
    for toggle in toggles {
      stands[toggle.action] = toggle.on
      for pair in claims.keys {
        for place in (claims[pair] ?? []).indices
        where claims[pair]?[place].step == toggle.action {
          claims[pair]?[place].stands = toggle.on
        }
      }
    }
    write(plan)
    return plan
  }

  /// What the index must be without outside change: the standing actions replayed in order.
  var replayed: [MessageID: Set<MailTag>] {
    var tags = start
    for (id, message, edit) in edits where stands[id] == true {
      tags[message] = edit.applied(to: tags[message] ?? [])
    }
    return tags
  }

  private mutating func record(_ externals: [Claim]) {
    for claim in externals {
      claims[claim.pair, default: []].append(
        RecordedClaim(
          step: StepID(next),
          found: claim.found,
          wanted: claim.wanted,
          stands: true,
          external: true
        )
      )
    }
    if !externals.isEmpty { next += 1 }
  }

  private mutating func write(_ plan: StepPlan) {
    for claim in plan.written {
      if claim.wanted {
        now[claim.pair.message]?.insert(claim.pair.tag)
      } else {
        now[claim.pair.message]?.remove(claim.pair.tag)
      }
    }
  }
}

@Suite struct PlannerLawTests {
  private let messages = (1...4).map { MessageID("m\($0)@example.org") }

  @Test
  func `J6 the index is the replay of the standing actions whatever the order of taking back`() {
    for seed in 0..<4_000 {
      var random = SplitMix(UInt64(seed))
      var ledger = Ledger(messages, &random)
      for _ in 0..<12 {
        if random.flip() {
          _ = ledger.act(messages.filter { _ in random.flip() }, edit(&random))
        } else if let (step, stands) = ledger.stands.sorted(by: { $0.key < $1.key })
          .randomElement(using: &random)
        {
          _ = ledger.turn([Toggle(step, on: !stands)])
        }
        #expect(ledger.now == ledger.replayed, "seed \(seed)")
      }
    }
  }

  @Test func `J7 taking back and bringing back any one action is the identity`() {
    for seed in 0..<2_000 {
      var random = SplitMix(UInt64(seed))
      var ledger = Ledger(messages, &random)
      let steps = (0..<5).compactMap { _ in ledger.act(messages, edit(&random)) }
      guard let step = steps.randomElement(using: &random) else { continue }
      let before = ledger.now
      _ = ledger.turn([Toggle(step, on: false)])
      _ = ledger.turn([Toggle(step, on: true)])
      #expect(ledger.now == before, "seed \(seed)")
    }
  }

  @Test func `J4 what another program changed is never written by taking back`() {
    for seed in 0..<2_000 {
      var random = SplitMix(UInt64(seed))
      var ledger = Ledger(messages, &random)
      guard let step = ledger.act(messages, edit(&random)) else { continue }
      let message = messages[Int(random.next() % 4)]
      let tag = Ledger.tags[Int(random.next() % 3)]
      let outside = !(ledger.now[message]?.contains(tag) ?? false)
      if outside { ledger.now[message]?.insert(tag) } else { ledger.now[message]?.remove(tag) }
      _ = ledger.turn([Toggle(step, on: false)])
      #expect(ledger.now[message]?.contains(tag) == outside, "seed \(seed)")
      _ = ledger.turn([Toggle(step, on: true)])
      #expect(ledger.now[message]?.contains(tag) == outside, "seed \(seed)")
    }
  }

  private func edit(_ random: inout SplitMix) -> TagEdit {
    var edit = TagEdit()
    for tag in Ledger.tags where random.flip() {
      edit = edit.then(random.flip() ? TagEdit(add: [tag]) : TagEdit(remove: [tag]))
    }
    return edit
  }
}
