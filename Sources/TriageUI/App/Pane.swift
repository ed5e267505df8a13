import Screen
import TriageCore
import UndoKit

/// A part of the screen that takes keys: the list, a thread being read, a prompt, a menu.
///
/// A pane is a value. It changes itself and what all panes share, and nothing else: what it wants
/// from outside it leaves in `Shared.outcome` (effects, panes to open or close, commands to run),
/// and the app sees to it when the call returns.
protocol Pane: Sendable {
  /// Whose rows of the command table are its keys.
  var context: KeyContext { get }

  /// What each of its commands does, and why it cannot now: exactly one for every row of the
  /// command table that names the pane's context.
  static var behaviors: [ScreenCommand: Behavior<Self>] { get }

  /// Runs a command that the pane has a behavior for.
  mutating func perform(_ command: ScreenCommand, count: Int?, _ shared: inout Shared)
  /// Whether a key is text of the pane's own, whatever is bound to it: the letters of a picker.
  func claims(_ chord: KeyChord, _ shared: Shared) -> Bool
  /// Whether rows are being read without which it is not known what a key would be about.
  func awaitsRows(_ shared: Shared) -> Bool
  /// Whether mail is being read that a key may be about.
  func isReading(_ shared: Shared) -> Bool
  /// Whether rows are being read, and none is there yet.
  func awaitsFirstRow(_ shared: Shared) -> Bool
  /// Handles a key that is bound to nothing; returns whether it was of use.
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool
  /// Handles pasted text; returns whether the pane has a field for it.
  mutating func paste(_ text: String, _ shared: inout Shared) -> Bool
  /// Why keys that are bound to nothing here are of no use; `nil` leaves the words to the app.
  func reasonUnknown(_ chords: [String], _ shared: Shared) -> Sentence?
  /// Handles a click on something that the pane has drawn.
  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  )
  /// Whether a click beside the pane closes it.
  var closesOnClickOutside: Bool { get }
  /// Handles the wheel over the pane: so many lines, down if positive.
  mutating func scroll(by lines: Int, _ shared: inout Shared)

  /// The requests whose answers the pane waits for: others that it has made are cancelled.
  var awaited: [RequestID] { get }
  /// Handles an answer; only the pane that awaits it is called.
  mutating func receive(_ arrival: Arrival, _ shared: inout Shared)
  /// Handles something that concerns every pane.
  mutating func notice(_ notice: Notice, _ shared: inout Shared)
  /// The thread that is being read in the pane.
  var shownThread: ThreadID? { get }
  /// The message that is being read in the pane.
  var shownMessage: MessageID? { get }
  /// The messages that the pane shows and that have something signed or encrypted.
  var sealedMessages: [MessageID] { get }
  /// Whether what an undo was about is seen, so that the list need not go there.
  func showsMail(of result: ChangeResult) -> Bool
  /// Handles the text typed into a prompt; returns `false` if the prompt was not the pane's.
  mutating func answer(_ topic: any PromptTopic, with text: String, _ shared: inout Shared) -> Bool
  /// Keeps within its bounds and asks for what it shows and lacks; called after every event.
  mutating func settle(_ shared: inout Shared)

  /// Does an action on the mail that the pane shows, with a count typed before its key.
  mutating func act(_ action: MailAction, count: Int?, _ shared: inout Shared)
  /// Whether what a command of the pane switches on is on.
  func isOn(_ command: ScreenCommand) -> Bool
  /// Why no action on mail can be done; `nil` if one can.
  func reasonNotToAct(_ shared: Shared) -> Sentence?
  /// The tags of what an action would be about, whether it is one about threads or about messages: a set for
  /// each message or for those that a row knows of several; `nil` if they are not known.
  func actedTags(isAboutThread: Bool, count: Int?) -> [Set<MailTag>]?
  /// How many threads or messages an action would be about, as the person counts them; `nil` if that
  /// is not known, or is some of both.
  func extent(of action: ArgumentAction, count: Int?) -> CountedRows?
  /// The undo that the pane has of its own, such as that of a text field.
  func undoProvider(_ words: Wording?) -> (any UndoProvider)?

  /// What the status line says instead of what was done; `nil` leaves it as it is.
  func statusText(_ shared: Shared, _ words: Wording) -> DisplayText?
  /// What the menu bar says at its right while the pane has the focus; `nil` leaves it to the list.
  func title(_ shared: Shared) -> ViewTitle?
  /// What the hint line says before its keys: what is selected, what a key would be about; as many
  /// as there is room for.
  func hintSentences(_ shared: Shared) -> [Sentence]
  /// What the hint line offers at this moment, what matters most first.
  func hints(_ shared: Shared) -> [ActionID]
  /// The hints that are given however well their keys are known: what leads out of a page.
  var lastingHints: [ScreenCommand] { get }
  /// What a hint says instead of the title that the action has in this context; of what changes mail
  /// menus say it, too.
  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence?
  /// Where in the pane the person is; `nil` if it has no rows.
  func position(_ shared: Shared) -> PanePosition?
  /// Whether nothing of the views below is seen.
  func coversContent(_ shared: Shared) -> Bool
  /// Draws the pane into its part of the screen.
  func draw(_ painter: inout Painter, _ layout: Layout)
}

