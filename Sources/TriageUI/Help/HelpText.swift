import TriageCore

/// What the keys do where a person stands, made from the keymap: what a newcomer needs first, then
/// by topic.
struct HelpText: Sendable {
  enum Line: Hashable, Sendable {
    case heading(Sentence)
    /// Keys, and what they do; it can be chosen.
    case action(ActionID, keys: [String], title: Sentence)
    /// What a sign before a row means.
    case sign(Sentence)
    case note(Sentence)
    case blank
  }

  let lines: [Line]
  /// The indices of the lines that the cursor goes to: what can be chosen, and what explains a sign.
  let rows: [Int]

  /// Makes the help about a context, in which the keys of some commands do nothing, and some actions are
  /// called otherwise.
  init(
    about context: KeyContext,
    without idle: Set<ScreenCommand> = [],
    called titles: [ActionID: Sentence] = [:],
    _ keymap: Keymap
  ) {
    let actions = HelpText.actions(in: context, without: idle, keymap)
    let first = ActionID.first.filter { actions.keys[$0] != nil }
    let line = { (action: ActionID) in HelpText.line(action, actions, context, titles[action]) }
    let here = Sentence("menu.keys.\(context.rawValue)")
    var sections: [[Line]] = []
    if context.includesGlobal {
      let counts = context == .list ? HelpText.counts(keymap) : []
      sections.append([.heading(here)] + first.map(line) + counts)
      for topic in CommandTopic.allCases {
        let about = actions.order.filter { $0.topic == topic && !first.contains($0) }
        let heading = Sentence("menu.topic.\(topic.rawValue)")
        sections.append([.heading(heading)] + about.map(line))
      }
    } else {
      sections.append([.heading(here)] + actions.order.map(line))
    }
    let signs = HelpText.signs[context, default: []]
    let ofSigns = Sentence(context == .message ? "menu.signs.message" : "menu.signs")
    sections.append([.heading(ofSigns)] + signs.map(Line.sign))
    sections.append([.note(Sentence("status.help-elsewhere", .keys(keymap.helpKey)))])
    let filled = sections.filter { $0.count > 1 || $0.first?.isNote == true }
    let lines = Array(filled.joined(separator: [.blank]))
    self.lines = lines
    rows = lines.indices.filter { lines[$0].action != nil || lines[$0].sign != nil }
  }

  /// What the signs before a row's fields mean, and those of a message's header.
  private static let signs: [KeyContext: [Sentence]] = [
    .list: [
      "unread", "starred", "attachment", "woken", "selected", "done", "counts", "left",
    ].map { Sentence("sign.\($0)") },
    .message: ["sealed", "outside"].map { Sentence("sign.\($0)") },
    .history: StepMark.allCases.map { mark in
      Sentence("sign.step", .text(mark.rawValue), .sentence(mark.sentence))
    },
  ]

  /// What a number before a key of the list does.
  private static func counts(_ keymap: Keymap) -> [Line] {
    let examples: [(key: String, action: ActionID)] = [
      ("sign.count-moves", .command(.next)), ("sign.count-acts", .mail(.fixed(.archive))),
    ]
    return examples.compactMap { example in
      keymap.key(for: example.action, in: .list).map { .sign(Sentence(example.key, .keys($0))) }
    }
  }

  private static func line(
    _ action: ActionID,
    _ actions: BoundActions,
    _ context: KeyContext,
    _ title: Sentence?
  ) -> Line {
    let keys = actions.keys[action, default: []]
    let title = title ?? (context == .message ? action.titleInThread : nil)
    return .action(action, keys: keys, title: title ?? .title(of: action, in: context))
  }

  /// The actions that keys do in a context, in the order of the table, each with all its keys: those
  /// of all views too, unless the context has them for something else.
  private static func actions(
    in context: KeyContext,
    without idle: Set<ScreenCommand>,
    _ keymap: Keymap
  ) -> BoundActions {
    var found = BoundActions()
    for binding in keymap.followers(of: [], in: context)
    where binding.action.acts(in: context, without: idle) {
      if found.keys[binding.action] == nil { found.order.append(binding.action) }
      found.keys[binding.action, default: []].append(binding.notation)
    }
    let places = ActionID.places
    found.order = found.order.enumerated().sorted {
      (places[$0.element, default: .max], $0.offset)
        < (places[$1.element, default: .max], $1.offset)
    }.map(\.element)
    return found
  }
}

private struct BoundActions {
  var order: [ActionID] = []
  var keys: [ActionID: [String]] = [:]
}

extension HelpText.Line {
  /// What is done if the line is chosen.
  var action: ActionID? {
    if case .action(let action, keys: _, title: _) = self { action } else { nil }
  }

  /// What it says, if it explains a sign.
  var sign: Sentence? {
    if case .sign(let sentence) = self { sentence } else { nil }
  }

  fileprivate var isNote: Bool {
    if case .note = self { true } else { false }
  }
}

extension Keymap {
  fileprivate var helpKey: String { key(for: .command(.help)) ?? "" }
}

extension ActionID {
  /// Whether keys of all views do something in this one: mail is acted on where it is.
  fileprivate func acts(in context: KeyContext, without idle: Set<ScreenCommand>) -> Bool {
    switch self {
    case .mail, .asking: ![.history, .sidebar, .compose, .outbox].contains(context)
    case .running: true
    case .command(let command):
      !idle.contains(command)
        && (![.history, .compose, .outbox].contains(context)
          || command.contexts.contains { [context, .global].contains($0) })
    }
  }

  /// The order of the tables: mail actions, then commands.
  fileprivate static let places: [ActionID: Int] = {
    let all =
      MailAction.withoutArgument.map(ActionID.mail)
      + ArgumentAction.allCases.map(ActionID.asking)
      + ScreenCommand.allCases.map(ActionID.command)
    return Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
  }()
}
