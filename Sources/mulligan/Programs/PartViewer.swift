import TriageCore
import TriageUI

/// What shows a part: a program of the mailcap files, or none of them.
struct PartViewer {
  /// The program; `nil` for the opener, or none.
  var program: MailcapProgram?
  /// What is to be said of the mailcap files.
  var note: Sentence?

  /// The program's ending of names; empty if any will do.
  var ending: String { program?.ending ?? "" }
}

extension MailcapProgram {
  /// The program and its arguments for a file.
  func arguments(for file: String, _ task: PartTask, home: String) -> [String] {
    command.arguments(file: file, type: task.type, parameters: task.parameters, home: home)
  }
}

/// What has been said of the mailcap files: their mistakes are reported once.
struct MailcapReports {
  private var reported: Set<Mailcap.Mistakes> = []

  /// What is to be said of a choice.
  mutating func note(on choice: MailcapChoice, of mailcap: Mailcap) -> Sentence? {
    if let refused = choice.refused { return Sentence("error.mailcap-shell", .text(refused)) }
    guard let new = mailcap.mistakes.first(where: { !reported.contains($0) }) else { return nil }
    reported.insert(new)
    return Sentence(
      "status.mailcap-mistakes",
      .number(new.count),
      .text("\(new.path):\(new.line)")
    )
  }
}
