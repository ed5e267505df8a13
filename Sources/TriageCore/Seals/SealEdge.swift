/// Where the region of a seal begins or ends among the lines of a message.
package enum SealEdge: Hashable, Sendable {
  /// The region of the seal with this index begins.
  case begin(Int)
  /// It ends.
  case end(Int)
}

extension ContentLine.Kind {
  /// Which edge of a region the line is; `nil` for a line of any other kind.
  package var sealEdge: SealEdge? {
    switch self {
    case .sealBegin(let index): .begin(index)
    case .sealEnd(let index): .end(index)
    case .text, .quote, .signature, .heading, .preformatted, .colored, .patchAdded, .patchRemoved,
      .patchHunk, .patchHeader, .rule, .header, .label, .detail, .footnote, .hidden, .uncovered:
      nil
    }
  }
}
