/// The path to one text among those that a sentence varies into; empty for a plain sentence.
///
/// As text it is what Xcode writes into XLIFF files: `plural.few`, `device.iphone.plural.one`,
/// `substitutions.files.plural.other`.
public struct TextForm: Hashable, Sendable {
  /// One step of the path.
  public enum Step: Hashable, Sendable {
    /// To the text for a device.
    case device(String)
    /// To the text for a plural form.
    case plural(PluralCategory)
    /// To a part of the sentence; only ever the first step.
    case substitution(String)
  }

  /// The steps from the outside in.
  public let steps: [Step]

  /// Makes a path of its steps.
  public init(_ steps: Step...) {
    self.steps = steps
  }

  /// Makes a path of its steps.
  public init(steps: [Step]) {
    self.steps = steps
  }

  static func + (form: TextForm, step: Step) -> TextForm {
    TextForm(steps: form.steps + [step])
  }
}

extension TextForm: LosslessStringConvertible {
  /// Reads a path as Xcode writes it; `nil` if it is not formed like one.
  public init?(_ text: String) {
    var words = text.split(separator: ".", omittingEmptySubsequences: false)[...]
    var steps: [Step] = []
    while let kind = words.popFirst() {
      guard let step = Self.step(kind, &words, isFirst: steps.isEmpty) else { return nil }
      steps.append(step)
    }
    self.steps = steps
  }

  private static func step(
    _ kind: Substring,
    _ words: inout ArraySlice<Substring>,
    isFirst: Bool
  ) -> Step? {
    guard let word = words.popFirst(), !word.isEmpty else { return nil }
    switch kind {
    case "device": return .device(String(word))
    case "plural": return PluralCategory(rawValue: String(word)).map(Step.plural)
    case "substitutions" where isFirst:
      guard word.hasPrefix("@") else { return .substitution(String(word)) }
      var name = word
      while !name.hasSuffix("@") || name.utf8.count == 1 {
        guard let next = words.popFirst() else { return nil }
        name += "." + next
      }
      return .substitution(String(name.dropFirst().dropLast()))
    default: return nil
    }
  }

  /// The path as Xcode writes it; a part's name with a point in it is put between `@`.
  public var description: String {
    let words = steps.map { step in
      switch step {
      case .device(let device): "device.\(device)"
      case .plural(let category): "plural.\(category.rawValue)"
      case .substitution(let name):
        name.contains(".") ? "substitutions.@\(name)@" : "substitutions.\(name)"
      }
    }
    return words.joined(separator: ".")
  }
}
