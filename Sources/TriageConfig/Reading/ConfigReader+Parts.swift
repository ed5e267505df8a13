import TriageCore

extension ConfigReader {
  var layout: LayoutConfig {
    let section = top.section("layout")
    defer { section.finish() }
    return LayoutConfig(
      sidebar: section.value("sidebar", .form("true, false, \"auto\"")) { node in
        if let isShown = node.bool { return isShown ? .shown : .hidden }
        return node.string == "auto" ? .auto : nil
      },
      preview: section.word("preview")
    )
  }

  var list: ListConfig {
    let section = top.section("list")
    defer { section.finish() }
    return ListConfig(
      sort: section.word("sort"),
      dates: section.word("date"),
      columns: section.columns("columns"),
      acted: section.word("acted"),
      advance: section.bool("advance"),
      threadActions: section.word("thread_actions"),
      quit: section.word("quit"),
      woken: section.word("woken")
    )
  }

  var reading: ReadingConfig {
    let section = top.section("reading")
    defer { section.finish() }
    return ReadingConfig(
      markReadAfter: section.value("mark_read_after", .form("0, 2.5, …, -1")) { node in
        switch node.number {
        case let seconds? where seconds >= 0 && seconds < 1_000_000: .some(.seconds(seconds))
        case -1: .some(nil)
        default: nil
        }
      },
      html: section.value("html", .form("\"builtin\", [\"PROGRAM\", …]")) { node in
        if node.string == "builtin" { return .builtin }
        return node.program.map { .filter($0) }
      },
      opener: section.value("opener", .texts, \.optionalProgram),
      browser: section.value("browser", .texts, \.optionalProgram),
      images: section.word("images")
    )
  }

  var terminal: TerminalConfig {
    let section = top.section("terminal")
    defer { section.finish() }
    return TerminalConfig(
      copy: section.value("copy", .texts, \.optionalProgram),
      title: section.bool("title"),
      hyperlinks: section.value("hyperlinks", .form("true, false, \"auto\"")) { node -> Bool?? in
        node.string == "auto" ? .some(nil) : node.bool.map { .some($0) }
      }
    )
  }

  var poll: PollConfig {
    let section = top.section("poll")
    defer { section.finish() }
    let seconds = section.count("every")
    return PollConfig(
      command: section.texts("command"),
      every: seconds == 0 ? nil : .seconds(seconds)
    )
  }

  var notify: NewMailNotice {
    let section = top.section("notify")
    defer { section.finish() }
    let forms = "\"none\", \"bell\", \"osc\", [\"PROGRAM\", …]"
    return section.value("new", .form(forms)) { node in
      switch node.string {
      case "none": .nothing
      case "bell": .bell
      case "osc": .terminal
      default: node.program.map { .program($0) }
      }
    }
  }

  var sealed: SealedConfig {
    let section = top.section("sealed")
    defer { section.finish() }
    return SealedConfig(
      options: SealOptions(verify: section.bool("verify"), decrypt: section.word("decrypt")),
      keeps: .seconds(60 * section.count("keep_minutes"))
    )
  }

  var snooze: SnoozeConfig {
    let section = top.section("snooze")
    defer { section.finish() }
    func time(_ name: String) -> DayTime {
      section.value(name, .form("\"0:00\" … \"23:59\"")) { $0.string.flatMap { DayTime($0) } }
    }
    func weekday(_ name: String) -> Int {
      let words = SnoozePhrase.weekdays
      return section.value(name, .form("\"mon\" … \"sun\"")) { $0.string.flatMap(words.firstIndex) }
    }
    return SnoozeConfig(
      morning: time("morning"),
      evening: time("evening"),
      dayBegins: time("day_begins"),
      weekend: weekday("weekend"),
      week: weekday("week"),
      unread: section.bool("unread"),
      newMail: section.word("new_mail"),
      presets: section.value("presets", .presets, \.snoozeChoices)
    )
  }

