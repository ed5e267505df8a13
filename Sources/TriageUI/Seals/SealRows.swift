import Screen
import TriageCore

/// A line that is ours in a message's text, whatever the mail says.
enum SealLine: Hashable, Sendable {
  /// What is said where the seal of a part begins: its verdict, or more of it.
  case begin(number: Int, Sentence)
  case end(number: Int)
  /// What follows lies in no seal.
  case uncovered
}

extension MessageContent {
  /// The rows with which a seal begins: what it is worth, and all that is known if that is wanted.
  func rows(
    ofSeal index: Int,
    _ unit: ReadingText.Unit,
    _ layout: TextLayout
  ) -> [ReadingText.Row] {
    let seal = seals[index]
    var sentences = Sentence.begin(of: seal, withWholeKeys: layout.showsWholeKeys)
    if let key = layout.unlockKey, let unlocking = seal.state?.unlockSentence(key) {
      sentences = [unlocking]
    }
    var rows = sentences.map { sentence in
      ReadingText.Row(
        unit: unit,
        content: .seal(.begin(number: seal.number, sentence)),
        look: seal.look
      )
    }
    if layout.showsAllHeaders || layout.showsSealDetails {
      rows += Sentence.details(of: seal).map { detail in
        ReadingText.Row(
          unit: unit,
          lead: "  ",
          content: .seal(.begin(number: seal.number, detail)),
          look: .faint
        )
      }
    }
    return rows
  }
}

extension SealState {
  /// Whether it may open if a person asks for that, and is asked for a passphrase if need be.
  var opensWithQuestion: Bool { unlockSentence("") != nil }

  /// What it says where a key may open it; `nil` where none does.
  fileprivate func unlockSentence(_ key: String) -> Sentence? {
    switch self {
    case .locked: Sentence("seal.unlock", .keys(key))
    case .noAnswer: Sentence("seal.unlock.no-answer", .keys(key))
    case .large: Sentence("seal.unlock.large", .keys(key))
    case .open, .noKey, .damaged, .tooLarge, .unsupported, .off, .noGPG, .pending: nil
    }
  }
}

extension Sentence {
  /// What a line of ours says on the screen, where the frame says the rest.
  static func onScreen(_ line: SealLine) -> Sentence? {
    switch line {
    case .begin(_, let sentence): sentence
    case .end: nil
    case .uncovered: Sentence("seal.outside")
    }
  }

  /// What it says in a text without a frame.
  static func onPaper(_ line: SealLine) -> Sentence {
    switch line {
    case .begin(let number, let sentence):
      Sentence("seal.line", .text(String(number)), .sentence(sentence))
    case .end(let number): Sentence("seal.end", .text(String(number)))
    case .uncovered: Sentence("seal.outside-line", .sentence(Sentence("seal.outside")))
    }
  }
}
