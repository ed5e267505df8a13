import Screen
import TriageCore

extension MessageContent {
  /// Breaks one unit of the text into rows.
  func rows(
    of unit: ReadingText.Unit,
    _ layout: TextLayout,
    _ links: LinkIndex?
  ) -> [ReadingText.Row] {
    switch unit {
    case .header(let index):
      let block = TextBlock(
        headers[index].text,
        after: DisplayText(headers[index].name + (headers[index].isProtected ? "= " : ": ")),
        .faint
      )
      return block.rows(unit, layout) + omittedRow(headers[index], unit)
        + outsideRow(headers[index], unit)
    case .notice(let index):
      let notice = Sentence.notice(notices[index])
      return [ReadingText.Row(unit: unit, content: .sentence(notice), look: .faint)]
    case .attachments:
      return [ReadingText.Row(unit: unit, content: .sentence(attachmentsSentence), look: .heading)]
    case .folded(let lines):
      let sentence = Sentence("reading.folded", .number(lines.count))
      return [ReadingText.Row(unit: unit, content: .sentence(sentence), look: .quote)]
    case .gap, .end: return [ReadingText.Row(unit: unit, content: .text(.empty))]
    case .line(let index): return rows(of: lines[index], unit, layout, links)
    case .failure: return []
    }
  }

  /// Rows of one unit with the frame of the seals that it lies in.
  func framed(_ rows: [ReadingText.Row], _ frames: SealFrames) -> [ReadingText.Row] {
    let number: Int
    switch rows.first?.unit {
    case .line(let line): number = line
    case .folded(let lines): number = lines.lowerBound
    case .header, .notice, .attachments, .gap, .end, .failure, nil: return rows
    }
    let seals = frames.seals(around: number)
    if seals.isEmpty { return rows }
    return rows.enumerated().map { index, row in
      var row = row
      row.marks = marks(seals, lines[number], isFirst: index == 0)
      return row
    }
  }

  /// The text of a unit that can be searched; `nil` for a unit of another text of the message, too.
  func text(of unit: ReadingText.Unit) -> DisplayText? {
    switch unit {
    case .header(let index) where headers.indices.contains(index): headers[index].text
    case .line(let index) where lines.indices.contains(index): lines[index].searched
    case .header, .line, .notice, .attachments, .folded, .gap, .end, .failure: nil
    }
  }

  private typealias Row = ReadingText.Row

  private func rows(
    of line: ContentLine,
    _ unit: ReadingText.Unit,
    _ layout: TextLayout,
    _ links: LinkIndex?
  ) -> [ReadingText.Row] {
    if var block = TextBlock(line) {
      block.links = links?.links(in: line) ?? []
      return block.rows(unit, layout)
    }
    var row = ReadingText.Row(unit: unit, content: .rule)
    switch line.kind {
    case .label(let label, let part):
      row.content = .sentence(sentence(of: label, line.text, part: part))
      row.look = .faint
    case .hidden:
      row.content = .sentence(Sentence("reading.hidden", .text(line.text)))
      row.look = .faint
    case .detail(let detail):
      row.content = .sentence(Sentence("detail.\(detail.rawValue)", .text(line.text)))
    case .sealBegin(let index) where seals.indices.contains(index):
      return rows(ofSeal: index, unit, layout)
    case .sealEnd(let index) where seals.indices.contains(index):
      row.content = .seal(.end(number: seals[index].number))
    case .uncovered:
      row.content = .seal(.uncovered)
      row.look = .seal
    case .rule, .sealBegin, .sealEnd: break
    // Their words are the mail's: they are blocks.
    case .text, .quote, .signature, .heading, .preformatted, .colored, .patchAdded, .patchRemoved,
      .patchHunk, .patchHeader, .header, .footnote:
      break
    }
    return [row]
  }

  /// What a part is, with its type and size if it can be saved.
  private func sentence(of label: PartLabel, _ text: String, part number: Int) -> Sentence {
    let sentence = Sentence("label.\(label.rawValue)", .text(text))
    guard let part = parts.first(where: { $0.number == number }), part.isAttachment else {
      return sentence
    }
    return Sentence("reading.part", .sentence(sentence), .text(part.type), .text(part.sizeText))
  }

  /// How many mailboxes a header does not name, in a row below those it names.
  private func omittedRow(
    _ header: HeaderField,
    _ unit: ReadingText.Unit
  ) -> [ReadingText.Row] {
    guard header.omitted > 0 else { return [] }
    let sentence = Sentence("reading.omitted", .number(header.omitted))
    return [
      ReadingText.Row(unit: unit, lead: "    ", content: .sentence(sentence), look: .faint)
    ]
  }

  /// What a header outside the seal says instead, in a row below the one inside.
  private func outsideRow(
    _ header: HeaderField,
    _ unit: ReadingText.Unit
  ) -> [ReadingText.Row] {
    let name = header.name.lowercased()
    guard header.isProtected, let outer = outside.first(where: { $0.name.lowercased() == name })
    else { return [] }
    let sentence = Sentence("reading.outside", .text(outer.value))
    return [
      ReadingText.Row(unit: unit, lead: "    ", content: .sentence(sentence), look: .faint)
    ]
  }

