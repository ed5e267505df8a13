extension EntryCheck {
  /// Compares what a translation does with its arguments with what the original does.
  func agreement(of localization: Localization, _ language: LanguageTag) -> [Finding] {
    guard let originalUse, language != source,
      let sentence = SentenceCompiler.sentence(localization, in: language)
    else { return [] }
    let use = SentenceUse(sentence)
    let offset = localization.units.first?.unit.offset ?? entry.offset
    if isReordered(localization, use.all, originalUse.all) {
      return [Finding(code: .reorderedWithoutPositions, offset: offset)]
    }
    return unknown(use, originalUse, offset) + unused(use, originalUse, offset)
  }

  private func unknown(_ use: SentenceUse, _ original: SentenceUse, _ offset: Int) -> [Finding] {
    use.all.sorted { $0.key < $1.key }.compactMap { argument, kind in
      let wanted = original.all[argument]
      guard wanted != kind else { return nil }
      let code: CatalogProblem.Code = wanted == nil ? .unknownArgument : .wrongArgumentKind
      return Finding(code: code, offset: offset, detail: kind.placeholder(argument))
    }
  }

  private func unused(_ use: SentenceUse, _ original: SentenceUse, _ offset: Int) -> [Finding] {
    original.written.sorted { $0.key < $1.key }.compactMap { argument, kind in
      guard use.all[argument] == nil else { return nil }
      return Finding(code: .missingArgument, offset: offset, detail: kind.placeholder(argument))
    }
  }

  /// Says whether the placeholders are the original's in another order, which only positions could
  /// tell apart.
  private func isReordered(
    _ localization: Localization,
    _ kinds: [Int: ArgumentKind],
    _ original: [Int: ArgumentKind]
  ) -> Bool {
    let hasPositions = localization.units.contains { _, unit in
      FormatText(unit.value).pieces.contains { piece in
        if case .argument(_, let position?) = piece { position > 0 } else { false }
      }
    }
    guard !hasPositions, localization.substitutions.isEmpty, kinds != original else { return false }
    let counted = { (kinds: [Int: ArgumentKind]) in Dictionary(grouping: kinds.values) { $0 } }
    return kinds.keys == original.keys && counted(kinds) == counted(original)
  }
}