/// What a command does in a pane, and beside it why it cannot be done now.
struct Behavior<Owner: Pane>: Sendable {
  let reason: @Sendable (Owner, Shared) -> Sentence?
  /// Whether the command never does anything in the pane: its key is only kept from other panes.
  var isIdle = false
  let run: @Sendable (inout Owner, _ count: Int?, inout Shared) -> Void

  /// Makes the behavior of a command that is always enabled.
  init(_ run: @escaping @Sendable (inout Owner, _ count: Int?, inout Shared) -> Void) {
    reason = { _, _ in nil }
    self.run = run
  }

  /// Makes the behavior of a command that is disabled while a method of the pane gives a reason.
  init(
    unless reason: @escaping @Sendable (Owner) -> (Shared) -> Sentence?,
    _ run: @escaping @Sendable (inout Owner, _ count: Int?, inout Shared) -> Void
  ) {
    self.reason = { reason($0)($1) }
    self.run = run
  }
}

extension Behavior {
  /// Makes the behavior of a command of all views that has nothing to do in this one.
  static func idle(because reason: @escaping @Sendable (Owner) -> (Shared) -> Sentence?) -> Self {
    var behavior = Behavior(unless: reason) { _, _, _ in }
    behavior.isIdle = true
    return behavior
  }
}

/// A part of a pane that can be clicked, as it was drawn.
package enum PaneTarget: Hashable, Sendable {
  /// A row, an entry, a line or a button, by its index.
  case item(Int)
  /// The mark column of a row.
  case mark(Int)
  /// A row below one, counted from 1.
  case child(Int, of: Int)
  /// The mark column of such a row.
  case childMark(Int, of: Int)
  /// What opens and closes the rows below a row.
  case fold(Int)
  /// The rest of the pane.
  case ground
}

extension Pane {
  func claims(_ chord: KeyChord, _ shared: Shared) -> Bool { false }
  func awaitsRows(_ shared: Shared) -> Bool { false }
  func isReading(_ shared: Shared) -> Bool { false }
  func awaitsFirstRow(_ shared: Shared) -> Bool { false }
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool { false }
  mutating func paste(_ text: String, _ shared: inout Shared) -> Bool { false }
  func reasonUnknown(_ chords: [String], _ shared: Shared) -> Sentence? { nil }
  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {}
  var closesOnClickOutside: Bool { false }
  mutating func scroll(by lines: Int, _ shared: inout Shared) {}
  var awaited: [RequestID] { [] }
  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {}
  mutating func notice(_ notice: Notice, _ shared: inout Shared) {}
  var shownThread: ThreadID? { nil }
  var shownMessage: MessageID? { nil }
  var sealedMessages: [MessageID] { [] }
  func showsMail(of result: ChangeResult) -> Bool { false }
  mutating func answer(
    _ topic: any PromptTopic,
    with text: String,
    _ shared: inout Shared
  ) -> Bool { false }
  mutating func settle(_ shared: inout Shared) {}
  mutating func act(_ action: MailAction, count: Int?, _ shared: inout Shared) {}
  func isOn(_ command: ScreenCommand) -> Bool { false }
  func reasonNotToAct(_ shared: Shared) -> Sentence? { Sentence("status.no-row") }
  func actedTags(isAboutThread: Bool, count: Int?) -> [Set<MailTag>]? { nil }
  func extent(of action: ArgumentAction, count: Int?) -> CountedRows? { nil }
  func undoProvider(_ words: Wording?) -> (any UndoProvider)? { nil }
  func statusText(_ shared: Shared, _ words: Wording) -> DisplayText? { nil }
  func title(_ shared: Shared) -> ViewTitle? { nil }
  func hintSentences(_ shared: Shared) -> [Sentence] { [] }
  func hints(_ shared: Shared) -> [ActionID] { [] }
  var lastingHints: [ScreenCommand] { [] }
  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? { nil }
  func position(_ shared: Shared) -> PanePosition? { nil }
  func coversContent(_ shared: Shared) -> Bool { context.includesGlobal }

  /// Whether it is a question of the moment, not a page that one stays in.
  var isQuestion: Bool { !context.includesGlobal && ![.help, .parts, .rules].contains(context) }

  /// The commands whose keys never do anything in the pane.
  var idleCommands: Set<ScreenCommand> { Set(Self.behaviors.filter(\.value.isIdle).keys) }

  /// Whether the pane has a behavior for a command.
  func handles(_ command: ScreenCommand) -> Bool { Self.behaviors[command] != nil }

  /// Why a command cannot be done now; `nil` if it can.
  func reasonDisabled(_ command: ScreenCommand, _ shared: Shared) -> Sentence? {
    Self.behaviors[command]?.reason(self, shared)
  }

  mutating func perform(_ command: ScreenCommand, count: Int?, _ shared: inout Shared) {
    Self.behaviors[command]?.run(&self, count, &shared)
  }
}
