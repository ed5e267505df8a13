import Foundation
import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI
@testable import mulligan

/// All that can be done, done in a real terminal: by its key, from the palette and from the menus.
@Suite struct KeyScriptTests {
  /// How a person comes to do something.
  enum Way {
    case key
    case palette
    case pointer
    /// One step from the palette, the next from a menu.
    case alternating

    /// How everything is done: by its key, and with `MULLIGAN_FULL_SWEEP` also from the palette and
    /// from the menus.
    static let all: [Way] = [.key] + (sweepsAreWhole ? [.palette, .pointer] : [])
    /// How mail is changed.
    static let changing = all + (sweepsAreWhole ? [] : [.alternating])
  }

  /// In a list of 40 threads, in a window of 110 by 30.
  private static let list = KeyScript(
    """
    next | j | | row 2
    previous | k | | row 1
    bottom | G | | Thread 39
    top | g g | | row 1
    half-page-down | C-d | | line 1 Thread 13
    half-page-up | C-u | | line 1 Thread 00
    page-down | C-f | | Thread 39
    page-up | C-b | | Thread 00
    top | g g | | row 1
    next-unread | Tab | | row 4
    next-unread | Tab | | row 8
    previous-unread | BTab | | row 4
    select | x | | 1 selected
    cancel | Escape | | no selected
    select-and-next | Space | | 1 selected & row 5
    select-range | v | j | 3 selected
    clear-selection | none | | no selected
    select-all | * | | 40 selected
    clear-selection | none | | no selected
    select-matching | none | 'tag:todo' Enter | 1 selected
    cancel | Escape | | no selected
    select-sender | w s | | threads from Ann
    cancel | Escape | | no threads from
    select-list | w l | | names no mailing list
    find | g / | 'Thread 05' Enter | row 6
    top | g g | | row 1
    search:from:ann | none | | row 1
    save-view | none | 'From Ann' Enter | Saved the view “From Ann” in
    back | q | | Thread 00
    edit-config | none | | Thread 00
    limit | l | 'tag:unread' Enter | limited to tag:unread & no Thread 00 & Thread 03
    cancel | Escape | | Thread 00
    top | g g | | row 1
    search | / | 'tag:todo or subject:09' Enter | no Thread 00 & Thread 05
    go-back | M-Left | | Thread 00
    next-hit | n | | row 6
    top | g g | | row 1
    next-hit | n | | row 6
    previous-hit | N | | Top reached; going on from the end
    go-forward | M-Right | | no Thread 00 & Thread 05
    back | q | | Thread 00
    search:Thread 07 | none | | no Thread 00 & Thread 07
    back | q | | Thread 00
    view:Unread | none | | no Thread 00 & Thread 03
    back | q | | Thread 00
    view:Starred | none | | line 0 Starred
    view:All | none | | line 0 All & Thread 00
    view:Snoozed | g b | | line 0 Snoozed
    view:Sent | g t | | line 0 Sent
    view:Inbox | g i | | line 0 Inbox & Thread 00
    one-by-one | g r | | line 0 Inbox · 1 of 40 & letter line 1
    back | q | | 40 threads: 1 left as it was, 39 not looked
    top | g g | | row 1
    sort | o | | By Sender
    cancel | Escape | | no By Sender
    sort:oldest-first | none | g g | line 1 Thread 39
    sort:newest-first | none | g g | line 1 Thread 00
    theme:plain | none | | no colour 36m
    theme:light | none | | colour 34m
    theme:high-contrast | none | | colour 103m
    theme:dark | none | | colour 36m & no colour 103m
    theme:plain | none | | no colour 36m
    theme:auto | none | | colour 36m
    help | ? | | In the list
    cancel | Escape | | no In the list
    about | none | | nothing you do to your mail is final
    palette | : | | Command:
    cancel | Escape | | no Command:
    menu-bar | F10 | | Not Spam
    cancel | Escape | | no Not Spam
    menu-message | M-m | | Not Spam
    cancel | Escape | | no Not Spam
    menu-edit | M-e | | Select Matching
    cancel | Escape | | no Select Matching
    menu-view | M-v | | Threads as Trees
    cancel | Escape | | no Threads as Trees
    menu-go | M-g | | Later View
    cancel | Escape | | no Later View
    menu-help | M-h | | About Mulligan
    cancel | Escape | | no About Mulligan
    toggle-preview | p | | letter line 1
    next-message | J | | no From: Ann
    previous-message | K | | From: Ann
    toggle-preview | p | | no letter line 1
    toggle-sidebar | \\ | | Views
    toggle-sidebar | \\ | | no Views
    poll | $ | | Fetched mail
    forget-unlocked | none | | What was unlocked is forgotten
    refresh | = | | line 1 Thread 00
    expand | Right | | line 2 └ Ann & row 1
    next | j | j j | line 4 Thread 01 & row 4
    previous | k | | row 3
    collapse | Left | | line 2 Thread 01 & row 1
    toggle-tree | O | | line 2 └ Ann & row 1
    toggle-tree | O | | line 2 Thread 01 & row 1
    sort:sender | none | g g | line 1 Thread 00
    """
  )

