import ScreenTestSupport
import Testing

@testable import TriageUI

/// A state of the screen that is recorded, and the keys that lead there.
enum Scene: String, CaseIterable, Sendable {
  case list
  case tree
  case snoozed
  case snooze
  case thread
  case help
  case palette
  case undoDialog = "undo-dialog"
  case history
  case search
  case limit
  case quickTags = "quick-tags"
  case halfTyped = "half-typed"
  case compose
  case composeSeal = "compose-seal"
  case outbox
  case parts
  case round
  case seals

  /// The views in which people spend their time.
  static let main: [Scene] = [.list, .thread, .compose]

  /// Returns the screen in this state, with nothing left to be done at leisure.
  func play(_ form: ScreenForm) throws -> Screenplay {
    var play = try start(form)
    switch self {
    case .list: play.press("j x j x A")
    case .tree: play.press("O j j x j d")
    case .snoozed: play.press("g b")
    case .snooze: play.press("b")
    case .thread: play.press("Enter J")
    case .help: play.press("?")
    case .palette:
      play.press(":")
      play.type("arch")
    case .undoDialog: play.press("A a u g U")
    case .history: play.press("s A a g u j")
    case .search:
      play.press("/")
      play.type("tag:")
      play.press("Tab")
    case .limit:
      play.press("l")
      play.type("tag:unread")
    case .quickTags: play.press("j t")
    case .halfTyped:
      play.press("g")
      play.wait(for: .keys)
    case .compose: play.press("s Ctrl-U Enter j j j")
    case .composeSeal: play.press("S E j j j j")
    case .outbox, .seals: break
    case .parts: play.press("P")
    case .round: play.press("g r a d a ! q")
    }
    play.rest()
    return play
  }

  private func start(_ form: ScreenForm) throws -> Screenplay {
    let (size, language) = (form.size, form.language)
    return switch self {
    case .tree: try Screenplay(.trees, size: size, language: language)
    case .snoozed, .snooze: try Screenplay(.asleep, size: size, language: language)
    case .compose: try ComposePaneTests.recorded(size: size, language: language)
    case .composeSeal: try ComposeSealTests.recorded(size: size, language: language)
    case .outbox: try ComposePaneTests.outbox(size, language)
    case .parts: try PartsTests.play(size: size, language: language)
    case .round: try RoundTests.play(6, size: size, language: language)
    case .seals: try SealFrameTests.recorded(size: size, language: language)
    default: try Screenplay(.sample, size: size, language: language)
    }
  }
}
