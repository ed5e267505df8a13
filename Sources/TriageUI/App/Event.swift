package import Screen
package import TriageCore

/// What happens to the screen.
package enum Event: Sendable {
  case started
  case terminal(TerminalEvent)
  /// The mouse did something to a part of the screen: `Picture.event` makes it of a mouse event.
  case pointer(PointerEvent)
  case engine(EngineMessage)
  /// The engine has died and another one is running; why it died, `nil` if somebody asked for another.
  case engineRestarted(Sentence?)
  /// The engine has died, or was none, and is not started again; `refresh` asks for it.
  case engineStopped(Sentence?)
  /// An alarm has gone off that an effect has set.
  case due(ScreenTimer)
  /// What an effect has begun has come to something.
  case notify(Sentence, isError: Bool)
  /// The answer to the effect `enter`: what holds in the list that is shown.
  case entered(ViewSettings)
  /// The program that fetches mail has ended.
  case polled(PollEnd)
  /// The configuration was read again.
  case configured(Reconfiguration)
  /// The pointer was shaken.
  case shaken
  /// A program has shown a part as text, or has not: what a task asked for that had this request.
  case partShown(RequestID, PartShown)
  /// Parts were saved in a folder, as a person has typed it.
  case partsSaved(folder: String)
  /// The answer to the effect `chooseLetters`: all letters that were ever chosen.
  case lettered(TagLetters)
  /// The answer to the effect `listFolder`.
  case folderListed(FolderListing)
  /// The plan of rules has what was added to it: as `addRules` asked for, or since `takeBackRules` failed; what is to
  /// be said then.
  case rulesAdded(RulesEdit, Sentence, isError: Bool = false)
  /// The editor of a message has ended: the answer to the effect `edit`.
  case edited(EditedDraft)
  /// A message that was begun in the shell is to be written.
  case compose(OutgoingID)
  /// Messages whose screen has died over their editor.
  case leftovers([WorkingDraft])
}

/// What adding rules has made of the file of their plan.
package struct RulesEdit: Hashable, Sendable {
  /// The file.
  package let path: String
  /// What was in it; `nil` if there was none.
  package let before: String?
  /// What is in it since.
  package let after: String

  /// Makes an edit.
  package init(path: String, before: String?, after: String) {
    self.path = path
    self.before = before
    self.after = after
  }
}

/// What the mouse did, and to what.
package enum PointerEvent: Hashable, Sendable {
  /// A button of the mouse.
  package enum Button: Hashable, Sendable {
    case left
    /// Opens a menu where the pointer is.
    case right(at: Position)
  }

  case click(PointerTarget, Button)
  /// So many lines, down if positive, and what the pointer is over.
  case scroll(Int, over: PointerTarget)
}

/// The parts of the screen that can be clicked.
package enum PointerTarget: Hashable, Sendable {
  /// A part of the pane on a layer of the stack.
  case pane(Int, PaneTarget)
  /// The title of a menu in the bar.
  case menu(MenuName)
  /// A hint, or the undo title on the status line.
  case action(ActionID)
  /// What the status line says over the lines above it.
  case status
  /// Everything else.
  case elsewhere
}

/// What the loop is to do for the screen.
package enum Effect: Sendable {
  case send(EngineRequest)
  /// Sends a request and lends the terminal, until it is answered, to what asks for a passphrase.
  case lendTerminal(EngineRequest)
  case quit
  case suspend
  case redraw
  case restartEngine
  /// Does something with the bytes of a part; `notify` says what came of it, or `partShown`.
  case use(PartTask)
  /// Saves several parts in one folder, as a person has typed it; `notify` says what came of it.
  case saveAll([PartTask], folder: String)
  /// Writes a plan to a new file, as a person has typed its name; `notify` says what came of it.
  case save(Plan, file: String)
  /// Adds a view to the file of the configuration; `configured` and `notify` say what came of it.
  case saveView(SavedView)
  /// Adds rules to the plan that the configuration names; `rulesAdded` says what came of it, or `notify`.
  case addRules([Command])
  /// Makes the plan of rules what it was before they were added; `notify` says so, or `rulesAdded` that it failed.
  case takeBackRules(RulesEdit)
  /// Lends the terminal to an editor of the file of the configuration, which is read again then.
  case editConfiguration
  /// Lends the terminal to an editor of a message; `edited` says what it has left.
  case edit(WorkingDraft)
  /// Removes the file of a message that the engine has durably.
  case dropWorkingFile(WorkingDraft)
  /// Leaves the file of a message, which the engine has not got, to whoever edits it next.
  case releaseWorkingFile(WorkingDraft)
  /// Shows a link with the configured opener; `notify` says what came of it.
  case openLink(ContentLink)
  /// Keeps what was typed for other screens.
  case remember(String, TypedKind)
  /// Chooses letters for tags and keeps them for other screens; `lettered` says which.
  case chooseLetters(TagLetters, for: [TagLetters.Owner], except: Set<Character>)
  /// Reads the names in a folder of this host, as a person has typed it; `folderListed` has them.
  case listFolder(String)
  /// Keeps for other screens which keys are known.
  case keepHints(HintMemory)
  /// Sets an alarm, or turns it off; one that is set already is set anew.
  case wake(ScreenTimer, after: Duration?)
  /// Take back what the view had set that was shown, and set what this one does.
  case enter(ViewEffects)
  /// Keep what the person has set.
  case keep(ViewSettings)
  /// Run the program that fetches mail: its name and arguments.
  case poll([String])
  /// Make the terminal ring.
  case ring
  /// Tell of new mail beside the screen.
  case announce(Sentence, NewMailNotice)
  /// Give a text to a program on its standard input, without one to the terminal's clipboard;
  /// `notify` says what came of a program.
  case copy(ClipboardText, with: [String])
}
