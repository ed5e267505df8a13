package import TriageCore

/// A query of a view with where it stands: only the index can judge it.
package struct ViewQuery: Sendable {
  /// The name of the view.
  package var view: String
  /// The query, or what narrows it.
  package var text: String
  /// Where it stands.
  package var position: FilePosition?
}

/// A configuration that was read, and what is wrong with it.
package struct ReadConfig: Sendable {
  /// The settings; those that are wrong in the file are the defaults.
  package var config: Config
  /// What is wrong, in the order of the file; nothing may start with a problem.
  package var problems: [FileProblem]
  /// Where `language` and `catalogs` stand, whose values only their reader can judge.
  package var positions: [String: FilePosition]
  /// The queries of the views of the file.
  package var viewQueries: [ViewQuery]
  /// The whole settings as nodes, for writing them.
  var settings = Table()
}

extension Config {
  /// The settings of a person who has set nothing: the file `default.toml`.
  package static let standard: Config = read(defaultText).config

  /// The file of the defaults, with its comments.
  package static let defaultText = String(decoding: PackageResources.default_toml, as: UTF8.self)

  /// Reads a file's text; what it does not set is as in the defaults.
  package static func read(_ text: String) -> ReadConfig {
    let problems = ProblemList()
    var given = Table()
    do throws(FileProblem) {
      given = try TOMLDocument.read(text)
    } catch {
      problems.add(error)
    }
    // Both are read by the same code: there is no second list of settings or their defaults.
    let standard = (try? TOMLDocument.read(defaultText)) ?? Table()
    let reader = ConfigReader(top: Section(given, over: standard, problems), problems: problems)
    let config = reader.config()
    var settings = standard.overlaid(by: given)
    settings["start"] = Node(value: .string(config.start))
    return ReadConfig(
      config: config,
      problems: problems.sorted,
      positions: reader.positions(of: ["language", "catalogs"]),
      viewQueries: reader.viewQueries,
      settings: settings
    )
  }
}

/// Turns a file's tables into settings.
struct ConfigReader {
  let top: Section
  let problems: ProblemList

  func config() -> Config {
    let themes = problems.within(.screen) { self.themes() }
    let snooze = problems.within(.actions) { self.snooze }
    let actions = problems.within(.actions) { self.actions(snooze) }
    let accounts = problems.within(.writing) { self.accounts }
    let (views, areOwn) = problems.within(.views) {
      self.views(themes: themes, accounts: accounts)
    }
    let names = BindableNames(themes: themes, views: areOwn ? views.withOurs : nil)
    let config = Config(
      language: language,
      catalogs: top.texts("catalogs"),
      theme: problems.within(.screen) { theme(themes) },
      start: problems.within(.views) { start(views, areOwn: areOwn) },
      confirmAbove: problems.within(.confirmation) { top.count("confirm_above") },
      layout: problems.within(.screen) { layout },
      list: problems.within(.screen) { list },
      reading: problems.within(.reading) { reading },
      compose: problems.within(.writing) { compose },
      accounts: accounts,
      terminal: problems.within(.screen) { terminal },
      snooze: snooze,
      rulesFile: problems.within(.actions) { rulesFile },
      sealed: problems.within(.reading) { sealed },
      mouse: problems.within(.screen) { mouse },
      history: problems.within(.history) { history },
      refresh: problems.within(.screen) { refresh },
      poll: problems.within(.sync) { poll },
      sync: problems.within(.sync) { sync },
      notify: problems.within(.screen) { notify },
      engine: problems.within(.screen) { engine },
      actions: actions.table,
      views: views,
      showsSavedQueries: !areOwn,
      keymap: problems.within(.keys) { keymap(actions, names) },
      tagLetters: tagLetters,
      themes: themes
    )
    top.finish()
    return config
  }

  func positions(of names: [String]) -> [String: FilePosition] {
    var positions: [String: FilePosition] = [:]
    for name in names { positions[name] = top.own(name)?.position }
    return positions
  }

  var viewQueries: [ViewQuery] {
    (top.own("view")?.array ?? []).compactMap(\.table).flatMap { view in
      [view["query"], view["on_enter"]?.table?["limit"]].compactMap { node in
        guard let name = view["name"]?.string, let text = node?.string else { return nil }
        return ViewQuery(view: name, text: text, position: node?.position)
      }
    }
  }

  private var language: String? {
    let name = top.text("language")
    return name == "auto" ? nil : name
  }

  private func theme(_ own: [String: ThemeConfig]) -> String {
    let name = top.text("theme")
    check(theme: name, own, at: top.own("theme")?.position)
    return name
  }

  func check(theme: String, _ own: [String: ThemeConfig], at position: FilePosition?) {
    guard !Config.themeNames.contains(theme), own[theme] == nil else { return }
    problems.add(.unknownTheme(theme, own, at: position))
  }

  /// The first of the person's own views, unless another one is named; without views of the
  /// person's own, notmuch's saved queries can be meant too.
  private func start(_ views: [SavedView], areOwn: Bool) -> String {
    let name = top.text("start")
    if areOwn, top.own("start") == nil { return views[0].name }
    if areOwn, let node = top.own("start"), views.withOurs.named(name) == nil {
      problems.add(FileProblem(.unknownView, name, at: node.position))
    }
    return name
  }

  private var rulesFile: String {
    let section = top.section("rules")
    defer { section.finish() }
    return section.text("file")
  }

  private var engine: [String] {
    let section = top.section("engine")
    defer { section.finish() }
    return section.texts("command")
  }
}

extension Table {
  /// The table with what another one has instead, in the order of this one; tables within tables
  /// likewise.
  func overlaid(by other: Table) -> Table {
    var result = self
    let indices = Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first }
    for entry in other.entries {
      guard let index = indices[entry.key] else {
        result.entries.append(entry)
        continue
      }
      if let below = result.entries[index].node.table, let above = entry.node.table {
        result.entries[index].node.value = .table(below.overlaid(by: above))
      } else {
        result.entries[index].node = entry.node
      }
    }
    return result
  }
}
