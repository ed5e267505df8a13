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

extension TextForm: CustomStringConvertible {
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
