import Testing

@testable import MailIndex

/// Names and subjects as a list shows them.
@Suite struct HeaderNameTests {
  @Test(
    arguments: [
      ("Ann <ann@x>", "Ann"), ("  Ann  B. <ann@x> ", "Ann  B."), ("ann@x", "ann@x"),
      ("<ann@x>", "ann@x"), ("\"\" <ann@x>", "ann@x"), ("\"Doe, Ann\" <ann@x>", "Doe, Ann"),
      ("Doe, Ann <ann@x>", "Doe, Ann"), ("\"A \\\"B\\\" C\" <a@x>", "A \"B\" C"),
      ("ann@x (Ann)", "Ann"), ("ann@x ()", "ann@x"), ("ann@x, bob@x", "ann@x"),
      ("Ann <ann@x>, Bob <bob@x>", "Ann"), ("ann@x, Bob <bob@x>", "ann@x"), ("", ""),
      ("\"<odd>\" <a@x>", "<odd>"), ("\"unclosed <a@x>", "\"unclosed <a@x>"), ("Ann <ann@x", "Ann"),
      ("Jürgen é <j@x>", "Jürgen é"), ("健太 <k@x>", "健太"), ("<>", ""),
    ]
  )
  func `an author is shown by name, else by address`(_ header: String, _ name: String) {
    #expect(authorName(from: header) == name)
  }

  @Test(
    arguments: [
      ("Re: a", "a"), ("RE: a", "a"), ("Aw: a", "a"), ("Sv: a", "a"), ("vs: a", "a"),
      ("Re: Re: a", "Re: a"), ("Re:a", "Re:a"), ("Fwd: a", "Fwd: a"), ("", ""), ("Re: ", ""),
    ]
  )
  func `one mark of a reply is taken off`(_ subject: String, _ shown: String) {
    #expect(withoutReplyMark(subject) == shown)
  }
}
