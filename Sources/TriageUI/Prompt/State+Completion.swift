import TriageCore

extension State {
  /// Completes the word before the cursor: first what all choices share, then one after the other.
  mutating func complete(backward: Bool) {
    guard var prompt else { return }
    defer { self.prompt = prompt }
    if var known = prompt.completion, known.choices.count > 1 {
      let count = known.choices.count
      let next = known.place.map { $0 + (backward ? count - 1 : 1) } ?? (backward ? count - 1 : 0)
      known.place = next % count
      known.range = prompt.field.replace(known.range, with: known.choices[next % count])
      prompt.completion = known
      return
    }
    // Names of folders may have blanks in them.
    let isFolder = prompt.purpose.kind == .folder
    let word = isFolder ? prompt.field.textBeforeCursor : prompt.field.wordBeforeCursor
    let choices = choices(for: word.text, prompt.purpose)
    guard !choices.isEmpty else { return }
    var completion = Completion(range: word.range, choices: choices)
    let isOnly = choices.count == 1
    let text =
      isOnly && !completion.shared.hasSuffix(":")
      ? completion.shared + prompt.purpose.wordEnd : completion.shared
    if text.count > word.text.count || isOnly {
      completion.range = prompt.field.replace(word.range, with: text)
    }
    prompt.completion = isOnly ? nil : completion
  }

  private func choices(for word: String, _ purpose: PromptState.Purpose) -> [String] {
    var words = QueryWords(names: names)
    switch purpose {
    case .search, .limit, .selectMatching:
      words.people = Set(list.rows.values.flatMap(\.authors)).sorted() + names.addresses
      return words.queryChoices(for: word)
    case .filter, .argument(.addTag), .argument(.removeTag), .argument(.changeTags):
      return words.tagChoices(for: word)
    case .palette: return []
    case .planActions: return config.actions.allIDs.filter { $0.hasPrefix(word) }
    case .argument(.move): return words.folderChoices(for: word)
    case .find, .save, .pipe, .planFile: return []
    }
  }

  /// Puts an earlier answer into the field, or what was being typed before.
  mutating func recall(_ distance: Int) {
    guard var prompt else { return }
    let texts = typed[prompt.purpose.kind]
    let place = (prompt.recalled ?? texts.count) + distance
    guard (0...texts.count).contains(place), place != prompt.recalled ?? texts.count else { return }
    if prompt.recalled == nil { prompt.draft = prompt.field.text }
    prompt.recalled = place == texts.count ? nil : place
    let text = place == texts.count ? prompt.draft : texts[place]
    _ = prompt.field.replace(0..<prompt.field.content.text.count, with: text)
    self.prompt = prompt
  }

  /// Tries the query that is being typed, when the one before has been answered or given up: typing
  /// never waits, and however fast it is, one query at most waits for the engine.
  mutating func tryQuery() -> [Effect] {
    guard let prompt, prompt.purpose.isQuery, engine.isAlive else { return [] }
    let text = prompt.field.text
    guard text.contains(where: { $0 != " " }) else {
      self.prompt?.finding = nil
      return giveUpFinding()
    }
    var cancels: [Effect] = []
    if prompt.finding?.text != text {
      cancels = giveUpFinding()
      self.prompt?.finding = PromptState.Finding(text: text, rows: prompt.finding?.rows)
    }
    guard self.prompt?.finding?.isAsked == false, finding.isEmpty else { return cancels }
    self.prompt?.finding?.isAsked = true
    let query = MailQuery(
      prompt.purpose == .search ? text : ListState.query(list.view, narrowedBy: text)
    )
    return cancels + [
      request(.counts(query), for: .finding(text)),
      request(
        .list(query, sort: list.sort, skip: 0, limit: listHeight, rows: listHeight),
        for: .finding(text)
      ),
    ]
  }

  /// Gives up what is being found for an earlier text.
  private mutating func giveUpFinding() -> [Effect] {
    let old = finding.filter { engine.reads[$0]?.isGivenUp == false }
    for id in old { engine.reads[id]?.isGivenUp = true }
    return old.map { .send(EngineRequest(id: newRequestID(), .cancel($0))) }
  }

  /// What was asked of queries that were being typed, and is not answered.
  private var finding: [RequestID] {
    let reads = engine.reads.filter { if case .finding = $0.value.purpose { true } else { false } }
    return reads.keys.sorted()
  }

  mutating func takeFinding(_ text: String, count: Int) {
    if prompt?.finding?.text == text { prompt?.finding?.count = count }
  }

  mutating func takeFinding(_ text: String, rows: [ThreadRow]) {
    if prompt?.finding?.text == text { prompt?.finding?.rows = rows }
  }

  /// Takes that a query is not understood, perhaps because it is not whole yet.
  mutating func dropFinding(_ text: String) {
    guard prompt?.finding?.text == text else { return }
    prompt?.finding?.count = nil
    prompt?.finding?.rows = nil
  }
}

extension PromptState.Purpose {
  /// What follows a word that is whole.
  fileprivate var wordEnd: String { kind == .folder ? "" : " " }
}
