import Testing
import TriageCore

/// What is typed for a program is words, never a shell's.
@Suite struct ShellWordsTests {
  @Test(arguments: [
    ("wc -l", ["wc", "-l"]), ("  a   b ", ["a", "b"]),
    ("grep 'a b' \"c d\"", ["grep", "a b", "c d"]),
    ("a\\ b c", ["a b", "c"]), ("'it'\"'\"'s'", ["it's"]), ("\"a\\\"b\\$c\"", ["a\"b\\$c"]),
    ("x '' y", ["x", "", "y"]),
    (
      "echo $(id);rm -rf ~ `x` > y | z",
      [
        "echo", "$(id);rm", "-rf", "~", "`x`", ">", "y", "|", "z",
      ]
    ), ("", []), ("a\\", ["a\\"]),
  ])
  func `a line becomes words, and nothing in it is run`(line: String, words: [String]) {
    #expect(ShellWords.split(line) == words)
  }

  @Test(arguments: [
    (["a", "b-c"], "a b-c"), (["a b", ""], "'a b' ''"), (["it's"], #"'it'\''s'"#),
    (["~", "$(id)", "*"], "'~' '$(id)' '*'"), (["größe"], "'größe'"),
  ])
  func `words become a line that is split into them again`(words: [String], line: String) {
    #expect(ShellWords.joined(words) == line)
    #expect(ShellWords.split(line) == words)
  }

  @Test(arguments: ["'a", "a \"b", "\"a\\\""]) func `an open quote is no line`(line: String) {
    #expect(ShellWords.split(line) == nil)
  }
}
