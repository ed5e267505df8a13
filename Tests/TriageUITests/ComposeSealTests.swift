import Screen
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// How a message is sealed, on its page, over messages in memory.
@Suite struct ComposeSealTests {
  private static let key = "9A3AFE6C60065A148FD4B58A7E6ABE924645CC60"

  private static let text = """
    From: Robin Ward <robin@example.org>
    To: Olga Petrova <olga@example.org>, Ann <ann@example.org>
    Subject: The plan

    Dear Olga,

    > The word is zebra.
    so be it.

    """

  private static func page(
    _ text: String = text,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: LanguageTag = "en",
    prepare: (DraftBox, OutgoingID) -> Void = { _, _ in }
  ) throws -> Screenplay {
    let box = Mailbox.sample
    box.drafts.ownKey = .found(key)
    let id = box.drafts.add(text)
    prepare(box.drafts, id)
    var play = try Screenplay(box, size: size, language: language)
    play.take(.compose(id))
    return play
  }

  /// The page that is recorded: whose key there is, and who has none.
  static func recorded(size: ScreenSize, language: LanguageTag) throws -> Screenplay {
    let text = text.replacing("Subject:", with: "Bcc: eve@example.org\nSubject:")
    return try page(text, size: size, language: language) { drafts, _ in
      drafts.keys = [
        "olga@example.org": .found(key), "ann@example.org": .untrusted,
        "eve@example.org": .found(key),
      ]
    }
  }

  @Test func `K26: signing and encrypting are turned on and off, each a step of the page`() throws {
    var play = try Self.page { drafts, _ in
      drafts.keys = ["olga@example.org": .found(Self.key), "ann@example.org": .found(Self.key)]
    }
    #expect(!play.screen.contains("Seal"))
    play.press("S")
    #expect(play.screen.contains("Seal      Signed"))
    play.press("E")
    #expect(play.screen.contains("Signed and encrypted"))
    #expect(play.screen.contains("ann@example.org: 9A3A FE6C … 4645 CC60"))
    play.press("u")
    #expect(play.screen.contains("Seal      Signed") && !play.screen.contains("9A3A"))
    play.press("Ctrl-R")
    #expect(play.screen.contains("Signed and encrypted"))
    play.press("S")
    #expect(play.screen.contains("Seal      Encrypted"))
    #expect(play.screen.contains("Undo Turn Off Signing"), "\(play.screen)")
    play.press("E")
    #expect(!play.screen.contains("Seal"))
    #expect(play.screen.contains("Undo Turn Off Encryption"), "\(play.screen)")
  }

  @Test func `K12: a subject that was encrypted does not go on in clear, but for what is undone`()
    throws
  {
    let text = Self.text.replacing("The plan", with: "Re: The word is zebra")
    var play = try Self.page(text) { drafts, id in
      drafts.keys = ["olga@example.org": .found(Self.key), "ann@example.org": .found(Self.key)]
      drafts.seal(id, SealWish(signs: true, encrypts: true))
      drafts.drafts[id]?.facts.sealing?.clearSubject = "Re: ..."
    }
    #expect(play.screen.contains("Re: The word is zebra"))
    play.press("E")
    #expect(play.screen.contains("Re: ...") && !play.screen.contains("zebra"), "\(play.screen)")
    play.press("u")
    #expect(play.screen.contains("Re: The word is zebra") && !play.screen.contains("Re: ..."))
  }

  @Test func `K27: while a key is missing nothing is sent, and only E leads to the clear`() throws {
    var play = try Self.page { drafts, _ in
      drafts.keys = ["olga@example.org": .found(Self.key), "ann@example.org": .expired]
    }
    play.press("E")
    #expect(play.screen.contains("ann@example.org: the key has expired"))
    play.press("y y")
    #expect(play.status.contains("The key of ann@example.org has expired"))
    #expect(play.mailbox.drafts.decisions.isEmpty)
    // Who lacks a key is left out.
    play.press("t Ctrl-U")
    play.type("olga@example.org")
    play.press("Enter y")
    #expect(play.mailbox.drafts.decisions.prefix(2) == ["seal 1", "prepare 1"])
  }

  @Test func `K27: without a key of one's own, or a folder in memory, E says why it does nothing`()
    throws
  {
    var play = try Self.page { drafts, _ in drafts.ownKey = .none }
    play.press("E")
    #expect(play.status.contains("no key of your own for robin@example.org"))
    #expect(!play.screen.contains("Seal"))
    var other = try Self.page()
    other.state.note(folderInMemory: false)
    other.press("E")
    #expect(other.status.contains("XDG_RUNTIME_DIR"))
  }