  /// What changes mail; the cursor stays on the first row.
  private static let changes = KeyScript(
    """
    one-by-one | g r | a q | 40 threads: 1 archived, 1 left & mail 39 tag:inbox
    revert-all | A | ~would Enter | 40 threads: 2 left as they were, 38 not looked & mail 40 tag:inbox
    back | q | | Inbox
    refresh | = | | Thread 00
    top | g g | | row 1
    archive | a | | Archived 1 thread & u Undo Archive & mail 39 tag:inbox
    undo | u | | Undid Archive & mail 40 tag:inbox
    redo | C-r | | Redid Archive & mail 39 tag:inbox
    refresh | = | | no Thread 00
    undo | u | | Undid Archive & Thread 00 & mail 40 tag:inbox
    repeat | . | | Archived 1 thread & mail 39 tag:inbox
    unarchive | none | | Moved 1 thread to the inbox & mail 40 tag:inbox
    mark-unread | none | | Marked 1 thread as unread & mail 3 tag:unread
    mark-read | none | | Marked 1 thread as read & mail 2 tag:unread
    toggle-unread | U | | Marked 1 thread as unread & mail 3 tag:unread
    mark-read-and-archive | A | | as read and archived & mail 39 tag:inbox & mail 2 tag:unread
    undo | u | | Undid Mark as Read and Archive & mail 40 tag:inbox
    toggle-unread | U | | Marked 1 thread as read & mail 2 tag:unread
    star | none | | Starred 1 thread & mail 1 tag:flagged
    unstar | none | | Removed the star from 1 thread & mail 0 tag:flagged
    toggle-star | s | | Starred 1 thread & mail 1 tag:flagged
    toggle-star | s | | Removed the star from 1 thread & mail 0 tag:flagged
    delete | d | | Deleted 1 thread & mail 39 tag:inbox
    undelete | none | | Undeleted 1 thread & mail 40 tag:inbox
    spam | ! | | Marked 1 thread as spam & mail 39 tag:inbox
    not-spam | none | | Marked 1 thread as not spam & mail 40 tag:inbox
    mute | & | | Muted 1 thread & mail 1 tag:muted
    undo | u | | Undid Mute & mail 0 tag:muted
    unmute | none | | Nothing to do
    add-tag | + | 'later' Enter | Added “later” to 1 thread & mail 1 tag:later
    remove-tag | - | 'later' Enter | Removed “later” from 1 thread & mail 0 tag:later
    change-tags | none | '+todo -inbox' Enter | Changed the tags of 1 thread & mail 2 tag:todo
    undo | u | | Undid Change Tags & mail 1 tag:todo & mail 40 tag:inbox
    archive | a | | Archived 1 thread
    make-rule | w r | | Suggested Rules & Done unread to
    cancel | Escape | | no Suggested Rules
    unsubscribe | w u | | No way to unsubscribe is given
    suggest | g s | | No habit is strong enough
    cancel | Escape | | no Suggested Rules
    undo | u | | Undid Archive
    snooze | b | '5d' Enter | Snoozed 1 thread until & mail 1 tag:snoozed
    undo | u | | Undid Snooze until & mail 0 tag:snoozed
    wake | none | | Nothing to do
    quick-tags | t | t | Added “todo” to 1 thread & mail 2 tag:todo
    move | M | 'archive' Enter | Moved 1 thread to “archive” & mail 1 folder:archive
    undo-dialog | g U | | [ Undo ]
    cancel | Escape | | no [ Undo ]
    undo | u | | Undid Move to & mail 0 folder:archive
    save-plan | none | ~Actions 'star' Enter ~~/plan.toml Enter | Saved as
    history | g u | | Undo Move to
    show-all | a | | Undo Move to
    filter | / | 'mute' Enter | Mute & no Star
    cancel | Escape | | Star
    top | g g | j j | row 3
    revert | u | | mail 1 tag:todo
    reapply | r | ~would Enter | Reapply & mail 2 tag:todo
    week | w | | Week of
    previous-week | [ | | nothing was done
    next-week | ] | | actions,
    back | q | | #1
    bottom | G | | #1
    restore | R | ~would Enter | Restored to & mail 39 tag:inbox
    back | q | | Inbox
    """
  )

