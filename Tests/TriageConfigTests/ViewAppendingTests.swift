import Testing
import TriageConfig
import TriageCore

/// A view that is written into a person's configuration.
@Suite struct ViewAppendingTests {
  private let work = SavedView(name: "Work", query: "tag:work and not tag:\"old\\\\\"")

  @Test(arguments: [
    "theme = \"dark\"   # mine\n\n[[view]]\nname = \"A\"\nquery = \"tag:a\"\n",
    "[[view]]\nname = \"A\"\nquery = \"tag:a\"\n[view.on_enter]\nsort = \"oldest-first\"\n",
    "[[view]]\nname = \"A\"\nquery = \"tag:a\"\n[keys.list]\n\"X\" = \"archive\"  # no line end",
    "[[view]]\r\nname = \"A\"\r\nquery = \"tag:a\"\r\n",
    "# [[view]] was here\n[[view]]\nname = '''A'''\nquery = \"\"\"\ntag:a\"\"\"",
  ])
  func `E26: the lines of the file stay byte for byte`(text: String) throws {
    let result = try Config.appending(work, to: text)
    #expect(Array(result.utf8).starts(with: Array(text.utf8)))
    let read = Config.read(result)
    #expect(read.problems.isEmpty)
    #expect(read.config.views == Config.read(text).config.views + [work])
    #expect(result.utf8.contains(0x0D) == text.utf8.contains(0x0D))
    let lines = result.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if text.utf8.contains(0x0D) { #expect(lines.dropLast().allSatisfy { $0.last == 0x0D }) }
  }

  @Test func `E26: what had no views keeps those of the defaults, and notmuch's`() throws {
    for text in ["", "theme = \"dark\"\n", Config.defaultText] {
      let read = Config.read(try Config.appending(work, to: text))
      #expect(read.problems.isEmpty)
      #expect(read.config.views == Config.standard.views + [work])
      #expect(read.config.showsSavedQueries)
      #expect(read.config.start == Config.standard.start)
    }
  }

  @Test func `E26: the order of what is shown is part of the view`() throws {
    var view = work
    view.onEnter.sort = .sender
    let read = Config.read(try Config.appending(view, to: ""))
    #expect(read.config.views.last == view)
  }

  @Test func `E26: a view that cannot be added changes nothing, and says why`() {
    let known = "[[view]]\nname = \"Work\"\nquery = \"tag:a\"\n"
    #expect(throws: ViewAppendingError.exists("Work")) { try Config.appending(work, to: known) }
    #expect(throws: ViewAppendingError.exists("Inbox")) {
      try Config.appending(SavedView(name: "Inbox", query: "x"), to: "")
    }
    let inline = "view = [{ name = \"A\", query = \"tag:a\" }]\n"
    #expect(throws: ViewAppendingError.otherForm) { try Config.appending(work, to: inline) }
    for broken in ["[[view\n", "theme = 3\n", "unknown = 1\n"] {
      #expect {
        try Config.appending(work, to: broken)
      } throws: { error in
        if case ViewAppendingError.mistakes = error { true } else { false }
      }
    }
  }
}
