import Screen
import TriageCore

/// The parts of a message, over the text: to save, to open, to give to a program, to read.
///
/// One of them at a time is shown as text, which then covers the content.
struct PartsPane: Pane {
  /// A part that is shown as text.
  struct ShownPart: Sendable {
    let part: PartInfo
    var text: ReadingText
    /// The first row shown.
    var top = 0
    /// How far rows that keep their ends are scrolled sideways.
    var left = 0
  }

  /// A part whose text is on its way.
  private enum Awaited: Sendable {
    case program(RequestID, PartInfo)
    /// From the engine; what a program could not do is said with what it cannot do.
    case engine(Ticket<MessageQuestion>, PartInfo, refused: Sentence?)
  }

  let message: MessageID
  let parts: [PartInfo]
  /// How many more parts there are, if the message has too many.
  let omitted: Int
  private(set) var cursor = 0
  private(set) var shown: ShownPart?
  private var coming: Awaited?

  var context: KeyContext { .parts }
  var closesOnClickOutside: Bool { shown == nil }

  init(_ content: MessageContent) {
    message = content.id
    parts = content.parts
    omitted = content.notices.reduce(0) { omitted, notice in
      if case .partsCut(let count) = notice { omitted + count } else { omitted }
    }
    cursor = parts.firstIndex(where: \.isAttachment) ?? 0
  }

  /// What is done with is the part that is shown, or else the one under the cursor.
  private var chosen: PartInfo? {
    shown?.part ?? (parts.indices.contains(cursor) ? parts[cursor] : nil)
  }

  /// What a person would call the attachments.
  private var attachments: [PartInfo] { parts.filter(\.isAttachment) }

  static let behaviors: [ScreenCommand: Behavior<PartsPane>] = moving.merging(using) { first, _ in
    first
  }

  private static let moving: [ScreenCommand: Behavior<PartsPane>] = [
    .next: move { _ in 1 },
    .previous: move { _ in -1 },
    .pageDown: move { $0 },
    .pageUp: move { -$0 },
    .top: move { _ in -1_000_000_000 },
    .bottom: move { _ in 1_000_000_000 },
    .scrollLeft: Behavior { pane, count, _ in pane.scrollSideways(by: -8 * (count ?? 1)) },
    .scrollRight: Behavior { pane, count, _ in pane.scrollSideways(by: 8 * (count ?? 1)) },
  ]

  private static func move(
    _ steps: @escaping @Sendable (_ height: Int) -> Int
  ) -> Behavior<PartsPane> {
    Behavior { pane, _, shared in pane.move(by: steps(shared.partRows), shared) }
  }

  private static let using: [ScreenCommand: Behavior<PartsPane>] = [
    .cancel: Behavior { pane, _, shared in pane.cancel(&shared) },
    .showPart: Behavior { pane, _, shared in pane.show(&shared) },
    .savePart: Behavior { pane, _, shared in
      if let part = pane.chosen { shared.use(part, of: pane.message, .save) }
    },
    .saveAllParts: Behavior(unless: Self.reasonNotToSaveAll) { pane, _, shared in
      shared.save(pane.attachments, of: pane.message)
    },
    .openPart: Behavior { pane, _, shared in
      if let part = pane.chosen { shared.use(part, of: pane.message, .open) }
    },
    .pipe: Behavior { pane, _, shared in
      if let part = pane.chosen { shared.prompt(PipePartTopic(part: part, message: pane.message)) }
    },
    .copyName: Behavior { pane, _, shared in
      if let part = pane.chosen { shared.copyName(of: part) }
    },
  ]

  private func reasonNotToSaveAll(_ shared: Shared) -> Sentence? {
    attachments.isEmpty ? Sentence("status.no-attachments") : nil
  }

  // MARK: Moving

  private mutating func move(by steps: Int, _ shared: Shared) {
    if let last = shown?.text.count, let top = shown?.top {
      shown?.top = max(0, min(top + steps, last - shared.partRows))
    } else {
      cursor = max(0, min(cursor + steps, parts.count - 1))
    }
  }

  private mutating func scrollSideways(by columns: Int) {
    guard let shown else { return }
    let widest = shown.text.rows.filter(\.isFixed).map(\.columns).max() ?? 0
    self.shown?.left = max(0, min(shown.left + columns, widest - 1))
  }

  /// Goes back to the list, or gives up what is on its way, or leaves.
  private mutating func cancel(_ shared: inout Shared) {
    if shown != nil {
      shown = nil
    } else if coming != nil {
      coming = nil
      shared.report(nil)
    } else {
      shared.close()
    }
  }

