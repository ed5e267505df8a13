import TestSupport
import Testing

@testable import mulligan

/// The man page beside what the parser knows.
@Suite struct ManualTests {
  @Test func `the man page has each option of each verb, where the verb is`() throws {
    let page = try TemporaryMail().mulligan("manual").output
    var section = ""
    var found: [String: Set<String>] = [:]
    for line in page.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case ".Sh": section = ""
      case ".Ss": section = words.dropFirst().joined(separator: " ").replacing("\\-", with: "-")
      case ".It" where words.prefix(3) == [".It", "Fl", "Fl"]:
        found[section, default: []].insert(words[3].replacing("\\-", with: "-"))
      default: break
      }
    }
    let root = ArgumentTable.ofProgram
    let global = root.options
    #expect(global.contains("config") && global.isSubset(of: found[""] ?? []))
    var verbs: [String] = []
    for (path, verb) in root.verbsBelow {
      let options = verb.options.subtracting(global)
      #expect(found[path] ?? [] == options, "\(path)")
      verbs.append(path)
    }
    // What is taken without the name of a verb below stands with the verb above.
    #expect(found["history"]?.isSuperset(of: ["limit", "since", "by", "all", "patch"]) == true)
    #expect(found["outbox"]?.contains("all") == true)
    #expect(verbs.contains("history restore") && verbs.contains("config check"))
  }
}

extension ManualPage.Command {
  /// The long names of all options, those of the verb that is meant without its name, too.
  fileprivate var options: Set<String> {
    let usual = subcommands?.first { $0.commandName == defaultSubcommand }
    let all = (arguments ?? []) + (usual?.arguments ?? [])
    let shown = all.filter { $0.kind != "positional" && $0.shouldDisplay }
    let names = shown.flatMap { $0.names ?? [] }
    return Set(names.filter { $0.kind == "long" }.map(\.name))
  }

  /// The verbs below that a person is told of, and those below them, with their names.
  fileprivate var verbsBelow: [(path: String, verb: ManualPage.Command)] {
    (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
      .flatMap { verb in
        [(verb.commandName, verb)]
          + verb.verbsBelow.map { ("\(verb.commandName) \($0.path)", $0.verb) }
      }
  }
}