  var mouse: MouseConfig {
    let section = top.section("mouse")
    defer { section.finish() }
    return MouseConfig(isEnabled: section.bool("enabled"), shake: section.bool("shake"))
  }

  var history: HistoryConfig {
    let section = top.section("history")
    defer { section.finish() }
    return HistoryConfig(
      keepDays: section.count("keep_days"),
      keepGroups: section.count("keep_groups"),
      keepMebibytes: section.count("keep_mib")
    )
  }

  var refresh: Duration? {
    let section = top.section("refresh")
    defer { section.finish() }
    let seconds = section.value("seconds", .number) { node in
      node.number.flatMap { $0 >= 0 && $0 < 1_000_000 ? $0 : nil }
    }
    return seconds == 0 ? nil : .seconds(seconds)
  }
}

extension ConfigReader {
  /// The views, and whether they are the person's own: those that follow the views of the defaults
  /// only add to them.
  func views(
    themes: [String: ThemeConfig],
    accounts: [MailAccount]
  ) -> (views: [SavedView], areOwn: Bool) {
    let own = top.sections("view")?.compactMap { view($0, themes, accounts) } ?? []
    for (index, view) in own.enumerated()
    where own[..<index].contains(where: { $0.name == view.name }) {
      problems.add(FileProblem(.duplicate, view.name, at: top.own("view")?.array?[index].position))
    }
    let standard = top.standardSections("view").compactMap { view($0, themes, accounts) }
    if own.isEmpty { return (standard, false) }
    return (own, !own.starts(with: standard))
  }

  private func view(
    _ section: Section,
    _ themes: [String: ThemeConfig],
    _ accounts: [MailAccount]
  ) -> SavedView? {
    defer { section.finish() }
    let name = section.required("name", .text) { $0.filledText }
    let query = section.required("query", .text) { $0.filledText }
    let tree = section.optional("tree", .bool, \.bool)
    var effects = effects(section.section("on_enter"), themes)
    effects.tree = effects.tree ?? tree
    let account = problems.within(.writing) {
      section.optional("account", .account(of: accounts)) { node in
        accounts.first { $0.name == node.string }?.name
      }
    }
    guard let name, let query else { return nil }
    var view = SavedView(name: name, query: query, onEnter: effects)
    view.account = account
    return view
  }

  private func effects(_ section: Section, _ themes: [String: ThemeConfig]) -> ViewEffects {
    defer { section.finish() }
    var effects = ViewEffects()
    effects.sort = section.optionalWord("sort")
    effects.limit = section.optional("limit", .text) { $0.filledText }
    effects.preview = section.optionalWord("preview")
    effects.columns = section.optionalColumns("columns")
    effects.theme = section.optional("theme", .text, \.string)
    effects.tree = section.optional("tree", .bool, \.bool)
    if let theme = effects.theme { check(theme: theme, themes, at: section.own("theme")?.position) }
    return effects
  }
}

extension Node {
  /// Times to choose from, each with a key of its own.
  fileprivate var snoozeChoices: [SnoozeChoice]? {
    guard let nodes = array else { return nil }
    let choices = nodes.compactMap(\.snoozeChoice)
    return choices.count == nodes.count && Set(choices.map(\.key)).count == nodes.count
      ? choices : nil
  }

  private var snoozeChoice: SnoozeChoice? {
    if let name = string { return SnoozePreset(rawValue: name).flatMap { SnoozeChoice($0) } }
    guard let table, let key = table["key"]?.string, key.count == 1, let letter = key.first,
      letter.isLetter, let phrase = table["when"]?.string.flatMap({ SnoozePhrase($0) })
    else { return nil }
    return SnoozeChoice(key: letter, phrase: phrase)
  }
}

