import Foundation
import TestSupport
import Testing

@testable import mulligan

/// The mailcap files: what is in them, and what is made of it without a shell.
@Suite struct MailcapTests {
  private func mailcap(_ text: String) -> Mailcap {
    var mailcap = Mailcap()
    mailcap.add(Array(text.utf8), from: "/m")
    return mailcap
  }

  /// The arguments of the first line that shows a type.
  private func arguments(
    _ text: String,
    for type: String,
    asText: Bool = false,
    parameters: [String: String] = [:],
    _ environment: [String: String] = [:]
  ) -> [String]? {
    mailcap(text).choice(for: type, asText: asText, environment).program?.command.arguments(
      file: "/tmp/a b.pdf",
      type: type,
      parameters: parameters,
      home: "/home/ann"
    )
  }

  @Test func `E18: lines, remarks, lines that go on, and escaped semicolons are read`() {
    let text = """
      # a remark
      \t
      image/*; view '%s' \\
        --big; test=test -n "$DISPLAY"; description="a \\; b"
      Text; less %s; needsterminal
      application/x-a; sed 's/a\\;b//' %s; copiousoutput; nametemplate=%s.txt
      """
    let entries = mailcap(text).entries
    #expect(entries.map(\.type) == ["image/*", "text/*", "application/x-a"])
    #expect(entries[0].command == "view '%s'   --big")
    #expect(entries[0].test == "test -n \"$DISPLAY\"")
    #expect(entries[1].needsTerminal && !entries[1].isCopious)
    #expect(entries[2].command == "sed 's/a;b//' %s")
    #expect(entries[2].isCopious && entries[2].ending == ".txt")
    #expect(mailcap(text).mistakes.isEmpty)
  }

  @Test(arguments: [
    ("v %s", ["v", "/tmp/a b.pdf"]), ("v '%s' -x", ["v", "/tmp/a b.pdf", "-x"]),
    ("v --in=%s", ["v", "--in=/tmp/a b.pdf"]), ("v \"a  b\" 'c \"d'", ["v", "a  b", "c \"d"]),
    ("v a\\ b \\%s", ["v", "a b", "%s"]), ("v %t 100%%", ["v", "application/pdf", "100%"]),
    ("v ''", ["v", ""]), ("v '$X'", ["v", "$X"]), ("v a~b '~'", ["v", "a~b", "~"]),
    ("~/bin/v ~/x", ["/home/ann/bin/v", "/home/ann/x"]),
  ])
  func `E18: a command is split as a shell would, and then filled`(
    command: String,
    arguments: [String]
  ) {
    let line = "application/pdf; \(command.replacing(";", with: "\\;"))\n"
    #expect(self.arguments(line, for: "application/pdf") == arguments)
  }

  @Test(arguments: [
    "v %s | less", "v %s > x", "v < %s", "v %s; w", "v `id`", "v $(id)", "v \"$(id)\"", "v $HOME",
    "v \"$HOME\"", "v %s &", "v *", "v a?", "(v)", "{ v; }", "X=1 v %s", "if v", "cd /", "exec v",
    "v '%s", "v \"%s", "v ~root", "v # x", "%s", "v %n", "v %{a",
  ])
  func `E18: what only a shell could run is refused by its name, and the next line is used`(
    command: String
  ) {
    let escaped = command.replacing(";", with: "\\;")
    let mailcap = mailcap("a/b; \(escaped)\na/b; \(escaped)\na/*; ok %s\n")
    let choice = mailcap.choice(for: "a/b", asText: false, [:])
    #expect(choice.refused == command)
    #expect(choice.program?.command.name == "ok")
  }

  @Test func `E18: a condition about one variable is understood, any other is refused`() {
    let text = """
      a/b; x %s; test=test -n "$DISPLAY"
      a/b; w %s; test=[ -n "${WAYLAND_DISPLAY}" ]
      a/b; t %s; test=test -z "$DISPLAY"
      """
    let here = { (variables: [String: String]) in
      self.arguments(text, for: "a/b", variables)?.first
    }
    #expect(here(["DISPLAY": ":0"]) == "x")
    #expect(here(["WAYLAND_DISPLAY": "w"]) == "w")
    #expect(here([:]) == "t" && here(["DISPLAY": ""]) == "t")
    for test in ["test -e /x", "test -n \"$A\" -a -e /x", "which x", "test -n x", "true"] {
      let choice = mailcap("a/b; x %s; test=\(test)").choice(for: "a/b", asText: false, [:])
      #expect(choice.program == nil && choice.refused == "x %s", "\(test)")
    }
  }

  @Test func `E18: only lines with copiousoutput make text, and only the others open`() {
    let text = "a/b; open %s\na/b; print %s; copiousoutput\n"
    #expect(arguments(text, for: "a/b")?.first == "open")
    #expect(arguments(text, for: "a/b", asText: true)?.first == "print")
    #expect(arguments(text, for: "a/c") == nil)
  }

  @Test func `E18: what the mail says of itself is at most one harmless argument`() {
    let line = "*; x\ntext; v -I %{charset} -t %t\n"
    let long = String(repeating: "a", count: 200)
    let evil = ["-x", "a b", "$(id)", "`id`", "a;b", "--", "", "é", long]
    for value in evil {
      let arguments = arguments(line, for: "text/x", parameters: ["charset": value])
      #expect(arguments == ["v", "-I", "", "-t", "text/x"], "\(value)")
    }
    #expect(
      arguments(line, for: "text/x", parameters: ["charset": "iso-8859-1"])
        == ["v", "-I", "iso-8859-1", "-t", "text/x"]
    )
    #expect(arguments("text; v %t", for: "text/a b") == ["v", "application/octet-stream"])
    #expect(arguments("-x; v %t", for: "-x/-y") == ["v", "application/octet-stream"])
  }

  @Test func `E18: ten thousand broken lines are counted, and the good ones among them used`() {
    let broken = (0..<5_000).map { "rubbish \($0)\n\u{1b}[2J;;;\n" }.joined()
    let endless = String(repeating: "z", count: 9_999)
    let mailcap = mailcap("a/b; x %s\n" + broken + "a/c; y %s\n" + endless)
    #expect(mailcap.entries.map(\.type) == ["a/b", "a/c"])
    #expect(mailcap.mistakes == [Mailcap.Mistakes(path: "/m", count: 10_001, line: 2)])
  }

  @Test func `E18: files are looked for where they are said to be, in their order`() throws {
    let mail = try TemporaryMail()
    let (one, two) = ("\(mail.folder)/one", "\(mail.folder)/two")
    try "a/b; first %s\n".write(toFile: one, atomically: false, encoding: .utf8)
    try "a/b; second %s\n".write(toFile: two, atomically: false, encoding: .utf8)
    #expect(mkfifo("\(mail.folder)/pipe", 0o600) == 0)
    let paths = "\(mail.folder)/none:\(mail.folder)/pipe:\(mail.folder):\(one):~/two"
    let read = Mailcap(["MAILCAPS": paths], home: mail.folder)
    #expect(read.entries.map(\.command) == ["first %s", "second %s"])
    try FileManager.default.moveItem(atPath: two, toPath: "\(mail.folder)/.mailcap")
    let own = Mailcap([:], home: mail.folder)
    #expect(own.entries.first?.command == "second %s")
  }
}