  /// A digit is the number of a part.
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    guard shown == nil, let number = Int(chord.description),
      let index = parts.firstIndex(where: { $0.number == number })
    else { return false }
    cursor = index
    return true
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    if case .item(let index) = target, parts.indices.contains(index) { cursor = index }
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) { move(by: lines, shared) }

  func coversContent(_ shared: Shared) -> Bool { shown != nil }

  var lastingHints: [ScreenCommand] { [.cancel] }

  func hints(_ shared: Shared) -> [ActionID] {
    let inText: [ScreenCommand] = [.cancel, .savePart, .openPart, .pipe]
    let inList: [ScreenCommand] = [.showPart, .savePart, .saveAllParts, .openPart, .cancel]
    return (shown == nil ? inList + [.pipe, .copyName] : inText).map { .command($0) }
  }

  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    action == .command(.cancel) ? .title(of: .command(.back), in: .message) : nil
  }

  func position(_ shared: Shared) -> PanePosition? {
    guard let shown else { return PanePosition(number: cursor + 1, total: parts.count) }
    let seen = min(shown.text.count, shown.top + shared.partRows)
    return PanePosition(number: seen, total: shown.text.count, hasMore: !shown.text.isLaidOut)
  }

  // MARK: Showing as text

  /// Shows the part as text: by a program of the mailcap files, or else our own way.
  private mutating func show(_ shared: inout Shared) {
    if shown != nil { return shown = nil }
    guard let part = chosen else { return }
    if part.size == 0, !part.isContainer {
      return shared.report(
        Sentence("status.part-empty", .text(part.shortName)),
        isError: true,
        about: .key
      )
    }
    let isPicture = part.type.hasPrefix("image/") && shared.config.reading.images == .symbols
    if part.isContainer || part.type == "text/plain" || isPicture {
      ask(for: part, refused: nil, &shared)
    } else {
      let columns = TextLayout(columns: shared.layout.content.columns).measure
      coming = .program(shared.start(part, of: message, .text(columns: columns)), part)
    }
  }

  private mutating func ask(for part: PartInfo, refused: Sentence?, _ shared: inout Shared) {
    let options = MessageOptions(
      columns: TextLayout(columns: shared.layout.content.columns).measure,
      filter: shared.config.reading.html.arguments,
      part: part.reference,
      drawsPictures: shared.config.reading.images == .symbols,
      seals: shared.config.sealed.options
    )
    let ticket = shared.ask(MessageQuestion(message: message, options: options))
    coming = .engine(ticket, part, refused: refused)
  }

  var awaited: [RequestID] {
    if case .engine(let ticket, _, _)? = coming { [ticket.id] } else { [] }
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    guard case .engine(let ticket, let part, let refused)? = coming,
      let answered = arrival.answer(to: ticket)
    else { return }
    coming = nil
    switch answered {
    case .answer(let content) where content.bodyType != nil: show(content, as: part, &shared)
    case .answer:
      let sentence = Sentence("error.part-not-text", .text(part.shortName), .text(part.type))
      let both = refused.map { Sentence("status.both", .sentence(sentence), .sentence($0)) }
      shared.report(both ?? sentence, isError: true, about: .key)
    case .failure(let failure): shared.report(failure, about: .key)
    case .lost: shared.report(TriageFailure(.internalError), about: .key)
    }
  }

  private mutating func show(_ content: MessageContent, as part: PartInfo, _ shared: inout Shared) {
    let layout = TextLayout(columns: shared.layout.content.columns)
    shown = ShownPart(part: part, text: ReadingText(content, layout))
    shared.report(nil)
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .partShown(let request, let result):
      guard case .program(request, let part)? = coming else { return }
      coming = nil
      receive(result, of: part, &shared)
    case .resized:
      shown?.text.lay(out: TextLayout(columns: shared.layout.content.columns))
      move(by: 0, shared)
    case .due(.layout): shown?.text.layMore()
    case .listReplaced: shared.close()
    case .started, .entered, .due, .indexChanged, .sorting, .sealed, .sealsForgotten, .sort,
      .configured, .refresh, .refreshByHand, .marked, .unmarked, .changed, .advanced, .leaveThread,
      .threadLeft, .scrollPreview, .rowsGivenUp, .collectingCancelled, .historyChanged,
      .engineStopped, .engineRestarted, .show, .showOffer, .showView, .sidebarFocused,
      .peopleWanted,
      .goForward, .folderListed, .selectSource, .edited, .decided, .draftOpened, .beginRound,
      .endRound,
      .filled, .rulesAdded,
      .quitting, .rewritten:
      break
    }
  }

  private mutating func receive(_ result: PartShown, of part: PartInfo, _ shared: inout Shared) {
    switch result {
    case .text(let text, by: let program, let isCut):
      show(MessageContent(of: text, by: program, isCut: isCut, in: message), as: part, &shared)
    case .noProgram(let refused): ask(for: part, refused: refused, &shared)
    case .failed(let sentence): shared.report(sentence, isError: true, about: .key)
    }
  }

  mutating func settle(_ shared: inout Shared) {
    guard let text = shown?.text, !text.isLaidOut else { return }
    shared.timers.want(.layout, for: .number(text.count), after: .zero)
  }
}

extension Shared {
  /// Rows of a part's text on the screen, below its heading.
  var partRows: Int { max(1, contentHeight - 1) }
}

extension ReadingText.Row {
  fileprivate var columns: Int {
    if case .text(let text) = content { text.width } else { 0 }
  }
}

extension PartInfo {
  /// Whether it is made of other parts.
  var isContainer: Bool { isMessage || type.hasPrefix("multipart/") }
}

extension MessageContent {
  /// The longest line with colours, in bytes; what is beyond is cut.
  private static let longestLine = 1 << 15

  /// What a program has printed.
  fileprivate init(of text: String, by program: String, isCut: Bool, in message: MessageID) {
    var lines: [ContentLine] = []
    for row in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var row = row.last == 0x0D ? row.dropLast() : row
      // A new page.
      while row.first == 0x0C {
        if !lines.isEmpty { lines.append(ContentLine(.rule, "")) }
        row = row.dropFirst()
      }
      let isColored = row.contains(0x1B)
      if isColored { row = row.prefix(Self.longestLine) }
      lines.append(ContentLine(isColored ? .colored : .text, String(decoding: row, as: UTF8.self)))
    }
    while lines.last?.text.isEmpty == true { lines.removeLast() }
    self.init(
      id: message,
      headers: [],
      lines: lines,
      bodyType: "text/plain",
      notices: (isCut ? [.bodyCut] : []) + [.shownBy(program)]
    )
  }
}