extension Expected {
  /// The name of one of these accounts.
  fileprivate static func account(of accounts: [MailAccount]) -> Expected {
    accounts.isEmpty ? .form("[[account]]") : .words(accounts.map(\.name))
  }
  fileprivate static var presets: Expected {
    .form("[\"tomorrow\", { key = \"f\", when = \"fri 14:00\" }, …]")
  }
  fileprivate static var columns: Expected {
    .form("[" + ListColumn.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") + "]")
  }
}

extension Section {
  /// Columns of the list; a word that is none of them is named.
  fileprivate func optionalColumns(_ name: String) -> [ListColumn]? {
    guard let wrong = own(name)?.wrongColumn else {
      return optional(name, .columns, \.columns)
    }
    let words = Expected.words(ListColumn.allCases.map(\.rawValue))
    problems.add(FileProblem(.unknownWord, wrong.string ?? "", words.text, at: wrong.position))
    return nil
  }

  fileprivate func columns(_ name: String) -> [ListColumn] {
    guard own(name)?.wrongColumn != nil else { return value(name, .columns, \.columns) }
    return optionalColumns(name) ?? Config.standard.list.columns
  }
}

extension Node {
  /// The first of some columns that is none.
  fileprivate var wrongColumn: Node? {
    guard strings != nil else { return nil }
    return array?.first { $0.string.flatMap(ListColumn.init) == nil }
  }

  /// A text that is not empty.
  var filledText: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// A program with its arguments.
  fileprivate var program: [String]? {
    strings.flatMap { $0.first?.isEmpty ?? true ? nil : $0 }
  }

  /// A program with its arguments, or none.
  var optionalProgram: [String]? { strings == [] ? [] : program }

  /// Columns of the list, each at most once, at least one.
  fileprivate var columns: [ListColumn]? {
    guard let strings, !strings.isEmpty else { return nil }
    let columns = strings.compactMap(ListColumn.init)
    return Set(columns).count == strings.count ? columns : nil
  }
}

extension ConfigReader {
  /// `[themes.NAME]`.
  func themes() -> [String: ThemeConfig] {
    let all = top.section("themes")
    var themes: [String: ThemeConfig] = [:]
    for entry in all.entries {
      if Config.themeNames.contains(entry.key) {
        problems.add(FileProblem(.duplicate, entry.key, at: entry.position))
      }
      themes[entry.key] = theme(all.section(entry.key))
    }
    return themes
  }

  private func theme(_ section: Section) -> ThemeConfig {
    let bases = Config.themeNames.filter { $0 != "auto" }
    let base = section.optional("base", .words(bases)) { node in
      node.string.flatMap { bases.contains($0) ? $0 : nil }
    }
    let parts = ThemePart.allCases.map(\.rawValue)
    let tags = section.entries.map(\.key).filter { $0.hasPrefix(ThemePart.tagPrefix) }
    var styles: [String: StyleConfig] = [:]
    for name in parts + tags where section.own(name) != nil {
      styles[name] = style(section.section(name), isTag: tags.contains(name))
    }
    section.finish()
    return ThemeConfig(base: base ?? "dark", styles: styles)
  }

  private func style(_ section: Section, isTag: Bool) -> StyleConfig {
    defer { section.finish() }
    var attributes: [StyleAttribute: Bool] = [:]
    for attribute in StyleAttribute.allCases {
      attributes[attribute] = section.optional(attribute.rawValue, .bool, \.bool)
    }
    return StyleConfig(
      foreground: section.optional("fg", .color) { $0.color },
      background: section.optional("bg", .color) { $0.color },
      attributes: attributes,
      glyph: isTag ? section.optional("glyph", .text) { $0.string } : nil
    )
  }
}

extension Expected {
  fileprivate static var color: Expected { .form("\"red\", 0 … 255, \"#rrggbb\", \"default\"") }
}

extension Node {
  fileprivate var color: ColorConfig? {
    integer.map { ColorConfig(String($0)) } ?? string.flatMap { ColorConfig($0) }
  }
}
