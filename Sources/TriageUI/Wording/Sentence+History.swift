package import TriageCore

extension Sentence {
  /// A line of the history: number, local time as it is given, state, origin, messages, title.
  package static func step(
    _ step: StepSummary,
    title: Sentence? = nil,
    time: String
  ) -> Sentence {
    Sentence(
      "status.step",
      .text(step.id.description),
      .text(time),
      .sentence(state(of: step)),
      .sentence(.origin(step)),
      .number(step.messages),
      .sentence(title ?? .title(of: step))
    )
  }

  /// The state of a group; of other steps, what they are.
  private static func state(of step: StepSummary) -> Sentence {
    Sentence("state.\(step.state?.rawValue ?? step.kind.rawValue)")
  }
}
