extension ModelSchedule {
  /// Lets an event happen that somebody has chosen, some time after the one before.
  ///
  /// A sync is a whole one: its pieces are not looked at. Undo and redo take what is at the head.
  package func perform(_ event: ModelEvent, after time: Int = 10) throws {
    world.now += time
    switch event {
    case .act(let number, let messages, let edit): machines[number].act(messages, edit)
    case .undo(let number): machines[number].undo()
    case .redo(let number): machines[number].redo()
    case .revert(let number, let action): machines[number].revert(action)
    case .reapply(let number, let action): machines[number].reapply(action)
    case .wrote(let number, let pair, let value): machines[number].index[pair] = value
    case .arrived(let number, let message, let tags): machines[number].index[message] = tags
    case .pruned(let number, let horizon): machines[number].raise(horizon)
    case .carried(let one, let other):
      ModelReplica.carry(machines[one], machines[other])
      machines[one].hasCarried = true
      machines[other].hasCarried = true
    case .synced(let one, let other, _):
      return try sync(machines[one], machines[other], kill: false)
    }
    try happened(event)
  }
}