  /// In a thread of two messages.
  private static let message = KeyScript(
    """
    open | Enter | | letter line 1
    next-message | J | | The second letter & no FAR
    previous-message | K | | letter line 1
    next | j | | no ▾
    top | g g | | Letter of many parts
    read-on | Space | | no letter line 2 end
    page-up | PageUp | | letter line 1
    top | g g | | letter line 1
    find | / | 'line 30' Enter | letter line 30
    next-hit | n | | letter line 30
    previous-hit | N | | letter line 30
    top | g g | | letter line 1
    toggle-headers | H | | X-Odd: shown
    toggle-headers | H | | no X-Odd
    toggle-raw | V | | Content-Transfer
    toggle-raw | V | | no Content-Transfer
    next-alternative | T | | in the page
    next-alternative | T | | letter line 1
    fold-quotes | z | | No quote here
    fold-all | Z | | All messages are folded
    fold-all | Z | | All messages are unfolded & letter line 1
    links | L | | ┌
    cancel | Escape | | no ┌
    copy | y | ~sender Enter | Sent to the terminal
    copy-link | none | | Sent to the terminal
    save-part | S | Enter | Saved as
    open-part | o | | Opened with
    open-html | B | | is shown with true
    pipe | Bar | 'wc -l' Enter ~ended Enter | letter line 1
    parts | P | | ┌
    cancel | Escape | | no ┌
    select | x | | +▾ & 1 selected
    cancel | Escape | | no +▾
    whole-thread | ; | | Next: 
    cancel | Escape | | no Next:
    next-message | J | | The second letter & no FAR
    scroll-right | > | > > > > > | FAR
    scroll-left | < | < < < < < | no FAR
    previous-message | K | | Letter of many parts
    next-thread | ] | | no Letter of many parts
    previous-thread | [ | | Letter of many parts
    back | q | | Thread 01
    """
  )

  /// Messages of one's own, from the list; nothing is left of them but a draft.
  private static let writing = KeyScript(
    """
    compose | m | | Subject & no Thread 00
    edit-to | t | 'ann@example.org' Enter | To        ann@example.org
    edit-cc | c | 'bob@example.org' Enter | Cc        bob@example.org
    edit-bcc | b | 'cy@example.org' Enter | Bcc       cy@example.org
    undo | u | | Undo Change of Cc & no cy@example.org
    redo | C-r | | Bcc       cy@example.org
    edit-subject | s | 'Zebra' Enter | Subject   Zebra
    edit-from | f | C-u 'Me <me@example.org>' Enter | From      Me <me@example.org>
    attach | a | C-u '/etc/passwd' Enter | Attached  passwd
    detach | d | | Undo Remove & no Attached  passwd
    toggle-sign | S | | Seal      Signed
    undo | u | | no Seal
    toggle-encrypt | E | | no Encrypted
    toggle-encrypt | E | | Will not be encrypted
    edit-text | e | | Edited.
    send | y | | leaves in & Thread 00
    undo | u | | Undid Send & Subject   Zebra
    save-draft | w | | Saved as a draft & mail 1 tag:draft
    reply | r | | Subject   Re: Thread 00
    send-and-archive | Y | Y | leaves in & mail 39 tag:inbox
    undo | u | | Undid Send and Archive & mail 40 tag:inbox & Subject   Re: Thread 00
    back | q | | Saved as a draft & mail 2 tag:draft
    top | g g | | row 1
    reply-all | R | | Subject   Re: Thread 00
    back | q | | no Subject & Thread 05
    reply-list | g l | | does not say to which address
    forward | f | | Subject   Fwd: Thread 00
    back | q | | no Subject & Thread 05
    search | / | 'tag:draft and subject:Zebra' Enter | Zebra & no Thread 05
    edit-draft | e | | Subject   Zebra
    back | q | | no Subject & Zebra
    back | q | | Thread 05
    drafts | g d | | line 0 Drafts 2 & Zebra & no Thread 05
    outbox | g o | | line 0 Outbox & ann@example.org +2  Zebra
    send-again | r | | There is no doubt whether
    edit-draft | e | | Subject   Re: Thread 00
    discard | x | | Undo Discard Draft & no Re: Thread 00
    undo | C-_ | | Undid Discard Draft & Re: Thread 00
    bottom | G | | Zebra
    open | Enter | | Subject   Zebra
    send | y | | leaves at & Undo Send
    take-back | u | | Undid Send & Subject   Zebra
    send | y | | leaves at & Undo Send
    release | n | | no leaves at
    had-left | s | | There is no doubt whether
    back | q | | line 0 Drafts
    back | q | | Thread 05
    """
  )

