import Testing
import UndoKit

/// What UndoHistory should do, said once more: one list of all states and a place in it.
private struct HistoryModel {
  var states = [0]
  var place = 0
  var limit: Int
  var key: String?

  mutating func push(_ value: Int, _ key: String?) {
    states.removeLast(states.count - place - 1)
    if key != nil, key == self.key {
      states[place] = value
    } else {
      states.append(value)
      place += 1
    }
    while limit > 0, place > limit {
      states.removeFirst()
      place -= 1
    }
    self.key = key
  }

  mutating func move(_ step: Int) -> Bool {
    key = nil
    guard states.indices.contains(place + step) else { return false }
    place += step
    return true
  }
}

struct RandomHistoryTests {
  @Test func `10,000 random sequences agree with the model at every step`() {
    for seed in 0..<10_000 {
      var random = SplitMix(state: UInt64(seed))
      let limit = Int.random(in: 0...3, using: &random)
      var history = UndoHistory(0, limit: limit)
      var model = HistoryModel(limit: limit)
      for step in 0..<30 {
        let agrees = call(&history, &model, &random)
        guard agrees, isEqual(history, model) else {
          Issue.record("seed \(seed), step \(step): \(history), \(model)")
          return
        }
      }
    }
  }

  private func isEqual(_ history: UndoHistory<Int>, _ model: HistoryModel) -> Bool {
    history.current == model.states[model.place]
      && history.undoCount == model.place
      && history.redoCount == model.states.count - model.place - 1
      && history.canUndo == (model.place > 0)
      && history.canRedo == (history.redoCount > 0)
  }

  /// Makes one random call and returns whether both give the same answer.
  private func call(
    _ history: inout UndoHistory<Int>,
    _ model: inout HistoryModel,
    _ random: inout SplitMix
  ) -> Bool {
    let value = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3:
      let key = ["a", "b", nil, "a"][value]
      history.push(value, coalescing: key)
      model.push(value, key)
    case 4, 5:
      history.current = value
      model.push(value, nil)
    case 6:
      history.setIfChanged(value)
      if model.states[model.place] != value { model.push(value, nil) }
    case 7:
      history.amend(value)
      model.states[model.place] = value
      model.key = nil
    case 8:
      history.endCoalescing()
      model.key = nil
    case 9 where value == 0:
      history.clear()
      model = HistoryModel(states: [model.states[model.place]], limit: model.limit)
    case 10, 11: return history.redo() == model.move(1)
    default: return history.undo() == model.move(-1)
    }
    return true
  }
}
