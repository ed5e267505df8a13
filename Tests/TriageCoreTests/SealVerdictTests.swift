import Testing
import TriageCore

/// What GnuPG reports of a signature, judged.
@Suite struct SealVerdictTests {
  private static let ann = SignatureFacts.UserID(
    "Ann <ann@example.org>",
    addresses: ["ann@example.org"],
    validity: .full
  )
  private static let outcomes: [SignatureFacts.Outcome] = [
    .valid, .bad, .noKey, .keyRevoked, .keyExpired, .expired, .failed,
  ]
  private static let marks: [SignatureFacts.Marks] = [
    .keyRevoked, .keyExpired, .expired, .keyMissing, .badPolicy, .systemError, .conflict,
  ]
  private static let sender = MailAddress("ann@example.org")

  /// Every combination of an outcome, marks, a validity and a sender.
  private static func eachFacts(_ body: (SignatureFacts, MailAddress?) -> Void) {
    for outcome in outcomes {
      for bits in 0..<(1 << marks.count) {
        var set: SignatureFacts.Marks = []
        for index in marks.indices where bits & (1 << index) != 0 { set.insert(marks[index]) }
        for validity in KeyValidity.allCases {
          for address in [sender, MailAddress("eve@example.org"), nil] {
            let facts = SignatureFacts(
              outcome,
              marks: set,
              validity: validity,
              key: "9A3AFE6C60065A148FD4B58A7E6ABE924645CC60",
              userIDs: [ann]
            )
            body(facts, address)
          }
        }
      }
    }
  }

  @Test func `K7: only a valid signature of a sure key with the sender's address is good`() {
    var count = 0
    Self.eachFacts { facts, sender in
      let isGood =
        facts.outcome == .valid && facts.marks.isEmpty && facts.validity.isFull
        && sender == Self.sender
      #expect((facts.verdict(sender: sender) == .good) == isGood, "\(facts)")
      count += 1
    }
    #expect(count == 7 * 128 * 5 * 3)
  }

  @Test func `K7: an address that only looks like another one is another one`() throws {
    let ann = try #require(MailAddress("ann@kite.example"))
    #expect(MailAddress("ann@KITE.example") == ann)
    // KELVIN SIGN, whose small letter is k; and one letter that may be written as two.
    for other in ["ann@\u{212A}ite.example", "Ann@kite.example"] {
      #expect(MailAddress(other) != ann)
    }
    #expect(MailAddress("a@caf\u{E9}.example") != MailAddress("a@cafe\u{301}.example"))
  }

  @Test func `K7: the first verdict that fits counts`() {
    Self.eachFacts { facts, sender in
      let expected: Verdict =
        if facts.outcome == .bad {
          .bad
        } else if facts.outcome == .noKey || facts.marks.contains(.keyMissing) {
          .unknownKey
        } else if facts.outcome == .keyRevoked || facts.marks.contains(.keyRevoked) {
          .revokedKey
        } else if facts.outcome == .keyExpired || facts.marks.contains(.keyExpired) {
          .expiredKey
        } else if facts.outcome == .expired || facts.marks.contains(.expired) {
          .expiredSignature
        } else if facts.outcome == .failed
          || !facts.marks.isDisjoint(with: [.badPolicy, .systemError, .conflict])
        {
          .error
        } else if facts.validity < .full {
          .untrusted
        } else {
          sender == Self.sender ? .good : .otherSender
        }
      #expect(facts.verdict(sender: sender) == expected, "\(facts)")
    }
  }

  @Test func `K8: only a valid user id's address counts, its domain without case`() {
    func verdict(_ id: SignatureFacts.UserID, _ sender: String) -> Verdict {
      SignatureFacts(.valid, validity: .full, userIDs: [id]).verdict(sender: MailAddress(sender))
    }
    let id = { (address: String, validity: KeyValidity, isRevoked: Bool) in
      SignatureFacts.UserID("x", addresses: [address], validity: validity, isRevoked: isRevoked)
    }
    #expect(verdict(id("ann@example.org", .full, false), "ann@EXAMPLE.org") == .good)
    #expect(verdict(id("ann@example.org", .full, false), "Ann@example.org") == .otherSender)
    #expect(verdict(id("ann@example.org", .marginal, false), "ann@example.org") == .otherSender)
    #expect(verdict(id("ann@example.org", .full, true), "ann@example.org") == .otherSender)
    let named = SignatureFacts.UserID("ann@example.org", addresses: [], validity: .full)
    #expect(verdict(named, "ann@example.org") == .otherSender)
  }

  @Test func `K9: a bad signature and an unknown key name nobody`() {
    Self.eachFacts { facts, sender in
      let signature = facts.signature(sender: sender)
      let isNamed = signature.userID != nil || !signature.userIDs.isEmpty
      #expect(isNamed == ![.bad, .unknownKey].contains(signature.verdict))
      #expect(signature.keyID == "7E6ABE924645CC60")
      #expect((signature.fingerprint != nil) == isNamed)
    }
  }

  @Test func `K7: the worst of several signatures styles the seal`() {
    var seal = Seal(number: 1, form: .pgpMIME)
    seal.signatures = [SealSignature(.good), SealSignature(.bad), SealSignature(.untrusted)]
    #expect(seal.worst?.verdict == .bad)
  }
}