  /// Where questions are answered: fields, menus and dialogs; their keys are the only way.
  private static let questions = KeyScript(
    """
    search | / | 'alpha beta' | Search: alpha beta
    line-start | C-a | 'x' | Search: xalpha beta
    line-end | C-e | 'y' | Search: xalpha betay
    delete-backward | C-h | | no betay
    word-backward | M-b | 'z' | Search: xalpha zbeta
    character-backward | C-b | 'q' | Search: xalpha qzbeta
    character-forward | C-f | 'w' | Search: xalpha qzwbeta
    word-forward | M-f | 'v' | Search: xalpha qzwbetav
    delete-word | C-w | | no betav
    delete-to-start | C-u | 'one' C-a | Search: one
    delete-forward | C-d | | Search: ne
    delete-to-end | C-k | 'tag:t' | Search: tag:t
    complete | Tab | Tab | Search: tag:todo
    complete-backward | BTab | | Search: tag:
    cancel | Escape | | no Search:
    search | / | 'tag:todo' | Search: tag:todo
    accept | Enter | | Thread 05 & no Thread 00
    back | q | | Thread 00
    menu-bar | F10 | | Not Spam
    next-menu | Right | | Select Matching
    previous-menu | Left | | Not Spam
    cancel | Escape | | no Not Spam
    archive | a | | Archived 1 thread
    unsubscribe | w u | | No way to unsubscribe is given
    make-rule | w r | | Suggested Rules & Done unread to
    add-rule | a | | Added 1 rule to
    undo | u | | Took the rule out of
    add-rule | a | | Added 1 rule to
    dismiss-rule | d | | Not suggested any more
    show-rule | Enter | | no Done unread to
    cancel | Escape | | no Suggested Rules
    undo-dialog | g U | | [ Undo ]
    confirm | y | | Undid Archive
    open | Enter | | letter line 1
    parts | P | | ┌
    copy-name | c | | Sent to the terminal
    show-part | Enter | | Some notes & no ┌
    cancel | Escape | | ┌
    save-all-parts | S | Enter | Saved as
    cancel | Escape | | no ┌
    back | q | | Thread 01
    """
  )

  /// The first comes after somebody has written on the terminal.
  private static let ends = KeyScript(
    """
    redraw | C-l | | no scrawled over it
    suspend | C-z | | left with 148
    quit | Q | | it has left
    """
  )

