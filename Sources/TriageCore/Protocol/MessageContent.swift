/// How a message is to be rendered.
package struct MessageOptions: Hashable, Sendable, Codable {
  /// Show the file as it is.
  package var raw: Bool
  /// Which alternative of a `multipart/alternative` to show: 0 the preferred one, 1 the next; it
  /// counts round.
  package var alternative: Int
  /// Which of several different messages with the same id to show, from 0.
  package var copy = 0
  /// The width that pages are laid out for; nothing else depends on it.
  package var columns: Int
  /// The program that makes text of pages, with its arguments; empty for our own way.
  ///
  /// It travels with the request, so that the settings of the one who reads count.
  package var filter: [String]
  /// The only part to show, as text if it can be shown so; `nil` for the message as it is read.
  package var part: PartReference?
  /// Whether pictures are drawn in cells, and not only named.
  package var drawsPictures: Bool
  /// What is done with what is signed or encrypted.
  package var seals: SealOptions
  /// Whether the screen lacks other texts too, and will ask for the next one at once: what is sealed is
  /// tried after those.
  package var leadsOthers = false

  /// Makes options.
  package init(
    raw: Bool = false,
    alternative: Int = 0,
    columns: Int = 80,
    filter: [String] = [],
    part: PartReference? = nil,
    drawsPictures: Bool = false,
    seals: SealOptions = SealOptions()
  ) {
    self.raw = raw
    self.alternative = alternative
    self.columns = columns
    self.filter = filter
    self.part = part
    self.drawsPictures = drawsPictures
    self.seals = seals
  }

  /// Chooses what comes after a text that is shown: its next alternative, then the next message of its
  /// id.
  package mutating func showNext(after content: MessageContent?) {
    raw = false
    alternative += 1
    guard let content, content.copies > 1 else { return }
    guard alternative >= content.alternatives.count else { return }
    alternative = 0
    copy = (copy + 1) % content.copies
  }

  /// Whether a message is rendered with these as with others.
  package func isSame(as other: MessageOptions) -> Bool {
    var other = other
    other.leadsOthers = leadsOthers
    return self == other
  }
}

/// A message as text: not yet wrapped to any width, not yet sanitised.
package struct MessageContent: Hashable, Sendable, Codable {
  /// Its Message-ID.
  package var id: MessageID
  /// The header fields to show, decoded, in order: short ones first.
  package var headers: [HeaderField]
  /// The text, line by line.
  package var lines: [ContentLine]
  /// The parts in the order of their numbers, containers included.
  package var parts: [PartInfo]
  /// The MIME type the text was made from; `nil` if there was none.
  package var bodyType: String?
  /// The types that `MessageOptions.alternative` chooses from, the preferred one first; empty if
  /// there is no choice.
  package var alternatives: [String]
  /// The targets in the text that may be opened, numbered from 1 in their order.
  package var links: [ContentLink]
  /// How many more targets the text has than `links` names.
  package var omittedLinks: Int
  /// What was cut or guessed; shown before the text.
  package var notices: [ContentNotice]
  /// The width that pages were laid out for; `nil` if there is none among the lines.
  package var columns: Int?
  /// What is sealed in the message, in the order of the regions.
  package var seals: [Seal]
  /// The header fields outside that differ from those inside the seal, which are shown instead.
  package var outside: [HeaderField]
  /// When it was written, if that stands inside the seal.
  package var sealedDate: Timestamp?

  /// Makes a content.
  package init(
    id: MessageID,
    headers: [HeaderField],
    lines: [ContentLine],
    parts: [PartInfo] = [],
    bodyType: String? = nil,
    alternatives: [String] = [],
    links: [ContentLink] = [],
    omittedLinks: Int = 0,
    notices: [ContentNotice] = [],
    columns: Int? = nil,
    seals: [Seal] = [],
    outside: [HeaderField] = [],
    sealedDate: Timestamp? = nil
  ) {
    self.id = id
    self.headers = headers
    self.lines = lines
    self.parts = parts
    self.bodyType = bodyType
    self.alternatives = alternatives
    self.links = links
    self.omittedLinks = omittedLinks
    self.notices = notices
    self.columns = columns
    self.seals = seals
    self.outside = outside
    self.sealedDate = sealedDate
  }

  /// Whether something of the message is missing from this content: JSON's `truncated`.
  package var isCut: Bool {
    notices.contains(where: \.isCut) || headers.contains { $0.omitted > 0 }
  }

  /// How many different messages have its id.
  package var copies: Int {
    for case .copies(_, let count) in notices { return count }
    return 1
  }

  /// Returns the first field of this name, whatever its case.
  package func header(_ name: String) -> HeaderField? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }
  }
}

/// One decoded header field.
package struct HeaderField: Hashable, Sendable, Codable {
  /// The name of the field.
  package var name: String
  /// The whole value in one line; of an address field, `addresses` joined by commas.
  package var value: String
  /// Whether the short form of the headers has it.
  package var isShort: Bool
  /// The mailboxes of an address field, each with its true address; empty for other fields.
  package var addresses: [String]
  /// How many more mailboxes the field has than `addresses` names.
  package var omitted: Int
  /// Whether it stands inside the seal: the one outside is not shown.
  package var isProtected: Bool

  /// Makes a field.
  package init(
    name: String,
    value: String,
    isShort: Bool,
    addresses: [String] = [],
    omitted: Int = 0,
    isProtected: Bool = false
  ) {
    self.name = name
    self.value = value
    self.isShort = isShort
    self.addresses = addresses
    self.omitted = omitted
    self.isProtected = isProtected
  }

  /// The names, in small letters, of the fields that say who gets a copy without the others knowing.
  package static let blindCopies: Set = ["bcc", "resent-bcc"]
  /// Whether it says who gets a copy without the others knowing.
  package var namesBlindCopies: Bool { Self.blindCopies.contains(name.asciiLowercased) }
}