  private var attachmentsSentence: Sentence {
    let attached = parts.filter(\.isAttachment)
    let named = attached.prefix(10)
    let names = named.map(\.name).joined(separator: ", ")
    let more = attached.count - named.count
    return Sentence(
      "reading.attachments",
      .number(attached.count),
      more == 0
        ? .text(names)
        : .sentence(Sentence("reading.attachments.more", .text(names), .number(more)))
    )
  }
}

extension ContentLine {
  /// The text, without the catalog's words around it; `nil` for a line that has none.
  fileprivate var searched: DisplayText? {
    if let block = TextBlock(self) { return block.text }
    switch kind {
    case .rule, .sealBegin, .sealEnd, .uncovered: return nil
    case .label, .detail, .hidden: return DisplayText(text, as: .bodyLine)
    case .text, .quote, .signature, .heading, .preformatted, .colored, .patchAdded, .patchRemoved,
      .patchHunk, .patchHeader, .header, .footnote:
      return DisplayText(text, as: .bodyLine)
    }
  }
}

extension HeaderField {
  fileprivate var text: DisplayText { DisplayText(value, as: .header, maxBytes: 8_192) }
}

extension PartInfo {
  /// The name that the sender gave, or the subject of a message inside the message, or the type.
  var name: String { filename ?? subject ?? type }

  /// The name, or what there is instead, in a few words.
  var shortName: String { name.withinPrompt }

  /// The size with a unit: `12 kB`.
  var sizeText: String { size.inUnits }
}

extension String {
  /// The name of a file, cut in its middle so far that a question which names it leaves room for the
  /// answer.
  var withinPrompt: String { count > 32 ? prefix(20) + "…" + suffix(11) : self }
}

extension Int {
  /// A number of bytes with a unit: `12 kB`.
  var inUnits: String {
    switch self {
    case ..<1_000: "\(self) B"
    case ..<1_000_000: "\((self + 500) / 1_000) kB"
    default: "\(self / 1_000_000).\(self % 1_000_000 / 100_000) MB"
    }
  }
}

/// A paragraph of text, what stands before it, and how it is broken.
struct TextBlock {
  var text: DisplayText
  var lead: DisplayText
  var look: ReadingText.Look
  /// Whether the lead stands before every row, as quote marks do.
  var repeatsLead = false
  var isFixed = false
  /// What of the text leads somewhere.
  var links: [LinkedText] = []
  /// The colours that a program has given it.
  var spans: [ColoredText.Span] = []

  init(_ text: DisplayText, after lead: DisplayText, _ look: ReadingText.Look) {
    (self.text, self.lead, self.look) = (text, lead, look)
  }

  /// Makes the block of a line; `nil` for a line whose words are the catalog's, or that has none.
  init?(_ line: ContentLine) {
    text = DisplayText(line.text, as: .bodyLine)
    lead = DisplayText(line.lead, as: .bodyLine)
    look = .plain
    switch line.kind {
    case .text: break
    case .heading: look = .heading
    case .quote(let level):
      let marks = String(repeating: "> ", count: max(1, min(level, 12)))
      lead = DisplayText(marks, as: .bodyLine) + lead
      look = .quote
      repeatsLead = true
    case .signature, .patchHeader: look = .faint
    case .preformatted: isFixed = true
    case .colored:
      let colored = ColoredText(line.text)
      (text, spans, isFixed) = (colored.text, colored.spans, true)
    case .patchHunk: (look, isFixed) = (.hunk, true)
    case .patchAdded: (look, isFixed) = (.added, true)
    case .patchRemoved: (look, isFixed) = (.removed, true)
    case .header(let name): (lead, look) = (DisplayText("\(name): "), .faint)
    case .footnote(let number): (lead, look) = (DisplayText("[\(number)] "), .faint)
    case .rule, .label, .detail, .hidden, .sealBegin, .sealEnd, .uncovered: return nil
    }
  }

  /// Breaks the text; a lead that is not repeated is left blank before the further rows.
  func rows(_ unit: ReadingText.Unit, _ layout: TextLayout) -> [ReadingText.Row] {
    let lead = lead.prefix(columns: layout.measure / 2)
    if isFixed {
      return [
        ReadingText.Row(
          unit: unit,
          lead: lead,
          content: .text(text),
          look: look,
          isFixed: true,
          links: links,
          spans: spans
        )
      ]
    }
    let indent = repeatsLead ? lead : DisplayText.empty.padded(toColumns: lead.width)
    let isWhole = layout.fits(lead, text)
    var wrapped = text.wrapped(toColumns: isWhole ? text.width : layout.measure - lead.width)
    var rows: [ReadingText.Row] = []
    while let row = wrapped.next() {
      let columns = wrapped.column..<wrapped.column + row.width
      rows.append(
        ReadingText.Row(
          unit: unit,
          lead: rows.isEmpty ? lead : indent,
          content: .text(row),
          look: look,
          links: links.compactMap { $0.within(columns) }
        )
      )
    }
    return rows
  }
}