  @Test(arguments: [true, false])
  func `an encryption that was refused is not taken for none: y waits until E gives it up`(
    hasKey: Bool
  ) throws {
    var play = try Self.page { drafts, _ in
      if !hasKey { drafts.ownKey = .none }
    }
    if hasKey { play.state.note(folderInMemory: false) }
    play.press("E y y Y Y")
    #expect(play.mailbox.drafts.decisions.isEmpty, "\(play.screen)")
    #expect(
      play.status.contains("cannot be encrypted as you asked; E gives that up"),
      "\(play.status)"
    )
    play.press("E")
    #expect(play.status.hasPrefix("Will not be encrypted"))
    play.press("y y")
    #expect(play.mailbox.drafts.decisions.prefix(1) == ["prepare 1"], "\(play.screen)")
  }

  @Test func `K30: without a folder in memory it is said how to go on with an encrypted text`()
    throws
  {
    var play = try Self.page { drafts, id in
      drafts.keys = ["olga@example.org": .found(Self.key), "ann@example.org": .found(Self.key)]
      drafts.seal(id, SealWish(signs: false, encrypts: true))
    }
    play.state.note(folderInMemory: false)
    play.press("e")
    let said = play.screen.split { $0.isWhitespace }.joined(separator: " ")
    #expect(said.contains("E turns encryption off, or start mulligan again"), "\(play.screen)")
    #expect(said.contains("XDG_RUNTIME_DIR"), "\(play.screen)")
    play.press("E")
    #expect(!play.screen.contains("Seal      Encrypted"), "\(play.screen)")
  }

  @Test func `K27: an answer to something encrypted that leaves in clear quotes nothing of it`()
    throws
  {
    var play = try Self.page { drafts, id in
      drafts.keys = ["olga@example.org": .found(Self.key), "ann@example.org": .found(Self.key)]
      drafts.seal(id, SealWish(signs: false, encrypts: true))
    }
    #expect(play.screen.contains("Seal      Encrypted") && play.screen.contains("zebra"))
    play.press("E")
    #expect(!play.screen.contains("zebra") && play.screen.contains("so be it."))
    #expect(play.screen.contains("nothing of it is quoted"))
    play.press("y")
    #expect(play.mailbox.drafts.decisions.isEmpty)
    // One step, which brings all of it back.
    play.press("u")
    #expect(play.screen.contains("zebra") && play.screen.contains("Seal      Encrypted"))
  }

  @Test func `K30: what a restart of the machine would lose is said once, on an answer too`() throws
  {
    let lost = "restart"
    var play = try Self.page { drafts, id in
      for name in ["olga", "ann"] { drafts.keys["\(name)@example.org"] = .found(Self.key) }
      drafts.seal(id, SealWish(signs: false, encrypts: true))
    }
    let draft = try #require(play.mailbox.drafts.drafts.values.first)
    func end(_ text: String) {
      let working = WorkingDraft(
        draft.id,
        draft.facts.message,
        version: draft.version,
        text: text,
        isSecret: true
      )
      play.take(.edited(EditedDraft(working)))
    }
    #expect(!play.screen.contains(lost))
    end(Self.text + "More.\n")
    #expect(play.screen.contains(lost), "\(play.screen)")
    play.press("j")
    end(Self.text + "More still.\n")
    #expect(!play.screen.contains(lost))
    // And as soon as a person wants it.
    var other = try Self.page { drafts, _ in
      for name in ["olga", "ann"] { drafts.keys["\(name)@example.org"] = .found(Self.key) }
    }
    other.press("E")
    #expect(other.screen.contains(lost))
  }

  @Test func `K29: blind copies are said once, by their number`() throws {
    let text = Self.text.replacing("Subject:", with: "Bcc: eve@example.org\nSubject:")
    var play = try Self.page(text) { drafts, _ in
      for name in ["olga", "ann", "eve"] { drafts.keys["\(name)@example.org"] = .found(Self.key) }
    }
    play.press("E y")
    #expect(play.screen.contains("gets a blind copy") && play.status.contains("more sends it"))
    #expect(play.mailbox.drafts.decisions.isEmpty)
    play.press("y")
    #expect(play.mailbox.drafts.decisions.prefix(1) == ["seal 1"])
  }

  @Test func `K28: a key that wants its passphrase is asked for on the lent terminal`() throws {
    var play = try Self.page { drafts, _ in
      drafts.keys = ["olga@example.org": .found(Self.key), "ann@example.org": .found(Self.key)]
      drafts.isLocked = true
    }
    play.press("S y")
    #expect(play.effects.contains("lend the terminal"))
    #expect(play.mailbox.drafts.decisions.prefix(2) == ["seal 1", "prepare 1"])
  }
}

extension Screenplay {
  /// All rows, one below the other.
  fileprivate var screen: String { rows.joined(separator: "\n") }
}
