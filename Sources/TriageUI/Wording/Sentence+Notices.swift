package import TriageCore

extension Sentence {
  /// What a reader should know of how a message's text was made.
  package static func notice(_ notice: ContentNotice) -> Sentence {
    Sentence("notice.\(notice.key)", arguments: arguments(of: notice))
  }

  private static func arguments(of notice: ContentNotice) -> [Argument] {
    switch notice {
    case .fileMissing, .notAFile, .notMail, .headersCut(omitted: 0), .bodyCut, .depthCut,
      .encrypted, .signatureNotChecked:
      []
    case .headersCut(let omitted), .partsCut(let omitted): [.number(omitted)]
    case .fileUnreadable(let errno): [.text(String(errno))]
    case .charsetGuessed(let charset): [.text(charset)]
    case .charsetRefused(let declared, let taken): [.text(declared), .text(taken)]
    case .alternativeShown(let type): [form(type)]
    case .copies(let shown, let count): [.number(count), .text(String(shown))]
    case .subjectDiffers(let subject): [.text(subject)]
    case .filterFailed(let program), .pictureFailed(let program), .shownBy(let program):
      [.text(program)]
    }
  }

  /// The form of a text in words where there are some, else its type.
  private static func form(_ type: String) -> Argument {
    switch type {
    case "text/plain": .sentence(Sentence("notice.alternative-shown.plain"))
    case "text/html": .text("HTML")
    default: .text(type)
    }
  }

  /// What a running change is doing.
  package static func progress(_ progress: ChangeProgress) -> Sentence {
    switch progress {
    case .waiting(nil): Sentence("status.waiting.unknown")
    case .waiting(let holder?):
      Sentence("status.waiting", .text(holder.program), .text(String(holder.pid)))
    case .writing(let done, let total):
      Sentence("status.writing", .number(done), .number(total))
    }
  }

  /// The same, with the key that stops it, and how fast it goes once that can be told.
  static func progress(
    _ progress: ChangeProgress,
    of subject: Sentence,
    seconds: Int,
    key: String
  ) -> Sentence {
    guard case .writing(let done, let total) = progress else {
      return Sentence("status.cancellable", .sentence(.progress(progress)), .keys(key))
    }
    let bar = Sentence(
      "status.writing.bar",
      .sentence(subject),
      .number(done),
      .number(total),
      .text(self.bar(done, of: total)),
      .keys(key)
    )
    guard seconds > 0, done > 0 else { return bar }
    let left = (total - done) * seconds / done
    return Sentence(
      "status.both",
      .sentence(bar),
      .sentence(Sentence("status.pace", .number(done / seconds), .number(left)))
    )
  }

  private static func bar(_ done: Int, of total: Int) -> String {
    let cells = 10
    let filled = total > 0 ? max(0, min(cells, done * cells / total)) : 0
    return String(repeating: "#", count: filled) + String(repeating: " ", count: cells - filled)
  }
}
