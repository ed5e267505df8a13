/// What the screen can do besides changing mail; the raw value is the id in keys, menus and help.
///
/// Each has a row in `row`, and nothing else is needed to declare one: keymaps, menus, the palette,
/// hints, the help, `mulligan keys`, the README and the man page are made from the rows. Titles are
/// the catalog's `command.<id>.title`; what it does is a behavior of each pane in whose context the
/// row has it, or of the app.
package enum ScreenCommand: String, CaseIterable, Sendable {
  case next
  case previous
  case top
  case bottom
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case readOn = "read-on"
  case nextMessage = "next-message"
  case previousMessage = "previous-message"
  case nextThread = "next-thread"
  case previousThread = "previous-thread"
  case nextUnread = "next-unread"
  case previousUnread = "previous-unread"
  case open
  case back
  case cancel
  case goBack = "go-back"
  case goForward = "go-forward"
  case search
  case find
  case nextHit = "next-hit"
  case previousHit = "previous-hit"
  case limit
  case sort
  case saveView = "save-view"
  case refresh
  case expand
  case collapse
  case toggleTree = "toggle-tree"
  case selectAndNext = "select-and-next"
  case select
  case selectRange = "select-range"
  case selectAll = "select-all"
  case selectMatching = "select-matching"
  case selectSender = "select-sender"
  case selectList = "select-list"
  case clearSelection = "clear-selection"
  case undo
  case redo
  case history
  case oneByOne = "one-by-one"
  case undoDialog = "undo-dialog"
  case `repeat`
  case toggleUnread = "toggle-unread"
  case toggleStar = "toggle-star"
  case wholeThread = "whole-thread"
  case quickTags = "quick-tags"
  case savePlan = "save-plan"
  case toggleHeaders = "toggle-headers"
  case toggleRaw = "toggle-raw"
  case parts
  case showPart = "show-part"
  case savePart = "save-part"
  case saveAllParts = "save-all-parts"
  case copyName = "copy-name"
  case openPart = "open-part"
  case openHTML = "open-html"
  case pipe
  case links
  case copy
  case copyLink = "copy-link"
  case nextAlternative = "next-alternative"
  case foldQuotes = "fold-quotes"
  case foldAll = "fold-all"
  case forgetUnlocked = "forget-unlocked"
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case help
  case palette
  case about
  case menuBar = "menu-bar"
  case menuMessage = "menu-message"
  case menuEdit = "menu-edit"
  case menuView = "menu-view"
  case menuGo = "menu-go"
  case menuHelp = "menu-help"
  case poll
  case togglePreview = "toggle-preview"
  case toggleSidebar = "toggle-sidebar"
  case redraw
  case editConfig = "edit-config"
  case suspend
  case quit
  case compose
  case reply
  case replyAll = "reply-all"
  case replyList = "reply-list"
  case forward
  case editDraft = "edit-draft"
  case send
  case sendAndArchive = "send-and-archive"
  case editText = "edit-text"
  case editTo = "edit-to"
  case editCc = "edit-cc"
  case editBcc = "edit-bcc"
  case editSubject = "edit-subject"
  case editFrom = "edit-from"
  case attach
  case detach
  case toggleSign = "toggle-sign"
  case toggleEncrypt = "toggle-encrypt"
  case saveDraft = "save-draft"
  case discard
  case drafts
  case outbox
  case takeBack = "take-back"
  case release
  case sendAgain = "send-again"
  case hadLeft = "had-left"
  case revert
  case reapply
  case restore
  case revertAll = "revert-all"
  case showAll = "show-all"
  case filter
  case week
  case previousWeek = "previous-week"
  case nextWeek = "next-week"
  case suggest
  case makeRule = "make-rule"
  case unsubscribe
  case showRule = "show-rule"
  case addRule = "add-rule"
  case dismissRule = "dismiss-rule"
  case accept
  case confirm
  case nextMenu = "next-menu"
  case previousMenu = "previous-menu"
  case complete
  case completeBackward = "complete-backward"
  case deleteBackward = "delete-backward"
  case deleteForward = "delete-forward"
  case deleteWord = "delete-word"
  case deleteToStart = "delete-to-start"
  case deleteToEnd = "delete-to-end"
  case lineStart = "line-start"
  case lineEnd = "line-end"
  case characterBackward = "character-backward"
  case characterForward = "character-forward"
  case wordBackward = "word-backward"
  case wordForward = "word-forward"
}
