package import TriageCore

extension Sentence {
  /// What is wrong in a file that a person writes.
  package static func problem(_ problem: FileProblem) -> Sentence {
    Sentence(
      "problem.\(problem.code.rawValue)",
      arguments: problem.arguments.map { .text($0) }
    )
  }
}
