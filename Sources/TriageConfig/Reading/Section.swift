import TriageCore

/// What is wrong in the file, gathered while it is read.
final class ProblemList {
  private(set) var problems: [FileProblem] = []
  /// What the settings are for that are being read.
  private var area = SettingsArea.all

  func add(_ problem: FileProblem) {
    var problem = problem
    problem.area = area
    problems.append(problem)
  }

  /// Reads settings of an area.
  func within<T>(_ area: SettingsArea, _ read: () -> T) -> T {
    let outer = self.area
    self.area = area
    defer { self.area = outer }
    return read()
  }

  /// What the settings are for that are being read now.
  var current: SettingsArea { area }

  /// All of them, in the order of the file.
  var sorted: [FileProblem] {
    let last = FilePosition(line: .max, column: .max)
    return problems.sorted { ($0.position ?? last) < ($1.position ?? last) }
  }
}

/// A table of the file, laid over the same table of the defaults.
///
/// Whoever reads a setting names it and says what it may be; what nobody has named is a mistake, and
/// a wrong value is reported and replaced by the default.
final class Section {
  private let given: Table?
  private let standard: Table?
  /// The settings that were asked for, and what each is for.
  private var areas: [String: SettingsArea] = [:]
  private var names: [String] = []
  /// Where the table stands in the file.
  let position: FilePosition?
  let problems: ProblemList

  init(
    _ given: Table?,
    at position: FilePosition? = nil,
    over standard: Table?,
    _ problems: ProblemList
  ) {
    self.given = given
    self.position = position
    self.standard = standard
    self.problems = problems
  }

  /// What the person's file has under a name.
  func own(_ name: String) -> Node? {
    if areas.updateValue(problems.current, forKey: name) == nil { names.append(name) }
    return given?[name]
  }

  /// A setting that has a default: `nil` of `read` means that the value is wrong.
  func value<T>(_ name: String, _ expected: Expected, _ read: (Node) -> T?) -> T {
    if let value = optional(name, expected, read) { return value }
    guard let value = standard?[name].flatMap(read) else {
      // Held by a test: the defaults have every setting, and are read without a problem.
      preconditionFailure("no default of \(name)")
    }
    return value
  }

  /// A setting that need not be there: `nil` of `read` means that the value is wrong.
  func optional<T>(_ name: String, _ expected: Expected, _ read: (Node) -> T?) -> T? {
    guard let node = own(name) else { return nil }
    if let value = read(node) { return value }
    let isEmptyText = expected.isText && node.string == ""
    problems.add(
      isEmptyText
        ? FileProblem(.emptyValue, name, at: node.position)
        : FileProblem(.wrongValue, name, expected.text, at: node.position)
    )
    return nil
  }

  /// A table within this one.
  func section(_ name: String) -> Section {
    let node = own(name)
    if let node, node.table == nil {
      problems.add(FileProblem(.wrongValue, name, Expected.table.text, at: node.position))
    }
    return Section(node?.table, at: node?.position, over: standard?[name]?.table, problems)
  }

  /// The tables of an array of tables; `nil` if there is none.
  func sections(_ name: String) -> [Section]? {
    guard let node = own(name) else { return nil }
    guard let items = node.array else {
      problems.add(FileProblem(.wrongValue, name, Expected.tables.text, at: node.position))
      return []
    }
    return items.compactMap { item in
      guard item.table == nil else {
        return Section(item.table, at: item.position, over: nil, problems)
      }
      problems.add(FileProblem(.wrongValue, name, Expected.table.text, at: item.position))
      return nil
    }
  }

  /// The tables of an array of tables of the defaults.
  func standardSections(_ name: String) -> [Section] {
    (standard?[name]?.array ?? []).map { Section($0.table, over: nil, problems) }
  }

  /// All entries of the file, for tables whose keys are the person's own.
  var entries: [Table.Entry] { given?.entries ?? [] }

  /// Reports the keys that nobody has asked for.
  func finish() {
    for entry in entries where areas[entry.key] == nil {
      guard let near = nearestName(to: entry.key, in: names) else {
        problems.add(FileProblem(.unknownKey, entry.key, at: entry.position))
        continue
      }
      // Probably that setting is meant: what does not use it goes on.
      problems.within(areas[near] ?? problems.current) {
        problems.add(FileProblem(.unknownKeyNearest, entry.key, near, at: entry.position))
      }
    }
  }
}

/// What a setting may be, as it is written in a file.
enum Expected {
  case text
  case texts
  case integer
  case number
  case bool
  case table
  case tables
  case words([String])
  /// As the file has it: `"builtin"`, `["PROGRAM"]`.
  case form(String)

  /// Whether it is any text: then a text that is refused is an empty one.
  var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// Not a sentence: the notation of the file, the same in every language.
  var text: String {
    switch self {
    case .text: "\"…\""
    case .texts: "[\"…\", …]"
    case .integer: "0, 1, 2, …"
    case .number: "0, 1.5, …"
    case .bool: "true, false"
    case .table: "{ … }"
    case .tables: "[[…]]"
    case .words(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .form(let form): form
    }
  }
}

extension Section {
  func text(_ name: String) -> String { value(name, .text, \.string) }

  func texts(_ name: String) -> [String] { value(name, .texts, \.strings) }

  func bool(_ name: String) -> Bool { value(name, .bool, \.bool) }

  /// A whole number that is not negative.
  func count(_ name: String) -> Int {
    value(name, .integer) { node in node.integer.flatMap { $0 >= 0 ? $0 : nil } }
  }

  /// One of the words of an enumeration.
  func word<T: RawRepresentable & CaseIterable>(_ name: String, as: T.Type = T.self) -> T
  where T.RawValue == String {
    value(name, .words(T.allCases.map(\.rawValue))) { $0.string.flatMap(T.init) }
  }

  /// One of the words of an enumeration, if there is one.
  func optionalWord<T: RawRepresentable & CaseIterable>(_ name: String, as: T.Type = T.self) -> T?
  where T.RawValue == String {
    optional(name, .words(T.allCases.map(\.rawValue))) { $0.string.flatMap(T.init) }
  }
}
