import Journal
import TriageCore
import TriageUI

extension OutcomeCounts {
  var json: JSONValue {
    .object([
      ("restored", .int(self[.restored])), ("alreadySo", .int(self[.alreadySo])),
      ("kept", .int(self[.kept])), ("changedSince", .int(self[.changedSince])),
      ("gone", .int(self[.gone])), ("folderMissing", .int(self[.folderMissing])),
    ])
  }
}

extension SettledStep {
  /// What `history recover` says of a step: `nothing` for one that had changed nothing.
  func json(_ words: Wording) -> JSONLine {
    ChangeResult(
      kind: complete ? .done : .nothing,
      targets: [step],
      name: name,
      requested: messages,
      changed: complete ? messages : 0
    ).json(verb: "recover", dryRun: false, words: words)
  }

  /// What it says if nothing was interrupted.
  static func nothing(_ words: Wording) -> JSONLine {
    ChangeResult(kind: .nothing).json(verb: "recover", dryRun: false, words: words)
  }
}

extension JournalProblem {
  /// The problem in words.
  var sentence: Sentence {
    let detail = [step?.description, detail].compactMap(\.self).joined(separator: " ")
    return Sentence("error.history.\(code.rawValue)", .text(detail))
  }

  func json(file: String, _ words: Wording) -> JSONLine {
    var line = JSONLine(type: "problem")
    line.add("file", .string(file))
    line.add("line", .null)
    line.add("column", .null)
    line.add("code", .string(code.rawValue))
    line.add("title", .string(words.string(sentence)))
    return line
  }
}
