package import TriageCore

/// Something to be done with the bytes of a part, by the program outside the state.
package struct PartTask: Hashable, Sendable {
  /// What is done with the bytes.
  package enum Goal: Hashable, Sendable {
    /// Save them in a folder, or as a file, as a person has typed it.
    case save(path: String)
    /// Show them with the program that is for them.
    case open
    /// Show them as a page in the configured browser, within a page of ours.
    case browse
    /// Give them to a program as its input, and the terminal with them.
    case pipe([String])
    /// Show what a program prints of them, which is told how many columns there are.
    case text(columns: Int)
  }

  /// The message.
  package var message: MessageID
  /// The part.
  package var part: PartReference
  /// The name the sender gave: never a path to write to.
  package var filename: String?
  /// The part's type.
  package var type: String
  /// The parameters of the type, as the sender gave them.
  package var parameters: [String: String]
  /// Whether the part came encrypted.
  package var wasEncrypted: Bool
  /// How what is sealed was opened when the part was named.
  package var seals: SealOptions
  /// What is done.
  package var goal: Goal
  /// The request that the bytes come as replies to.
  package var request: RequestID

  /// Makes a task.
  package init(
    _ goal: Goal,
    _ part: PartInfo,
    of message: MessageID,
    seals: SealOptions,
    for request: RequestID
  ) {
    self.message = message
    self.part = part.reference
    filename = part.filename
    type = part.type
    parameters = part.parameters
    wasEncrypted = part.wasEncrypted
    self.seals = seals
    self.goal = goal
    self.request = request
  }
}

/// What came of showing a part as text by a program.
package enum PartShown: Sendable {
  /// What the program has printed, with its colours, and whether there was more.
  case text(String, by: String, isCut: Bool)
  /// There is none for its type; or one that would need a shell, which is said.
  case noProgram(Sentence?)
  /// Why there is no text.
  case failed(Sentence)
}
