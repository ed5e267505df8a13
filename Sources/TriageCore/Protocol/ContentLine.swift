/// A paragraph or line of a message's text.
package struct ContentLine: Hashable, Sendable {
  /// What a line is, which decides how it is drawn.
  package enum Kind: Hashable, Sendable {
    case text
    /// The text is without its quote marks.
    case quote(level: Int)
    case signature
    case heading
    /// Shown as it is, never wrapped.
    case preformatted
    case patchAdded
    case patchRemoved
    case patchHunk
    case patchHeader
    /// A horizontal line; no text.
    case rule
    /// A header field of a message inside this one; the text is its value.
    case header(name: String)
    /// The place of a part; the text is its name, type or subject.
    case label(PartLabel, part: Int)
    /// A fact of a calendar entry or address card; the text is its value.
    case detail(DetailName)
    /// The target of the link with this number.
    case footnote(Int)
    /// What the sender made invisible; it is shown as such.
    case hidden
  }

  /// How the line is drawn.
  package var kind: Kind
  /// The text, not yet sanitised.
  package var text: String
  /// What stands before the first row, a list's mark for instance; further rows begin below the
  /// text, not below this.
  package var lead: String

  /// Makes a line.
  package init(_ kind: Kind, _ text: String, lead: String = "") {
    self.kind = kind
    self.text = text
    self.lead = lead
  }
}

/// What a part is: catalog key `label.<raw value>`.
package enum PartLabel: String, Hashable, Sendable, Codable, CaseIterable {
  case attachment
  case image
  /// A message inside this one; the text is its subject.
  case message
  case calendar
  case contact
  case patch
  case deliveryReport = "delivery-report"
  /// Content that lies elsewhere; it is not fetched.
  case external
  /// A piece of a message sent in pieces; they are not put together.
  case partial
  /// What a signature covers; it was not checked.
  case signed
  /// The signature itself; it was not checked.
  case signature
  case encrypted
}

/// The facts of calendar entries and address cards: catalog key `detail.<raw value>`.
package enum DetailName: String, Hashable, Sendable, Codable, CaseIterable {
  case event
  case task
  case method
  case status
  case starts
  case ends
  case due
  case repeats
  case place
  case organizer
  case attendee
  case description
  case name
  case organization
  case title
  case email
  case telephone
  case address
  case birthday
  case url
  case note
  case attached
}
