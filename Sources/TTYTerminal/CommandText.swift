import Screen

/// A clean text within a command of the operating system (OSC): bounded, of one piece, and without
/// what would end the command or part it.
private struct CommandText {
  let text: String

  /// The most bytes: GNU screen takes 768 of a command.
  private static let most = 300

  init(_ text: DisplayText, isUTF8: Bool) {
    let shown = isUTF8 ? text : text.ascii
    // Clean already, and cut between clusters.
    self.text = DisplayText(shown.withoutIsolates, maxBytes: Self.most).text
  }
}

/// The title of a window (OSC 2).
struct WindowTitle: Equatable {
  let sequence: [UInt8]

  init(_ text: DisplayText, isUTF8: Bool) {
    let title = CommandText(text, isUTF8: isUTF8).text
    sequence = Array("\u{1B}]2;\(title)\u{1B}\\".utf8)
  }
}

/// What a terminal is to tell of beside its screen: OSC 9 and OSC 777, since each knows one of them.
struct TerminalNotice {
  let sequence: [UInt8]

  init(_ text: DisplayText, isUTF8: Bool) {
    // Semicolons would part the text, and a number at the beginning be taken for a command.
    let notice = CommandText(text, isUTF8: isUTF8).text.replacing(";", with: ",")
    let name = "Mulligan"
    sequence = Array(
      "\u{1B}]9;\(name): \(notice)\u{1B}\\\u{1B}]777;notify;\(name);\(notice)\u{1B}\\".utf8
    )
  }
}
