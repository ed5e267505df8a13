import TriageCore

/// A question on the prompt line.
struct PromptState: Sendable {
  /// What the answer is for.
  enum Purpose: Hashable, Sendable {
    case search
    /// What narrows the list.
    case limit
    /// Which rows of the list are selected.
    case selectMatching
    /// Which steps the history shows.
    case filter
    /// What is to be done.
    case palette
    case argument(ArgumentAction)
    /// What to look for in the texts of a thread.
    case find
    /// The folder to save a part in.
    case save(PartInfo, of: MessageID)
    /// The program to give a message to.
    case pipe(MessageID)
    /// What a plan is to do.
    case planActions
    /// The file that a plan is written to.
    case planFile([MailAction])
  }

  let purpose: Purpose
  /// What the status line said when the question was asked.
  var saidBefore: StatusState?
  var field = TextField()
  /// What can follow what was typed, since `Tab` was pressed.
  var completion: Completion?
  /// What the query being typed finds.
  var finding: Finding?
  /// The entry of the palette that Enter does.
  var entry = 0
  /// Where in the earlier answers the field is; `nil` for what is being typed.
  var recalled: Int?
  /// What was being typed before an earlier answer was looked up.
  var draft = ""

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// What a query finds, as far as it has been heard.
  struct Finding: Sendable {
    let text: String
    /// Whether the engine was asked: it is when it has answered what was asked before.
    var isAsked = false
    /// Messages; `nil` until they are counted, or if the query is not understood.
    var count: Int?
    /// The first rows.
    var rows: [ThreadRow]?
  }
}

extension PromptState.Purpose {
  /// Whether the text is a query that is tried while it is being typed.
  var isQuery: Bool {
    switch self {
    case .search, .limit, .selectMatching: true
    case .filter, .palette, .argument, .find, .save, .pipe, .planActions, .planFile: false
    }
  }

  /// Answers of one kind are recalled together.
  var kind: TypedKind {
    switch self {
    case .search, .limit, .selectMatching: .search
    case .filter: .filter
    case .palette: .command
    case .argument(.move): .folder
    case .argument: .tags
    case .find: .find
    case .save: .place
    case .pipe: .program
    case .planActions: .actions
    case .planFile: .plan
    }
  }
}

/// Kinds of text that a person types and may want again, in this screen or the next.
package enum TypedKind: String, CaseIterable, Sendable, Codable {
  case search
  case tags
  case folder
  case find
  /// A folder of the file system.
  case place
  case program
  case filter
  case command
  case actions
  /// A file of commands.
  case plan
}

/// What a person has typed, by kind, newest last.
package struct TypedTexts: Hashable, Sendable, Codable {
  private var texts: [String: [String]] = [:]
  private static let limit = 100

  /// Makes a memory without a text.
  package init() {}

  /// The texts of a kind, newest last.
  package subscript(kind: TypedKind) -> [String] { texts[kind.rawValue] ?? [] }

  /// Adds a text; an equal one of before gives up its place.
  package mutating func add(_ text: String, as kind: TypedKind) {
    // What was pasted by the page is not typed again.
    guard text.utf8.count <= 2000 else { return }
    let others = self[kind].filter { $0 != text }
    texts[kind.rawValue] = Array((others + [text]).suffix(Self.limit))
  }
}
