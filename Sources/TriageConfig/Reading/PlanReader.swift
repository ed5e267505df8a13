package import TriageCore

/// A plan that was read, and what is wrong with it: nothing may run with a problem.
package struct ReadPlan: Sendable {
  /// The commands that are right.
  package var plan: Plan
  /// What is wrong, in the order of the file.
  package var problems: [FileProblem]
  /// Where the queries stand, by their text: only the index can judge them.
  package var queryPositions: [String: FilePosition]
}

/// The forms of a plan's file.
package enum PlanFormat: Sendable {
  case toml
  case json
  /// The lines of `notmuch tag --batch`; only read.
  case batch

  /// The form of a file: by its name, else by its first character.
  package init(file: String, text: String) {
    let isJSON = file.hasSuffix(".json") || text.drop(while: \.isWhitespace).first == "{"
    self = isJSON ? .json : .toml
  }
}

extension Plan {
  /// Reads a file's text; with a calendar the times of its actions are what their words mean now.
  package static func read(
    _ text: String,
    as format: PlanFormat,
    _ actions: ActionTable,
    _ calendar: SnoozeCalendar? = nil
  ) -> ReadPlan {
    let problems = ProblemList()
    if format == .batch {
      var reader = BatchReader(problems: problems)
      let plan = reader.plan(text)
      return ReadPlan(plan: plan, problems: problems.sorted, queryPositions: reader.queryPositions)
    }
    var reader = PlanReader(actions: actions, calendar: calendar, problems: problems)
    var plan = Plan([])
    do throws(FileProblem) {
      let table = try format == .json ? JSONDocument.read(text) : TOMLDocument.read(text)
      plan = reader.plan(Section(table, over: nil, problems))
    } catch {
      problems.add(error)
    }
    return ReadPlan(plan: plan, problems: problems.sorted, queryPositions: reader.queryPositions)
  }

  /// The plan as a file that `read` reads.
  package func text(as format: PlanFormat) -> String {
    format == .json ? JSONText.text(of: table) : TOMLText(table).text
  }

  private var table: Table {
    var table = Table()
    table["plan"] = Node(value: .integer(Plan.version))
    table["name"] = name.map { Node(value: .string($0)) }
    table["command"] = Node(value: .array(commands.map { Node(value: .table($0.table)) }))
    return table
  }
}

extension Command {
  fileprivate var table: Table {
    var table = Table()
    table["actions"] = .strings(actions.flatMap(\.notations))
    switch target {
    case .messages(let messages): table["messages"] = .strings(messages.map(\.text))
    case .query(let query, let limit):
      table["query"] = Node(value: .string(query))
      table["limit"] = limit.map { Node(value: .integer($0)) }
    case .sources(let filter, let query, let limit):
      if !filter.senders.isEmpty { table["sender"] = .textOrTexts(filter.senders) }
      if !filter.lists.isEmpty { table["list"] = .textOrTexts(filter.lists) }
      table["query"] = Node(value: .string(query))
      table["limit"] = limit.map { Node(value: .integer($0)) }
    }
    return table
  }
}

extension Node {
  /// One text as it is, several as an array.
  fileprivate static func textOrTexts(_ texts: [String]) -> Node {
    texts.count == 1 ? Node(value: .string(texts[0])) : .strings(texts)
  }

  /// One text, or several, none of them empty.
  fileprivate var textOrTexts: [String]? {
    guard let texts = string.map({ [$0] }) ?? strings, !texts.isEmpty else { return nil }
    return texts.allSatisfy { text in text.contains { $0 != " " } } ? texts : nil
  }
}

extension MailAction {
  /// The notations that mean this: one for each tag if a tag has a blank, which parts tags in one.
  fileprivate var notations: [String] {
    guard case .changeTags(let edit) = self,
      edit.add.union(edit.remove).contains(where: { $0.text.contains(" ") })
    else { return [notation] }
    return edit.add.sorted().map { MailAction.addTag($0).notation }
      + edit.remove.sorted().map { MailAction.removeTag($0).notation }
  }
}

/// Turns a file's tables into commands.
struct PlanReader {
  let actions: ActionTable
  let calendar: SnoozeCalendar?
  let problems: ProblemList
  var queryPositions: [String: FilePosition] = [:]

  mutating func plan(_ top: Section) -> Plan {
    defer { top.finish() }
    let version = top.required("plan", .form("1"), \.integer)
    if let version, version != Plan.version {
      problems.add(FileProblem(.version, String(version), at: top.own("plan")?.position))
    }
    let name = top.optional("name", .text) { $0.filledText }
    guard let sections = top.sections("command") else {
      problems.add(FileProblem(.missingKey, "command", at: top.position))
      return Plan([])
    }
    var commands: [Command] = []
    for section in sections {
      if let command = command(section) { commands.append(command) }
    }
    return Plan(name: name, commands)
  }

