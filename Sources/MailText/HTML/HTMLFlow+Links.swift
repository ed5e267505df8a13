import TriageCore

extension HTMLFlow {
  /// A link whose words are being read.
  struct OpenLink {
    var target: LinkTarget
    var words = HTMLLine()
    var hasImage = false
    /// The frame it began in, and how many lines that had.
    var frame: Int
    var count: Int
  }

  func beginLink(_ attributes: HTMLAttributes) {
    guard link == nil, let address = attributes["href"],
      let target = LinkTarget(address, base: base)
    else { return }
    beginLink(to: target)
  }

  func beginLink(to target: LinkTarget) {
    guard !style.isHidden, !style.isSkipped, !builder.isFull else { return }
    let frame = frames.count - 1
    link = OpenLink(target: target, frame: frame, count: frames[frame].count)
  }

  /// Puts a link's number behind its words; a picture without words is called by its host.
  func endLink() {
    guard let open = link else { return }
    defer { finishLink() }
    let words = open.words.text
    guard words.isEmpty else { return endLink(open, words: words, isPicture: false) }
    if open.hasImage {
      text(open.target.host)
      endLink(open, words: open.target.host, isPicture: true)
    } else if !style.isInvisible {
      orphan = open.target
    }
  }

  private func endLink(_ open: OpenLink, words: String, isPicture: Bool) {
    guard let number = builder.link(to: open.target, words: words) else { return }
    if isPicture {
      placeholders[number] = "\(words)[\(number)]"
    } else {
      worded.insert(number)
      builder.rename(number, to: words)
    }
    if Self.isSame(words, open.target.address) { return }
    let isMisleading = open.target.isContradicted(by: words)
    attach(isMisleading ? "[\(number) \(open.target.host)]" : "[\(number)]", for: open)
  }

  /// The lines of pictures whose links other words have too.
  var idleLines: Set<String> {
    Set(worded.compactMap { placeholders[$0] })
  }

  /// Gives up the link and lets go of the lines that waited for its number.
  func finishLink() {
    link = nil
    for line in frames[0].lines { builder.add(line) }
    frames[0].lines = []
  }

  /// Whether words are the address itself.
  private static func isSame(_ words: String, _ address: String) -> Bool {
    func bare(_ text: String) -> Substring {
      let text = text.hasPrefix("mailto:") ? text.dropFirst(7) : text[...]
      return text.hasSuffix("/") ? text.dropLast() : text
    }
    return bare(words) == bare(address)
  }

  private func attach(_ mark: String, for open: OpenLink) {
    let top = frames.count - 1
    if !line.isEmpty {
      line.attach(mark)
    } else if open.frame == top, frames[top].count > open.count, let last = lastLine(in: top) {
      frames[top].lines[last].text += mark
    } else {
      text(mark)
    }
  }

  /// The last line of a frame that has words in it.
  private func lastLine(in frame: Int) -> Int? {
    frames[frame].lines.lastIndex { !$0.text.isEmpty && $0.kind != .hidden }
  }
}
