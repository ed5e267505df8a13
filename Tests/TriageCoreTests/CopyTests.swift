import TestSupport
import Testing
import TriageCore

@Suite struct CopyTests {
  private let message = MessageID("m@example.org")
  private let inbox = CopyLocation("INBOX", "a")
  private let archive = CopyLocation("Archive", "b")

  private func known(
    _ number: Int64 = 1,
    at location: CopyLocation,
    _ claims: RecordedClaim<MailFolder>...
  ) -> KnownCopy {
    KnownCopy(CopyNumber(number), at: location, CopyHistory(claims))
  }

  /// A move from the inbox to the archive by a step.
  private func claim(_ step: Int64, stands: Bool = true) -> RecordedClaim<MailFolder> {
    RecordedClaim(step: StepID(step), found: "INBOX", wanted: "Archive", stands: stands)
  }

  private func act(_ move: FolderMove, _ copies: MessageCopies) -> StepPlan {
    Planner.act(
      message,
      MessageEdit(move: move),
      now: MessageState(tags: []),
      copies: copies,
      naming: { "fresh" }
    ) { _ in PairHistory() }
  }

  private func turn(_ step: Int64, on: Bool, _ copies: MessageCopies) -> StepPlan {
    Planner.turn(
      message,
      [Toggle(StepID(step), on: on)],
      now: MessageState(tags: []),
      pairs: [],
      copies: copies,
      naming: { "fresh" }
    )
  }

  @Test func `the only file of a message is moved under a fresh name`() {
    let plan = act(FolderMove(to: "Archive"), MessageCopies(present: [inbox]))
    let wanted = CopyLocation("Archive", "fresh")
    #expect(plan.moved == [MoveClaim(message, CopyNumber(1), found: inbox, wanted: wanted)])
    #expect(plan.outcomes.map(\.outcome) == [.restored])
  }

  @Test func `of several files none is moved unless their folder is given`() {
    let copies = MessageCopies(present: [
      inbox, CopyLocation("Sent", "c"), CopyLocation("INBOX", "d"),
    ])
    let plan = act(FolderMove(to: "Archive"), copies)
    #expect(plan.moved.isEmpty && plan.outcomes.map(\.outcome) == [.severalFiles])
    let named = act(FolderMove(to: "Archive", from: "INBOX"), copies)
    #expect(named.moved.map(\.found) == [inbox, CopyLocation("INBOX", "d")])
    #expect(named.moved.map(\.copy.number) == [1, 2])
    let elsewhere = act(FolderMove(to: "Archive", from: "Lists"), copies)
    #expect(elsewhere.moves.isEmpty && elsewhere.outcomes.map(\.outcome) == [.alreadySo])
  }

  @Test func `a file that is there already is claimed, and nothing is moved`() {
    let plan = act(FolderMove(to: "Archive"), MessageCopies(present: [archive]))
    #expect(plan.moves.map(\.isEffect) == [false])
    #expect(plan.moved.isEmpty && plan.outcomes.map(\.outcome) == [.alreadySo])
  }

  @Test func `a file outside all Maildir folders stays`() {
    let plan = act(FolderMove(to: "Archive"), MessageCopies())
    #expect(plan.moves.isEmpty && plan.outcomes.map(\.outcome) == [.folderMissing])
  }

  @Test func `taking back moves the file back, under another fresh name`() {
    let copies = MessageCopies(known: [known(at: archive, claim(1))], present: [archive])
    let plan = turn(1, on: false, copies)
    let wanted = CopyLocation("INBOX", "fresh")
    #expect(plan.moved == [MoveClaim(message, CopyNumber(1), found: archive, wanted: wanted)])
    #expect(plan.outcomes.map(\.outcome) == [.restored])
  }

  @Test func `a file that other programs moved back is already so`() {
    let copies = MessageCopies(
      known: [known(at: archive, claim(1))],
      present: [CopyLocation("INBOX", "b")]
    )
    let plan = turn(1, on: false, copies)
    #expect(plan.moved.isEmpty && plan.left.map(\.outcome) == [.alreadySo])
    #expect(plan.externalMoves.map(\.wanted.folder) == ["INBOX"])
  }

  @Test func `a file that went on to a third folder was changed since, or is kept by who moved it`()
  {
    let copies = MessageCopies(
      known: [known(at: archive, claim(1))],
      present: [CopyLocation("Lists", "b")]
    )
    #expect(turn(1, on: false, copies).left.map(\.outcome) == [.changedSince])
    let moved = RecordedClaim<MailFolder>(
      step: StepID(2),
      found: "Archive",
      wanted: "Lists",
      stands: true
    )
    let location = CopyLocation("Lists", "c")
    let ours = MessageCopies(known: [known(at: location, claim(1), moved)], present: [location])
    let left = turn(1, on: false, ours).left
    #expect(left.map(\.outcome) == [.kept] && left.map(\.by) == [StepID(2)])
  }

  @Test func `a file that a later group wants where it is is kept by that group`() {
    let kept = RecordedClaim<MailFolder>(
      step: StepID(2),
      found: "Archive",
      wanted: "Archive",
      stands: true
    )
    let copies = MessageCopies(known: [known(at: archive, claim(1), kept)], present: [archive])
    let plan = turn(1, on: false, copies)
    #expect(plan.moved.isEmpty && plan.left.map(\.outcome) == [.kept])
    #expect(plan.left.map(\.by) == [StepID(2)])
  }

  @Test func `a copy that is nowhere is gone, and its claim goes on standing`() {
    let copies = MessageCopies(
      known: [known(at: archive, claim(1))],
      present: [CopyLocation("Sent", "other")]
    )
    let plan = turn(1, on: false, copies)
    #expect(plan.moved.isEmpty && plan.externalMoves.isEmpty)
    #expect(plan.left.map(\.outcome) == [.gone])
  }

  @Test func `a copy that got another name is found as the only one in its folder`() {
    let location = CopyLocation("Archive", "renamed")
    let copies = MessageCopies(known: [known(at: archive, claim(1))], present: [location])
    #expect(turn(1, on: false, copies).moved.map(\.found) == [location])
    let two = MessageCopies(
      known: [known(at: archive, claim(1))],
      present: [location, CopyLocation("Archive", "second")]
    )
    #expect(turn(1, on: false, two).left.map(\.outcome) == [.gone])
  }

  @Test func `a folder that cannot be reached keeps the copy where it is`() {
    let copies = MessageCopies(known: [known(at: archive, claim(1))], present: [archive])
    let plan = Planner.turn(
      message,
      [Toggle(StepID(1), on: false)],
      now: MessageState(tags: []),
      pairs: [],
      copies: copies,
      obstacle: { _ in .folderMissing }
    )
    #expect(plan.moved.isEmpty && plan.left.map(\.outcome) == [.folderMissing])
  }

  @Test func `the last move of several commands counts`() {
    let edit = MessageEdit(move: FolderMove(to: "A")).then(MessageEdit(TagEdit(add: ["x"])))
      .then(MessageEdit(move: FolderMove(to: "B")))
    #expect(edit == MessageEdit(TagEdit(add: ["x"]), move: FolderMove(to: "B")))
  }
}
