import TriageCore

extension DemoMailbox {
  func index() throws(TriageFailure) {}
}