/// One part of a message's structure.
package struct PartInfo: Hashable, Sendable, Codable {
  /// notmuch's number of the part.
  package var number: Int
  /// The way to it through what is sealed.
  package var way: String?
  /// The type in lower case: `text/plain`.
  package var type: String
  /// The name the sender gave, decoded and otherwise as it came: never a path to write to.
  package var filename: String?
  /// Another name that the same part bears, if its headers disagree.
  package var otherFilename: String?
  /// Decoded bytes, of a message inside the message those it is saved with; 0 for containers, about
  /// right for a part that was cut.
  package var size: Int
  /// Whether it is offered for saving rather than shown in the text.
  package var isAttachment: Bool
  /// Whether the text shows what is in it; it may be offered for saving all the same.
  package var isShown: Bool
  /// Whether it is a message that was read as one, with parts of its own.
  package var isMessage: Bool
  /// The subject of a message inside the message, decoded and otherwise as it came.
  package var subject: String?
  /// How many containers it lies in.
  package var depth: Int
  /// The parameters of its type that are short, but for its name and its boundary; names in lower
  /// case, values as they came.
  package var parameters: [String: String]
  /// The number of the innermost seal that it lies in; `nil` if it lies in none.
  package var seal: Int?
  /// Whether it came encrypted: what is made of it in the clear is said to be so.
  package var wasEncrypted: Bool

  /// Makes the record of one part.
  package init(
    number: Int,
    way: String? = nil,
    type: String,
    filename: String?,
    otherFilename: String? = nil,
    size: Int,
    isAttachment: Bool,
    isShown: Bool = false,
    isMessage: Bool = false,
    subject: String? = nil,
    depth: Int = 0,
    parameters: [String: String] = [:],
    seal: Int? = nil,
    wasEncrypted: Bool = false
  ) {
    self.number = number
    self.way = way
    self.type = type
    self.filename = filename
    self.otherFilename = otherFilename
    self.size = size
    self.isAttachment = isAttachment
    self.isShown = isShown
    self.isMessage = isMessage
    self.subject = subject
    self.depth = depth
    self.parameters = parameters
    self.seal = seal
    self.wasEncrypted = wasEncrypted
  }
}

/// A target in the text that may be opened: http, https or mailto.
package struct ContentLink: Hashable, Sendable, Codable {
  /// The number that stands in the text as `[1]` and before its footnote.
  package var number: Int
  /// The words of the link; the target itself if it had none.
  package var text: String
  /// Where the link leads.
  package var target: String
  /// The host, or the mail address, that the target really leads to, in ASCII.
  package var host: String
  /// Whether the words name another host than the target's.
  package var isMisleading: Bool

  /// Makes a link.
  package init(number: Int, text: String, target: String, host: String, isMisleading: Bool) {
    self.number = number
    self.text = text
    self.target = target
    self.host = host
    self.isMisleading = isMisleading
  }
}

/// What a reader should know of how the text was made.
package enum ContentNotice: Hashable, Sendable, Codable {
  /// None of the message's files is there.
  case fileMissing
  /// What stands in the file's place is a directory, a pipe or the like.
  case notAFile
  /// The file cannot be read: the number is that of the system's error.
  case fileUnreadable(Int32)
  /// The file is no mail; it is shown as it is.
  case notMail
  /// Header fields are missing, so many of them whole; some are not whole.
  case headersCut(omitted: Int)
  case bodyCut
  /// So many parts are missing, those that are nested in them not counted.
  case partsCut(omitted: Int)
  case depthCut
  /// The declared character set was missing or did not fit; this one was taken.
  case charsetGuessed(String)
  /// The declared character set (the first) is none we read; the second was taken.
  case charsetRefused(String, String)
  case encrypted
  case signatureNotChecked
  /// There are other alternatives than this one.
  case alternativeShown(String)
  /// So many different messages have this id; which of them is shown, from 1.
  case copies(shown: Int, of: Int)
  /// A signed part carries another subject than the message.
  case subjectDiffers(String)
  /// The program that was to make text of a page is missing, failed or took too much.
  case filterFailed(String)
  /// The program that draws pictures is missing, failed or took too much: some are only named.
  case pictureFailed(String)
  /// This program made the text.
  case shownBy(String)

  /// Whether it says that something is missing.
  package var isCut: Bool {
    switch self {
    case .headersCut, .bodyCut, .partsCut, .depthCut: true
    case .fileMissing, .notAFile, .fileUnreadable, .notMail, .charsetGuessed, .charsetRefused,
      .encrypted, .signatureNotChecked, .alternativeShown, .copies, .subjectDiffers,
      .filterFailed, .pictureFailed, .shownBy:
      false
    }
  }

  /// The catalog key is `notice.` and this.
  package var key: String {
    switch self {
    case .fileMissing: "file-missing"
    case .notAFile: "not-a-file"
    case .fileUnreadable: "file-unreadable"
    case .notMail: "not-mail"
    case .headersCut(omitted: 0): "headers-cut"
    case .headersCut: "headers-omitted"
    case .bodyCut: "body-cut"
    case .partsCut: "parts-cut"
    case .depthCut: "depth-cut"
    case .charsetGuessed: "charset-guessed"
    case .charsetRefused: "charset-refused"
    case .encrypted: "encrypted"
    case .signatureNotChecked: "signature-not-checked"
    case .alternativeShown: "alternative-shown"
    case .copies: "copies"
    case .subjectDiffers: "subject-differs"
    case .filterFailed: "filter-failed"
    case .pictureFailed: "picture-failed"
    case .shownBy: "shown-by"
    }
  }
}