  @Test func `every command of fields, menus and dialogs, in a real terminal`() throws {
    let (mail, screen) = try open()
    try play(Self.questions, .key, screen, mail)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test(arguments: Way.all)
  func `every command of a list, in a real terminal`(way: Way) throws {
    let (mail, screen) = try open()
    try play(Self.list, way, screen, mail)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test(arguments: Way.all)
  func `every command of a message that is written, in a real terminal`(way: Way) throws {
    let (mail, screen) = try open()
    try play(Self.writing, way, screen, mail)
    // What was sent last may have left by now, or wait a little longer.
    try screen.press("Q")
    let hasLeft = { (lines: [String]) in lines.contains { $0.contains("left with 0") } }
    try screen.wait("it is left, or what leaves is said") { lines in
      hasLeft(lines) || lines.contains { $0.contains("takes it back") }
    }
    if try !hasLeft(screen.lines()) { try screen.press("Q") }
    try screen.wait(for: "left with 0")
  }

  @Test(arguments: Way.changing)
  func `every change of mail and of the history, in a real terminal`(way: Way) throws {
    let (mail, screen) = try open()
    let before = try mail.dump()
    try play(Self.changes, way, screen, mail)
    // Whatever was done, the history leads back.
    #expect(try mail.mulligan("undo", "99", "--any", "--yes").status == 0)
    #expect(try mail.dump() == before)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test(arguments: Way.all)
  func `every command of a thread, in a real terminal`(way: Way) throws {
    let (mail, screen) = try open()
    try play(Self.message, way, screen, mail)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test(arguments: Way.all)
  func `redrawing, stopping and leaving, in a real terminal`(way: Way) throws {
    let (mail, screen) = try open()
    let steps = Self.ends.steps
    try screen.scrawl("scrawled over it")
    try screen.wait(for: "scrawled over it")
    try play(steps[0], way, screen, mail)
    try play(steps[1], way, screen, mail)
    try screen.type("clear; fg; echo it has left")
    try screen.wait(for: "Thread 00")
    try play(steps[2], way, screen, mail)
  }

  @Test func `whatever the tables have is in the scripts, with its key`() throws {
    let scripts = [
      Self.list, Self.changes, Self.message, Self.writing, Self.questions, Self.ends,
    ]
    let steps = scripts.flatMap(\.steps)
    let played = Set(steps.map(\.bareID))
    let ids =
      ScreenCommand.allCases.map(\.rawValue) + MailAction.allIDs
      + ArgumentCommand.allCases.map(\.rawValue)
    #expect(Set(ids).subtracting(played) == [])
    #expect(played.subtracting(ids) == [])
    let items = Set(
      MenuName.allCases.flatMap { menu in Self.views.flatMap { Self.items(of: menu, in: $0) } }
        .map(\.id)
    )
    #expect(items.subtracting(steps.map(\.id)) == [])
    for action in Set(Keymap.vim.bindings.map(\.action)) {
      let keys = Keymap.vim.bindings.filter { $0.action == action }.map { $0.chords.map(tmuxKey) }
      let isPressed = steps.contains { $0.id == action.id && keys.contains($0.key) }
      #expect(isPressed, "\(action.id) \(keys)")
    }
  }

  // MARK: Playing

  /// Why some commands cannot be done where they are played; the palette stays open then.
  private static let refusals = [
    "send-again": "There is no doubt whether",
    "had-left": "There is no doubt whether",
  ]

  /// A mailbox of 40 threads, and the program in a window of 110 by 30.
  private func open() throws -> (TemporaryMail, TmuxScreen) {
    let mail = try TemporaryMail()
    try mail.deliverScriptThreads()
    let folder = "\(mail.folder)/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    theme = "dark"
    [layout]
    sidebar = false
    [list]
    advance = false
    [reading]
    mark_read_after = -1
    opener = ["true"]
    [compose]
    hold = 3000
    sendmail = ["true"]
    """
    .write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    // What is edited is seen: keys that are pressed meanwhile would be the editor's.
    let editor = try mail.program("editor", "! grep -q Zebra $1 || echo Edited. >>$1")
    let screen = try TmuxScreen(
      mail,
      columns: 110,
      rows: 30,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config", "VISUAL": editor]
    )
    try screen.wait(for: "Thread 00")
    return (mail, screen)
  }

  private func play(
    _ script: KeyScript,
    _ way: Way,
    _ screen: TmuxScreen,
    _ mail: TemporaryMail
  ) throws {
    for (place, step) in script.steps.enumerated() {
      let turn: Way = place.isMultiple(of: 2) ? .palette : .pointer
      try play(step, way == .alternating ? turn : way, screen, mail)
    }
  }

  private func play(
    _ step: KeyScript.Step,
    _ way: Way,
    _ screen: TmuxScreen,
    _ mail: TemporaryMail
  ) throws {
    // A menu or the palette would be what is left by these.
    let closes = step.id == "cancel" || step.id == "palette"
    let isChosen = way == .pointer && !closes ? try choose(step.id, screen) : false
    switch way {
    case _ where closes: try screen.press(script: step.key)
    case _ where isChosen: break
    case .key where !step.key.isEmpty: try screen.press(script: step.key)
    case .key, .palette, .pointer, .alternating:
      try screen.press(":")
      try screen.wait("the palette is open") { $0.last?.hasPrefix(" Command:") == true }
      try screen.typeRaw(step.id)
      try screen.wait("it is typed") { $0.last?.hasSuffix("Command: \(step.id)") == true }
      try screen.press("Enter")
      if let reason = Self.refusals[step.id] {
        try screen.wait("it is told why not") { $0.dropLast().last?.contains(reason) == true }
        try screen.press("Escape")
        try screen.wait("the palette is closed") { $0.last?.contains("Command:") != true }
        return
      }
      // What the palette finds could be taken for what it does.
      try screen.wait("it is taken") { $0.last?.hasSuffix("Command: \(step.id)") != true }
    }
    try screen.press(script: step.more)
    try screen.wait(for: step) { try isSo($0, $1, screen, mail) }
  }

  /// The views that menus are about, and what each has in a menu.
  private static let views: [KeyContext] = [.list, .message, .history, .compose, .outbox]

  private static func items(of menu: MenuName, in view: KeyContext) -> [ActionID] {
    menu.items(in: view, state.shared)
  }

  /// The menu that has an id, in whatever view, and what its item does.
  private func item(_ id: String) -> (menu: MenuName, action: ActionID)? {
    for (menu, view) in MenuName.allCases.flatMap({ menu in Self.views.map { (menu, $0) } }) {
      if let action = Self.items(of: menu, in: view).first(where: { $0.id == id }) {
        return (menu, action)
      }
    }
    return nil
  }

  /// The line of an item in an open menu; those of undo and redo stand first, and are called what they
  /// would take.
  private func line(of action: ActionID, in lines: [String]) throws -> Int? {
    switch action {
    case .command(.undo): return 2
    case .command(.redo): return 3
    default:
      let words = Wording(Language.embedded.localizer(for: "en"), isUTF8: true)
      let titles = Self.views.map { words.text(.title(of: action, in: $0)).withoutIsolates }
      return lines.firstIndex { line in
        titles.contains { line.contains("│ \($0)  ") || line.contains("│ \($0) │") }
      }
    }
  }

  /// Clicks on a menu, then on its item; `false` if this view has it in no menu.
  private func choose(_ id: String, _ screen: TmuxScreen) throws -> Bool {
    guard let (menu, action) = item(id), action.argument == nil else { return false }
    let title = menu.rawValue.prefix(1).uppercased() + menu.rawValue.dropFirst()
    let bar = try screen.wait("the bar is there") { $0[0].contains(title) }[0]
    let found = try #require(bar.firstRange(of: title))
    let column = bar.distance(from: bar.startIndex, to: found.lowerBound) + 1
    try screen.point("<0;\(column);1M", "<0;\(column);1m")
    var lines = try screen.wait("the menu is open to its end") { lines in
      lines[1].contains("┌") && lines.contains { $0.contains("└") }
    }
    if try line(of: action, in: lines) == nil {
      guard lines.contains(where: { $0.contains("▼") }) else {
        try screen.press("Escape")
        try screen.wait("the menu is closed") { !$0[1].contains("┌") }
        return false
      }
      // A menu that is longer than the window shows its last items with the last of them.
      try screen.press("End")
      lines = try screen.wait("the menu has scrolled to \(id)") { lines in
        try lines[1].contains("▲") || self.line(of: action, in: lines) != nil
      }
    }
    let line = try #require(try line(of: action, in: lines), "\(id): \(lines)")
    try screen.point("<0;\(column + 2);\(line + 1)M", "<0;\(column + 2);\(line + 1)m")
    return true
  }

  private func isSo(
    _ wish: String,
    _ lines: [String],
    _ screen: TmuxScreen,
    _ mail: TemporaryMail
  ) throws -> Bool {
    let words = wish.split(separator: " ", maxSplits: 2).map(String.init)
    switch words[0] {
    case "row": return try screen.cursorRow().lines.first == words[1]
    case "line": return lines[Int(words[1]) ?? 0].contains(words[2])
    case "mail":
      return try mail.notmuch("count", "--output=threads", words[2]).lines.first == words[1]
    case "colour": return try screen.colouredLines().contains { $0.contains(words[1]) }
    case "no" where words.count > 2 && words[1] == "colour":
      return try !screen.colouredLines().contains { $0.contains(words[2]) }
    case "no": return !lines.contains { $0.contains(wish.dropFirst(3)) }
    default: return lines.contains { $0.contains(wish) }
    }
  }

  private static let state = State(
    size: ScreenSize(columns: 110, rows: 30),
    query: "tag:inbox",
    title: .inbox,
    context: StepContext(origin: .screen, session: "menus", host: "here", pid: 1),
    config: .standard,
    lexicon: Lexicon(mulligan.words)
  )
}
