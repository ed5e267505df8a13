import TriageCore

extension Sentence {
  /// The title of the menu item `undo` or `redo` for an action's title; "Undo" if the catalog has
  /// lost that.
  package static func menu(_ item: String, _ title: Sentence) -> Sentence {
    menu(item, "\(item).menu", [.sentence(title)])
  }

  private static func menu(_ item: String, _ key: String, _ arguments: [Argument]) -> Sentence {
    var sentence = Sentence(key, arguments: arguments)
    sentence.substitute = .untitled(emptyMenu(item))
    return sentence
  }

  /// The title of the menu item for a step, or without one.
  static func menu(_ item: String, _ step: StepSummary?) -> Sentence {
    step.map { menu(item, .title(of: $0)) } ?? emptyMenu(item)
  }

  /// The same without an action.
  package static func emptyMenu(_ item: String) -> Sentence { Sentence("\(item).menu.empty") }

  /// The title of the item that does an action once more.
  static func `repeat`(_ action: Sentence) -> Sentence {
    var sentence = Sentence("repeat.menu", .sentence(action))
    sentence.substitute = .untitled(.title(of: .command(.repeat)))
    return sentence
  }

  /// The title as the status line shows it: who made the step if it was not this screen, when if that
  /// is to be told, and how much of it can be taken back or brought back.
  static func undoStatusTitle(
    _ step: StepSummary,
    session: String,
    isTimed: Bool,
    extent: UndoExtent?
  ) -> Sentence {
    let title = Argument.sentence(.title(of: step))
    let (key, arguments) =
      if step.context.session != session {
        ("undo.menu.from", [title, .sentence(.origin(step)), .moment(step.at)])
      } else if isTimed {
        ("undo.menu.at", [title, .exactMoment(step.at)])
      } else {
        ("undo.menu", [title])
      }
    switch extent {
    case nil: return menu("undo", key, arguments)
    case .all(let count):
      return menu("undo", "\(key).count", arguments + [.number(count)])
    case .part(let count, let total):
      return menu("undo", "\(key).part", arguments + [.number(count), .number(total)])
    case .nothing: return menu("undo", "\(key).nothing", arguments)
    }
  }

  /// An action's title with who made it and when: "Archive (shell, 14:32)".
  static func origin(of step: StepSummary) -> Sentence {
    Sentence(
      "name.from",
      .sentence(.title(of: step)),
      .sentence(.origin(step)),
      .moment(step.at)
    )
  }

  /// The name of a theme: the program's own have words.
  static func theme(_ name: String) -> Sentence {
    Config.themeNames.contains(name) ? Sentence("theme.\(name)") : Sentence("custom", .text(name))
  }

  /// Where a step comes from: the machine, if that is another one, and that a message leaves there.
  static func origin(_ step: StepSummary) -> Sentence {
    guard let received = step.received else { return origin(step.context) }
    return Sentence(received.departed ? "origin.message-on" : "custom", .text(received.machine))
  }

  /// Where a step comes from; of one that plain undo passes over, that it is so.
  static func origin(_ context: StepContext) -> Sentence {
    Sentence(context.background ? "origin.background" : "origin.\(context.origin.rawValue)")
  }
}

/// How much of a group undo or redo would change.
enum UndoExtent: Hashable {
  case all(Int)
  case part(Int, of: Int)
  case nothing

  /// Tells what is known; as long as nobody has looked, the whole group is meant.
  init(_ step: StepSummary, _ outlook: UndoPreview?) {
    guard let outlook, outlook.changed < outlook.requested else {
      self = .all(step.messages)
      return
    }
    self = outlook.changed == 0 ? .nothing : .part(outlook.changed, of: outlook.requested)
  }

  /// Whether the title is true without it.
  var canBeLeftOut: Bool {
    if case .all = self { true } else { false }
  }
}