  private mutating func command(_ section: Section) -> Command? {
    defer { section.finish() }
    let nodes = section.required("actions", .form("[\"archive\", …]")) { node in
      node.array.flatMap { $0.isEmpty ? nil : $0 }
    }
    let actions = (nodes ?? []).compactMap { problems.action($0, in: self.actions, calendar) }
    let target = target(section)
    guard let nodes, let target, actions.count == nodes.count else { return nil }
    return Command(actions, on: target)
  }

  // Swift 6.3.1's optimiser stops on this function.
  @_optimize(none)
  private mutating func target(_ section: Section) -> CommandTarget? {
    let limit = section.optional("limit", .integer) { node in
      node.integer.flatMap { $0 >= 0 ? $0 : nil }
    }
    let query = section.optional("query", .text) { $0.filledText }
    let messages = section.optional("messages", .texts) { node in
      node.strings.flatMap { $0.contains("") ? nil : $0 }
    }
    let filter = sources(section)
    let sourceKey = ["sender", "list"].first { section.own($0) != nil }
    let hasQuery = section.own("query") != nil || sourceKey != nil
    let hasMessages = section.own("messages") != nil
    guard hasQuery != hasMessages else {
      let code: FileProblem.Code = hasQuery ? .bothKeys : .neitherKey
      let position = hasQuery ? section.own("messages")?.position : section.position
      let key = section.own("query") == nil ? sourceKey ?? "query" : "query"
      problems.add(FileProblem(code, key, "messages", at: position))
      return nil
    }
    if hasMessages, let node = section.own("limit") {
      problems.add(FileProblem(.bothKeys, "limit", "messages", at: node.position))
    }
    if let query { queryPositions[query] = section.own("query")?.position }
    if let filter {
      return filter.isEmpty ? nil : .sources(filter, query: query ?? "*", limit: limit)
    }
    return query.map { .query($0, limit: limit) }
      ?? messages.map { .messages($0.map { MessageID($0) }) }
  }

  /// Whose mail a command is about; `nil` if it does not say so, empty if it says it wrongly.
  private func sources(_ section: Section) -> SourceFilter? {
    guard section.own("sender") != nil || section.own("list") != nil else { return nil }
    let senders = section.optional("sender", .text, \.textOrTexts)
    let lists = section.optional("list", .text, \.textOrTexts)
    let isWrong =
      (senders == nil && section.own("sender") != nil)
      || (lists == nil && section.own("list") != nil)
    return isWrong ? SourceFilter() : SourceFilter(senders: senders ?? [], lists: lists ?? [])
  }
}

/// Reads the lines of `notmuch tag --batch`: `+TAG|-TAG … [--] QUERY`.
///
/// A tag may have any of its bytes written as `%NN`; the query is notmuch's, quotes and all. Empty
/// lines and those that begin with `#` say nothing.
struct BatchReader {
  let problems: ProblemList
  var queryPositions: [String: FilePosition] = [:]

  mutating func plan(_ text: String) -> Plan {
    var commands: [Command] = []
    if let zero = FileProblem(zeroIn: text) {
      problems.add(zero)
      return Plan([])
    }
    // CR LF is one character.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (number, line) in lines.enumerated() {
      let line = line.last == "\r" ? line.dropLast() : line
      guard line.contains(where: { $0 != " " }), line.first(where: { $0 != " " }) != "#" else {
        continue
      }
      if let command = command(line, number + 1) { commands.append(command) }
    }
    return Plan(commands)
  }

  private mutating func command(_ line: Substring, _ number: Int) -> Command? {
    var rest = line.drop { $0 == " " }
    let start = position(of: rest, in: line, number)
    var edit = TagEdit()
    while let sign = rest.first, sign == "+" || sign == "-" {
      let word = rest.prefix { $0 != " " }
      let wordStart = position(of: rest, in: line, number)
      rest = rest.dropFirst(word.count).drop { $0 == " " }
      if word == "--" { break }
      guard let tag = Self.decoded(word.dropFirst()).map({ MailTag($0) }),
        sign == "+" ? tag.isValidToAdd : !tag.text.isEmpty
      else {
        problems.add(FileProblem(.badTag, String(word), at: wordStart))
        return nil
      }
      edit = edit.then(sign == "+" ? TagEdit(add: [tag]) : TagEdit(remove: [tag]))
    }
    let queryStart = position(of: rest, in: line, number)
    let query = String(rest.reversed().drop { $0 == " " }.reversed())
    guard !edit.isEmpty else {
      problems.add(FileProblem(.missingKey, "+TAG", at: start))
      return nil
    }
    guard !query.isEmpty else {
      problems.add(FileProblem(.missingKey, "QUERY", at: queryStart))
      return nil
    }
    queryPositions[query] = queryPositions[query] ?? queryStart
    return Command([MailAction(edit)], on: .query(query, limit: nil))
  }

  private func position(of rest: Substring, in line: Substring, _ number: Int) -> FilePosition {
    let before = line[line.startIndex..<rest.startIndex]
    return FilePosition(line: number, column: before.unicodeScalars.count + 1)
  }

  /// The tag with its escapes read; `nil` if they are not two digits each, a zero, or not UTF-8
  /// together.
  private static func decoded(_ word: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      // Libraries would take a zero for the end of the tag.
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16), value > 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
