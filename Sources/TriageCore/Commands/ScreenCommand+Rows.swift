extension ScreenCommand {
  /// The command's row of the table.
  package var row: CommandRow {
    switch self {
    // Moving
    case .next:
      CommandRow(
        .global,
        keys: "j, Down",
        others: [
          .help: "j, Down", .text: "Down, Ctrl-N", .picker: "j, Down, Ctrl-N, Tab",
          .parts: "j, Down, Ctrl-N, Tab", .rules: "j, Down, Ctrl-N, Tab", .menu: "Down, j",
          .dialog: "Tab, Right, Down, l, j",
        ],
        emacs: "n, Ctrl-N",
        topic: .moving
      )
    case .previous:
      CommandRow(
        .global,
        keys: "k, Up",
        others: [
          .help: "k, Up", .text: "Up, Ctrl-P", .picker: "k, Up, Ctrl-P, Shift-Tab",
          .parts: "k, Up, Ctrl-P, Shift-Tab", .rules: "k, Up, Ctrl-P, Shift-Tab",
          .menu: "Up, k", .dialog: "Shift-Tab, Left, Up, h, k",
        ],
        emacs: "p, Ctrl-P",
        topic: .moving
      )
    case .top:
      CommandRow(
        .global,
        keys: "g g, Home",
        others: [
          .help: "g g, Home", .picker: "Home", .parts: "g g, Home", .rules: "g g, Home",
          .menu: "g g, Home",
        ],
        topic: .moving
      )
    case .bottom:
      CommandRow(
        .global,
        keys: "G, End",
        others: [
          .help: "G, End", .picker: "G, End", .parts: "G, End", .rules: "G, End",
          .menu: "G, End",
        ],
        topic: .moving
      )
    case .halfPageDown: CommandRow(.global, .help, keys: "Ctrl-D", topic: .moving)
    case .halfPageUp: CommandRow(.global, .help, keys: "Ctrl-U", topic: .moving)
    case .pageDown:
      CommandRow(
        .global,
        keys: "Ctrl-F, PageDown",
        others: [
          .help: "Ctrl-F, PageDown, Space", .text: "PageDown", .picker: "PageDown, Ctrl-F",
          .parts: "PageDown, Ctrl-F, Space", .menu: "PageDown",
          .history: "Ctrl-F, PageDown, Space",
        ],
        topic: .moving
      )
    case .pageUp:
      CommandRow(
        .global,
        keys: "Ctrl-B, PageUp",
        others: [
          .help: "Ctrl-B, PageUp", .text: "PageUp", .picker: "PageUp, Ctrl-B",
          .parts: "PageUp, Ctrl-B", .menu: "PageUp",
        ],
        topic: .moving
      )
    case .readOn: CommandRow(.message, keys: "Space", topic: .moving)
    case .nextMessage:
      CommandRow(.message, .list, keys: "J", menu: .go(60), topic: .moving, renamed: [.list])
    case .previousMessage:
      CommandRow(.message, .list, keys: "K", menu: .go(70), topic: .moving, renamed: [.list])
    case .nextThread:
      CommandRow(.message, keys: "]", emacs: "Alt-N", menu: .go(72), topic: .moving)
    case .previousThread:
      CommandRow(.message, keys: "[", emacs: "Alt-P", menu: .go(74), topic: .moving)
    case .nextUnread: CommandRow(.global, keys: "Tab", menu: .go(40), topic: .moving)
    case .previousUnread: CommandRow(.global, keys: "Shift-Tab", menu: .go(50), topic: .moving)
    case .open:
      CommandRow(
        .global,
        .help,
        keys: "Enter",
        menu: .message(10),
        topic: .moving,
        renamed: [.message, .history, .outbox, .compose, .help]
      )
    case .back: CommandRow(.global, .help, keys: "q", gmail: "u", menu: .go(10), topic: .moving)
    case .cancel:
      CommandRow(
        .global,
        keys: "Esc, Ctrl-C",
        others: [
          .help: "Esc, Ctrl-C, Ctrl-G", .text: "Esc, Ctrl-C, Ctrl-G",
          .picker: "Esc, q, Ctrl-C, Ctrl-G", .parts: "Esc, q, Ctrl-C, Ctrl-G",
          .rules: "Esc, q, Ctrl-C, Ctrl-G",
          .menu: "Esc, Ctrl-C, Ctrl-G, F10, q", .dialog: "Esc, Ctrl-C, Ctrl-G, n, q",
        ],
        emacs: "Ctrl-G",
        renamed: [.message, .list, .sidebar, .history, .compose, .outbox]
      )
    case .goBack: CommandRow(.global, keys: "Alt-Left", menu: .go(20), topic: .moving)
    case .goForward: CommandRow(.global, keys: "Alt-Right", menu: .go(30), topic: .moving)

    // Searching
    case .search:
      // In a message a slash looks in its text.
      CommandRow(
        .global,
        keys: "/",
        others: [.message: "g /"],
        emacs: "s",
        menu: .go(80),
        topic: .searching
      )
    case .find:
      CommandRow(
        .message,
        .help,
        keys: "/",
        others: [.list: "g /"],
        menu: .go(90),
        topic: .searching,
        renamed: [.help, .list]
      )
    case .nextHit:
      CommandRow(
        .global,
        keys: "n",
        others: [.help: "n"],
        emacs: "Ctrl-S",
        menu: .go(100),
        topic: .searching
      )
    case .previousHit:
      CommandRow(
        .global,
        keys: "N",
        others: [.help: "N"],
        emacs: "Ctrl-R",
        mutt: "g n",
        menu: .go(110),
        topic: .searching
      )
    case .limit: CommandRow(.list, keys: "l", gmail: "L", menu: .go(120), topic: .searching)
    case .sort: CommandRow(.list, keys: "o", menu: .view(70), topic: .searching)
    case .saveView: CommandRow(.list, menu: .go(125), topic: .searching)
    case .refresh: CommandRow(.global, keys: "=", menu: .view(80))

    // Threads as trees
    case .expand: CommandRow(.list, keys: "Right", menu: .view(22), topic: .moving)
    case .collapse: CommandRow(.list, keys: "Left", menu: .view(24), topic: .moving)
    case .toggleTree: CommandRow(.list, keys: "O", menu: .view(26), topic: .moving)

    // Selecting
    case .selectAndNext: CommandRow(.list, keys: "Space")
    case .select:
      CommandRow(.list, .message, keys: "x", mutt: "t", menu: .edit(50), topic: .selecting)
    case .selectRange:
      CommandRow(.list, keys: "v", emacs: "Ctrl-Space", gmail: "g v", menu: .edit(60))
    case .selectAll: CommandRow(.list, keys: "*", gmail: "* a", mutt: "T", menu: .edit(70))
    case .selectMatching: CommandRow(.list, menu: .edit(80))
    case .selectSender:
      CommandRow(
        .list,
        .message,
        keys: "w s",
        gmail: "* s",
        menu: .edit(82),
        topic: .selecting
      )
    case .selectList:
      CommandRow(
        .list,
        .message,
        keys: "w l",
        gmail: "* l",
        menu: .edit(84),
        topic: .selecting
      )
    case .clearSelection: CommandRow(.list, menu: .edit(90))

    // Undo and actions on mail
    case .undo:
      CommandRow(
        .global,
        keys: "u, Ctrl-_",
        others: [.text: "Ctrl-_", .rules: "u, Ctrl-_"],
        emacs: "Ctrl-X u",
        gmail: "z",
        menu: .edit(10),
        topic: .undo
      )
    case .redo:
      CommandRow(
        .global,
        keys: "Ctrl-R",
        others: [.text: "Ctrl-R"],
        emacs: "Alt-_",
        gmail: "Z",
        menu: .edit(20),
        topic: .undo
      )
    case .history: CommandRow(.global, keys: "g u", menu: .edit(30), topic: .undo)
    case .oneByOne: CommandRow(.global, keys: "g r", menu: .go(56), topic: .moving)
    case .undoDialog: CommandRow(.global, keys: "g U", menu: .edit(40), topic: .undo)
    case .repeat: CommandRow(.global, keys: ".", menu: .edit(100), topic: .undo)
    case .toggleUnread: CommandRow(.global, keys: "U", gmail: "g m", mutt: "N", topic: .mail)
    case .toggleStar: CommandRow(.global, keys: "s", emacs: "f", mutt: "F", topic: .mail)
    case .wholeThread: CommandRow(.message, keys: ";", menu: .edit(95), topic: .mail)
    case .quickTags:
      CommandRow(
        .list,
        .message,
        keys: "t",
        emacs: "k",
        mutt: "y",
        menu: .message(40),
        topic: .mail
      )
    case .savePlan: CommandRow(.list, .message, menu: .message(100), topic: .mail)

    // Reading
    case .toggleHeaders: CommandRow(.message, keys: "H", menu: .view(30))
    case .toggleRaw: CommandRow(.message, keys: "V", menu: .view(40))
    case .showPart: CommandRow(.parts, keys: "Enter")
    case .savePart:
      CommandRow(.message, keys: "S", others: [.parts: "s"], menu: .message(50))
    case .saveAllParts: CommandRow(.message, others: [.parts: "S"], menu: .message(55))
    case .openPart: CommandRow(.message, .parts, keys: "o", menu: .message(60))
    case .openHTML: CommandRow(.message, keys: "B", menu: .message(65))
    case .pipe: CommandRow(.message, .parts, keys: "|", menu: .message(70))
    case .copyName: CommandRow(.parts, keys: "c")
    case .links: CommandRow(.message, keys: "L", menu: .message(80))
    case .copy:
      CommandRow(.list, .message, keys: "y", emacs: "Alt-W", mutt: "Y", menu: .message(82))
    case .copyLink: CommandRow(.message, menu: .message(85))
    case .nextAlternative: CommandRow(.message, keys: "T", menu: .view(50))
    case .parts: CommandRow(.message, keys: "P", mutt: "v", menu: .view(55))
    case .foldQuotes: CommandRow(.message, keys: "z", gmail: "g z", menu: .view(60))
    case .foldAll: CommandRow(.message, keys: "Z", gmail: "g Z", menu: .view(65))
    case .forgetUnlocked: CommandRow(.global, menu: .message(95))
    case .scrollLeft: CommandRow(.message, .parts, keys: "<")
    case .scrollRight: CommandRow(.message, .parts, keys: ">")

    // Finding one's way
    case .help:
      CommandRow(
        .global,
        .help,
        keys: "?, F1",
        others: [
          .text: "F1", .dialog: "F1", .menu: "F1", .picker: "F1", .parts: "?, F1",
          .rules: "?, F1",
        ],
        menu: .help(10)
      )
    case .palette: CommandRow(.global, keys: ":", emacs: "Alt-X", menu: .help(20))
    case .about: CommandRow(.global, menu: .help(30))
    case .menuBar: CommandRow(.global, .text, keys: "F10")
    case .menuMessage: CommandRow(.global, .text, .menu, keys: "Alt-M")
    case .menuEdit: CommandRow(.global, .text, .menu, keys: "Alt-E")
    case .menuView: CommandRow(.global, .text, .menu, keys: "Alt-V")
    case .menuGo: CommandRow(.global, .text, .menu, keys: "Alt-G")
    case .menuHelp: CommandRow(.global, .text, .menu, keys: "Alt-H")

    // The screen
    case .poll: CommandRow(.global, keys: "$", emacs: "G", menu: .view(90))
    case .togglePreview: CommandRow(.global, keys: "p", emacs: "g p", menu: .view(20))
    case .toggleSidebar: CommandRow(.global, keys: "\\", menu: .view(10))
    case .redraw: CommandRow(.global, .help, .parts, .rules, keys: "Ctrl-L", menu: .view(100))
    case .editConfig: CommandRow(.global, menu: .edit(160))
    case .suspend:
      CommandRow(.global, .help, .parts, .rules, keys: "Ctrl-Z", menu: .go(140))
    case .quit: CommandRow(.global, .help, keys: "Q", menu: .go(150))

    // Writing
    case .compose:
      CommandRow(
        .list,
        .message,
        .sidebar,
        .outbox,
        keys: "m",
        emacs: "Ctrl-X m",
        gmail: "c",
        menu: .message(42),
        topic: .writing
      )
    case .reply:
      CommandRow(.list, .message, keys: "r", menu: .message(43), topic: .writing)
    case .replyAll:
      CommandRow(.list, .message, keys: "R", menu: .message(44), topic: .writing)
    case .replyList:
      CommandRow(.list, .message, keys: "g l", menu: .message(45), topic: .writing)
    case .forward:
      CommandRow(.list, .message, keys: "f", emacs: "F", menu: .message(46), topic: .writing)
    case .editDraft:
      CommandRow(
        .list,
        .message,
        .outbox,
        keys: "e",
        gmail: "w",
        menu: .message(47),
        topic: .writing
      )
    case .send: CommandRow(.compose, keys: "y", menu: .message(2))
    case .sendAndArchive: CommandRow(.compose, keys: "Y", menu: .message(3))
    case .editText: CommandRow(.compose, keys: "e", menu: .message(4))
    case .editTo: CommandRow(.compose, keys: "t", menu: .edit(41))
    case .editCc: CommandRow(.compose, keys: "c", menu: .edit(42))
    case .editBcc: CommandRow(.compose, keys: "b", menu: .edit(43))
    case .editSubject: CommandRow(.compose, keys: "s", emacs: "s", menu: .edit(44))
    case .editFrom: CommandRow(.compose, keys: "f", emacs: "f", menu: .edit(45))
    case .attach: CommandRow(.compose, keys: "a", menu: .message(5))
    case .detach: CommandRow(.compose, keys: "d", menu: .message(6))
    case .toggleSign: CommandRow(.compose, keys: "S", menu: .message(9))
    case .toggleEncrypt: CommandRow(.compose, keys: "E", menu: .message(10))
    case .saveDraft: CommandRow(.compose, keys: "w", menu: .message(7))
    case .discard:
      CommandRow(.compose, keys: "x", others: [.outbox: "d, x"], menu: .message(8))
    case .drafts: CommandRow(.global, keys: "g d", menu: .go(126), topic: .writing)
    case .outbox: CommandRow(.global, keys: "g o", menu: .go(127), topic: .writing)
    case .takeBack: CommandRow(.outbox, keys: "u", gmail: "t", menu: .message(2))
    case .release: CommandRow(.outbox, keys: "n", emacs: "g n", menu: .message(3))
    case .sendAgain: CommandRow(.outbox, keys: "r", menu: .message(4))
    case .hadLeft: CommandRow(.outbox, keys: "s", emacs: "g c", menu: .message(5))

    // In the history
    case .revert: CommandRow(.history, keys: "u", gmail: "t", menu: .edit(110))
    case .reapply: CommandRow(.history, keys: "r", menu: .edit(120))
    case .restore: CommandRow(.history, keys: "R", menu: .edit(130))
    case .revertAll: CommandRow(.history, keys: "A", menu: .edit(135))
    case .showAll: CommandRow(.history, keys: "a", menu: .edit(140))
    case .filter: CommandRow(.history, keys: "/", menu: .edit(150))
    case .week: CommandRow(.history, keys: "w", menu: .view(110))
    case .previousWeek: CommandRow(.history, keys: "[", menu: .go(76))
    case .nextWeek: CommandRow(.history, keys: "]", menu: .go(78))

    // Rules from habits
    case .suggest: CommandRow(.global, keys: "g s", menu: .go(130))
    case .makeRule: CommandRow(.list, .message, keys: "w r", gmail: "* r", menu: .message(98))
    case .unsubscribe:
      CommandRow(.list, .message, keys: "w u", gmail: "* u", menu: .message(99))
    case .showRule: CommandRow(.rules, keys: "Enter")
    case .addRule: CommandRow(.rules, keys: "a")
    case .dismissRule: CommandRow(.rules, keys: "d")

    // In questions: dialogs, menus, pickers and text fields
    case .accept:
      CommandRow(
        .text,
        .picker,
        keys: "Enter",
        others: [.menu: "Enter, Space", .dialog: "Enter, Space"]
      )
    case .confirm: CommandRow(.dialog, keys: "y")
    case .nextMenu: CommandRow(.menu, keys: "Right, l")
    case .previousMenu: CommandRow(.menu, keys: "Left, h")
    case .complete: CommandRow(.text, keys: "Tab")
    case .completeBackward: CommandRow(.text, keys: "Shift-Tab")
    case .deleteBackward: CommandRow(.text, keys: "Backspace, Ctrl-H")
    case .deleteForward: CommandRow(.text, keys: "Delete, Ctrl-D")
    case .deleteWord: CommandRow(.text, keys: "Ctrl-W, Alt-Backspace")
    case .deleteToStart: CommandRow(.text, keys: "Ctrl-U")
    case .deleteToEnd: CommandRow(.text, keys: "Ctrl-K")
    case .lineStart: CommandRow(.text, keys: "Ctrl-A, Home")
    case .lineEnd: CommandRow(.text, keys: "Ctrl-E, End")
    case .characterBackward: CommandRow(.text, keys: "Ctrl-B, Left")
    case .characterForward: CommandRow(.text, keys: "Ctrl-F, Right")
    case .wordBackward: CommandRow(.text, keys: "Alt-B")
    case .wordForward: CommandRow(.text, keys: "Alt-F")
    }
  }
}
