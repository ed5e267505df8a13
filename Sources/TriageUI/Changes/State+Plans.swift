import TriageCore

// A plan for another time: what is selected, and what is to be done with it.

extension State {
  /// Asks what a plan is to do with the messages an action would be about now.
  mutating func askForPlan() -> [Effect] {
    guard !actingThreads.isEmpty else { return [] }
    let effects = ask(.planActions)
    fill(with: changes.last?.notation ?? "")
    return effects
  }

  /// Asks where the plan goes, if the actions are actions.
  mutating func askForPlanFile(typed text: String) -> [Effect] {
    guard let words = ShellWords.split(text) else {
      say(Sentence("error.open-quote"), isError: true, about: .key)
      return []
    }
    do throws(ActionError) {
      var actions: [MailAction] = []
      for word in words { actions.append(try config.actions.parse(word)) }
      let effects = ask(.planFile(actions))
      fill(with: typed[.plan].last ?? "~/plan.toml")
      return effects
    } catch {
      say(.failure(error), isError: true, about: .key)
      return []
    }
  }

  /// Writes the plan as soon as all rows are known; what is selected stays selected.
  mutating func save(_ actions: [MailAction], asPlan file: String) -> [Effect] {
    gather(actingThreads, for: .plan(actions, file: file))
    return gatherRows()
  }

  /// Has the plan written.
  mutating func save(
    _ actions: [MailAction],
    _ messages: [MessageID],
    in file: String
  ) -> [Effect] {
    guard !messages.isEmpty else {
      say(TriageFailure(.nothingFound))
      return []
    }
    return [.save(Plan([Command(actions, on: .messages(messages))]), file: file)]
  }

  private mutating func fill(with text: String) {
    _ = prompt?.field.replace(0..<0, with: text)
  }
}

extension ChangeState.Goal {
  /// What is said of it if it is given up.
  var title: Sentence {
    switch self {
    case .act(let action): .title(ActionName(action))
    case .toggle(.unread): Sentence("command.toggle-unread.title")
    case .toggle(.star): Sentence("command.toggle-star.title")
    case .plan: Sentence("command.save-plan.title")
    }
  }
}
