package import Screen
package import StringsCatalog
package import TriageCore

/// Puts sentences into the words of one language.
package struct Wording: Sendable {
  private let chosen: Deferred<Localizer>
  /// How wide dates are in its language.
  let dateColumns = DateColumns()
  /// Whether other characters than ASCII can be shown.
  package let isUTF8: Bool
  /// By which moments within sentences are told.
  package var clock = LocalClock.utc(now: 0)

  /// Makes the words of a language.
  package init(_ localizer: Localizer, isUTF8: Bool) {
    self.init(isUTF8: isUTF8) { localizer }
  }

  /// Makes the words of a language that is chosen for the first sentence, so that catalogs are read
  /// only if anything is said.
  package init(isUTF8: Bool, choosing localizer: @escaping @Sendable () -> Localizer) {
    chosen = Deferred(localizer)
    self.isUTF8 = isUTF8
  }

  var localizer: Localizer { chosen.value }
  private var marks: QuotationMarks? { QuotationMarks(localizer.language) }

  /// Returns the words of the same catalogs in another language.
  package func translated(into language: LanguageTag) -> Wording {
    var words = Wording(localizer.localizer(for: language), isUTF8: isUTF8)
    words.clock = clock
    return words
  }

  /// Returns whether the catalog has a sentence of this key.
  package func has(_ key: String) -> Bool { localizer.contains(StringKey(key)) }

  /// Returns a sentence for programs: what comes from outside stays exactly as it is.
  package func string(_ sentence: Sentence) -> String { string(sentence, isQuoted: false) }

  /// Returns a sentence for programs; if it stands in quotation marks, its own are inner ones.
  private func string(_ sentence: Sentence, isQuoted: Bool) -> String {
    let sentence = sayable(sentence)
    let quoted = sentence.hasSentences ? numbered(sentence).quoted(by: marks) : []
    let arguments = sentence.arguments.enumerated().map { index, value in
      argument(value, isQuoted: isQuoted || quoted.contains(index))
    }
    let segments = localizer.segments(StringKey(sentence.key), arguments: arguments)
    return localizer.joined(segments.map { isQuoted ? $0.quoted(by: marks) : $0 })
  }

  private func argument(
    _ argument: Sentence.Argument,
    isQuoted: Bool
  ) -> StringsCatalog.Argument {
    switch argument {
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .moment(let time): .text(moment(time))
    case .exactMoment(let time): .text(moment(time, isExact: true))
    case .sentence(let sentence): .text(string(sentence, isQuoted: isQuoted))
    }
  }

  /// Returns a sentence for the screen or paper: what comes from outside is harmless in it.
  package func text(_ sentence: Sentence) -> DisplayText {
    shown(DisplayText(sentence: segments(sentence)))
  }

  /// Returns one line of text from outside, harmless.
  package func display(_ raw: String) -> DisplayText { shown(DisplayText(raw)) }

  /// Returns a line of a message's body, harmless.
  package func displayBody(_ raw: String) -> DisplayText {
    shown(DisplayText(raw, as: .bodyLine))
  }

  /// Returns a text as this terminal can show it.
  func shown(_ text: DisplayText) -> DisplayText { isUTF8 ? text : text.ascii }
}

extension Wording {
  /// The catalog's words and the text from outside, in reading order.
  ///
  /// Each argument is given to the catalog as its own number, by which it is found again in the
  /// sentence, wherever the language puts it.
  private func segments(_ sentence: Sentence, isQuoted: Bool = false) -> [DisplayText.Segment] {
    let sentence = sayable(sentence)
    let numbered = numbered(sentence)
    let quoted = sentence.hasSentences ? numbered.quoted(by: marks) : []
    return numbered.flatMap { segment -> [DisplayText.Segment] in
      switch isQuoted ? segment.quoted(by: marks) : segment {
      case .literal(let words): [.literal(words)]
      case .argument(let number):
        Int(number).map { index in
          isolated(
            pieces(of: sentence.arguments[index], isQuoted: isQuoted || quoted.contains(index))
          )
        } ?? []
      }
    }
  }

  /// A sentence of the catalog whose arguments, but for numbers, are their own numbers.
  private func numbered(_ sentence: Sentence) -> [StringsCatalog.Segment] {
    let numbered = sentence.arguments.enumerated().map { index, argument in
      if case .number(let number) = argument {
        StringsCatalog.Argument.number(number)
      } else {
        StringsCatalog.Argument.text(String(index))
      }
    }
    return localizer.segments(StringKey(sentence.key), arguments: numbered)
  }

  private func pieces(
    of argument: Sentence.Argument,
    isQuoted: Bool
  ) -> [DisplayText.Segment] {
    switch argument {
    case .text(let text): [.argument(text)]
    case .number(let number): [.literal(localizer.number(number))]
    case .moment(let time): [.literal(moment(time))]
    case .exactMoment(let time): [.literal(moment(time, isExact: true))]
    case .sentence(let sentence): segments(sentence, isQuoted: isQuoted)
    }
  }

  /// Puts isolates round what is written from right to left, so that it cannot turn the rest.
  private func isolated(_ pieces: [DisplayText.Segment]) -> [DisplayText.Segment] {
    guard pieces.contains(where: \.turns) else { return pieces }
    return [.literal("\u{2068}")] + pieces + [.literal("\u{2069}")]
  }

  /// A sentence that the catalogs have.
  private func sayable(_ sentence: Sentence) -> Sentence {
    switch sentence.substitute {
    case nil: sentence
    case .title(let titles, let id):
      has(sentence.key) ? sentence : Sentence("custom", .text(chosen(from: titles) ?? id))
    case .sentence(let other): has(sentence.key) ? sentence : sayable(other)
    case .untitled(let other):
      if case .sentence(let title)? = sentence.arguments.first, isLost(title) {
        other
      } else {
        sentence
      }
    }
  }

  /// Whether nothing is left of an action's title but its id.
  private func isLost(_ title: Sentence) -> Bool {
    guard case .title(let titles, id: _) = title.substitute else { return false }
    return titles.isEmpty && !has(title.key)
  }

  /// The text for the reader's language, else the English one, else any.
  private func chosen(from texts: [String: String]) -> String? {
    let languages = texts.keys.sorted().compactMap { name in
      LanguageTag(name).map { (tag: $0, text: texts[name]) }
    }
    let best = localizer.language.matches(among: languages.map(\.tag)).first
    return languages.first { $0.tag == best }?.text ?? texts["en"] ?? languages.first?.text
  }
}

extension Sentence {
  /// Whether other sentences stand in it.
  fileprivate var hasSentences: Bool {
    arguments.contains { if case .sentence = $0 { true } else { false } }
  }
}

extension DisplayText.Segment {
  /// Whether something in it may be written from right to left: Hebrew, Arabic and the scripts of
  /// their blocks.
  fileprivate var turns: Bool {
    guard case .argument(let text) = self else { return false }
    return text.unicodeScalars.contains {
      (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value)
        || (0x1_0800...0x1_0FFF).contains($0.value) || (0x1_E800...0x1_EFFF).contains($0.value)
    }
  }
}
