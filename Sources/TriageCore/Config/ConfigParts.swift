/// `[layout]`.
package struct LayoutConfig: Hashable, Sendable {
  /// When the sidebar is shown.
  package enum Sidebar: String, CaseIterable, Sendable {
    case shown = "true"
    case hidden = "false"
    /// If the window is wide enough.
    case auto
  }

  /// Where the preview is shown.
  package enum Preview: String, CaseIterable, Sendable {
    case off
    case right
    case below
  }

  /// When the sidebar is shown.
  package var sidebar: Sidebar
  /// Where the preview is shown.
  package var preview: Preview

  /// Makes the settings.
  package init(sidebar: Sidebar, preview: Preview) {
    self.sidebar = sidebar
    self.preview = preview
  }
}

/// A column of the list.
package enum ListColumn: String, CaseIterable, Sendable {
  case date
  case authors
  case count
  case subject
  case tags
}

/// `[list]`.
package struct ListConfig: Hashable, Sendable {
  /// What becomes of rows that an action took out of the view.
  package enum Acted: String, CaseIterable, Sendable {
    case keep
    case remove
  }

  /// How dates are written.
  package enum Dates: String, CaseIterable, Sendable {
    case absolute
    /// How long ago they are, of the last days.
    case relative
  }

  /// Which messages of a row an action is about.
  package enum ThreadActions: String, CaseIterable, Sendable {
    case all
    case matched
  }

  /// How often the key that goes back is pressed in the first list to leave the program.
  package enum Quit: String, CaseIterable, Sendable {
    case once
    /// Twice within two seconds: nobody leaves by one key too many.
    case twice
  }

  /// Where threads stand that have come back from a snooze.
  package enum Woken: String, CaseIterable, Sendable {
    /// Before all others, until they are looked at.
    case first
    case byDate = "by-date"
  }

  /// The order of the threads.
  package var sort: SortOrder
  /// How dates are written.
  package var dates: Dates
  /// What is shown of a thread, from left to right.
  package var columns: [ListColumn]
  /// What becomes of rows that an action took out of the view.
  package var acted: Acted
  /// Whether the cursor goes to the next row after what takes a thread away.
  package var advance: Bool
  /// Which messages of a row an action is about.
  package var threadActions: ThreadActions
  /// How often the key that goes back is pressed in the first list to leave the program.
  package var quit: Quit
  /// Where threads stand that have come back from a snooze.
  package var woken: Woken

  /// Makes the settings.
  package init(
    sort: SortOrder,
    dates: Dates,
    columns: [ListColumn],
    acted: Acted,
    advance: Bool,
    threadActions: ThreadActions,
    quit: Quit,
    woken: Woken
  ) {
    self.sort = sort
    self.dates = dates
    self.columns = columns
    self.acted = acted
    self.advance = advance
    self.threadActions = threadActions
    self.quit = quit
    self.woken = woken
  }
}

/// `[reading]`.
package struct ReadingConfig: Hashable, Sendable {
  /// What makes text of HTML.
  package enum HTMLReader: Hashable, Sendable {
    case builtin
    /// A program with its arguments: page in, text out.
    case filter([String])

    /// The program with its arguments; empty for our own way.
    package var arguments: [String] {
      if case .filter(let arguments) = self { arguments } else { [] }
    }
  }

  /// What is shown of pictures.
  package enum Images: String, CaseIterable, Sendable {
    /// Their names.
    case off
    /// Cells in two colours each.
    case symbols
  }

  /// How long a message is shown until it counts as read; `nil` for never.
  package var markReadAfter: Duration?
  /// What makes text of HTML.
  package var html: HTMLReader
  /// The program that opens files and links, with its arguments, the file's name comes last; empty
  /// for what the mailcap files say of a type, or else the system's.
  package var opener: [String]
  /// The program that shows a page, with its arguments; empty for the opener.
  package var browser: [String]
  /// What is shown of pictures.
  package var images: Images

  /// Makes the settings.
  package init(
    markReadAfter: Duration?,
    html: HTMLReader,
    opener: [String],
    browser: [String] = [],
    images: Images = .off
  ) {
    self.markReadAfter = markReadAfter
    self.html = html
    self.opener = opener
    self.browser = browser
    self.images = images
  }
}

/// `[terminal]`.
package struct TerminalConfig: Hashable, Sendable {
  /// The program that a text to be copied is given to, with its arguments; empty for the terminal's
  /// own clipboard.
  package var copy: [String]
  /// Whether the window's title says what is shown.
  package var title: Bool
  /// Whether links are sent that the terminal opens; `nil` if it is likely to know of them.
  package var hyperlinks: Bool?

  /// Makes the settings.
  package init(copy: [String], title: Bool, hyperlinks: Bool?) {
    self.copy = copy
    self.title = title
    self.hyperlinks = hyperlinks
  }
}

/// `[poll]`.
package struct PollConfig: Hashable, Sendable {
  /// The program that fetches mail, with its arguments; empty if there is none.
  package var command: [String]
  /// How long after one time it is run again by itself; `nil` for never.
  package var every: Duration?

  /// Makes the settings.
  package init(command: [String], every: Duration?) {
    self.command = command
    self.every = every
  }
}

/// `[notify]`: how new mail is told of beside the status line.
package enum NewMailNotice: Hashable, Sendable {
  case nothing
  /// The terminal rings.
  case bell
  /// The terminal tells of it beside its screen.
  case terminal
  /// A program with its arguments is run, which gets the sentence as one more.
  case program([String])
}

/// `[sealed]`.
package struct SealedConfig: Hashable, Sendable {
  /// Whether signatures are checked, and what is decrypted when.
  package var options: SealOptions
  /// How long decrypted text is kept in memory after its message was left.
  package var keeps: Duration

  /// Makes the settings.
  package init(options: SealOptions, keeps: Duration) {
    self.options = options
    self.keeps = keeps
  }
}

/// `[mouse]`.
package struct MouseConfig: Hashable, Sendable {
  /// Whether the terminal reports the pointer.
  package var isEnabled: Bool
  /// Whether shaking the pointer asks what to undo.
  package var shake: Bool

  /// Makes the settings.
  package init(isEnabled: Bool, shake: Bool) {
    self.isEnabled = isEnabled
    self.shake = shake
  }
}

/// `[history]`: what is older, or more, is dropped.
package struct HistoryConfig: Hashable, Sendable {
  /// Days that a group is kept.
  package var keepDays: Int
  /// Groups that are kept.
  package var keepGroups: Int
  /// Mebibytes that the journal may have.
  package var keepMebibytes: Int

  /// Makes the settings.
  package init(keepDays: Int, keepGroups: Int, keepMebibytes: Int) {
    self.keepDays = keepDays
    self.keepGroups = keepGroups
    self.keepMebibytes = keepMebibytes
  }
}

/// A `[themes.NAME]`: what it draws in another way than the theme it is based on.
package struct ThemeConfig: Hashable, Sendable {
  /// The name of a theme of the program.
  package var base: String
  /// How parts of the screen look, by the part's name.
  package var styles: [String: StyleConfig]

  /// Makes a theme.
  package init(base: String, styles: [String: StyleConfig]) {
    self.base = base
    self.styles = styles
  }
}

/// How one part of the screen looks; what is `nil` stays as in the theme below.
package struct StyleConfig: Hashable, Sendable {
  /// The colour of the text.
  package var foreground: ColorConfig?
  /// The colour behind the text.
  package var background: ColorConfig?
  /// Attributes that are on or off.
  package var attributes: [StyleAttribute: Bool]
  /// What is shown in the place of a tag's name; only tags have one.
  package var glyph: String?

  /// Makes a style.
  package init(
    foreground: ColorConfig? = nil,
    background: ColorConfig? = nil,
    attributes: [StyleAttribute: Bool] = [:],
    glyph: String? = nil
  ) {
    self.glyph = glyph
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// What a terminal can do to text besides colours; the raw value is the key of the configuration.
package enum StyleAttribute: String, CaseIterable, Sendable {
  case bold
  case dim
  case italic
  case underline
  case reverse
  case strike
}

/// A colour as a person writes it.
package enum ColorConfig: Hashable, Sendable {
  /// The terminal's own.
  case `default`
  /// One of the palette, 0 to 255; the sixteen names are 0 to 15.
  case indexed(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The names of the first sixteen colours, in their order.
  package static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black",
    "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
  ]

  /// Reads a name, a number of the palette or `#rrggbb`; `nil` if it is none of them.
  package init?(_ text: String) {
    if text == "default" {
      self = .default
    } else if let index = Self.names.firstIndex(of: text) {
      self = .indexed(UInt8(index))
    } else if let number = UInt8(text) {
      self = .indexed(number)
    } else {
      let digits = text.utf8.dropFirst()
      guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
        let number = UInt32(String(Substring(digits)), radix: 16)
      else { return nil }
      self = .rgb(
        red: UInt8(number >> 16),
        green: UInt8(number >> 8 & 0xFF),
        blue: UInt8(number & 0xFF)
      )
    }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { Character(Unicode.Scalar(self)).isHexDigit }
}
