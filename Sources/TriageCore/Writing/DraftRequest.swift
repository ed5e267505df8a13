/// What the screen asks of messages that are being written: the engine keeps them.
package indirect enum DraftRequest: Hashable, Sendable, Codable {
  /// Begin a message, with a first text for its writer.
  case begin(NewDraft, DraftWriter)
  /// The message of this number.
  case open(OutgoingID)
  /// The message that this one of the mail is a copy of.
  case find(MessageID)
  /// What its writer has made of the message that had this version.
  case save(DraftEdit)
  /// Let the message be found among the drafts of the mail; one that nobody has written anything in
  /// goes. Its Message-ID is what an editor's lock is called by.
  case file(OutgoingID, MessageID, StepContext)
  /// What waits to leave, may have left, or was refused.
  case leaving
  /// To whom one's own mail went.
  case people
  /// All that is being written or sent, for a person who looks at it.
  case outbox
  /// Let a message that is held leave at once; the answer is that to `outbox`.
  case release(OutgoingID)
  /// Take for sent, for good, what has perhaps been; the answer is that to `outbox`.
  case declareSent(OutgoingID, StepContext)
  /// How the list that a message came by can be left.
  case ways(MessageID)
  /// The keys of those who get the message as it was saved last, and of who writes it.
  case keys(OutgoingID)
  /// Sign and encrypt the message with this version, so that it can leave; `asks` lets a person be asked
  /// for a passphrase.
  case seal(OutgoingID, version: Int64, asks: Bool)
  /// Open the text of a message that lies there encrypted, which `open` or `find` asks for.
  case unseal(DraftRequest, asks: Bool)
}

/// A message that is to be begun.
package enum NewDraft: Hashable, Sendable, Codable {
  case new
  /// An answer to a message.
  case reply(MessageID, ReplyScope)
  /// One that forwards a message.
  case forward(MessageID)
  /// One that leaves the list that a message came by, as a link of its header says.
  case unsubscribe(MessageID, uri: String)

  /// Whether its writer has something to add.
  package var isWritten: Bool {
    switch self {
    case .new, .reply, .forward: true
    case .unsubscribe: false
    }
  }
}

/// Who begins a message on a screen: the engine may be elsewhere, and others may speak there.
package struct DraftWriter: Hashable, Sendable, Codable {
  /// The language of the first text; `nil` for that of the engine.
  package var language: String?
  /// The account that the message is from, unless it answers mail to another one; `nil` for the first.
  package var account: String?
  /// The time that the clock on the writer's wall shows.
  package var zone: ZoneOffsets

  /// Makes a writer.
  package init(language: String? = nil, account: String? = nil, zone: ZoneOffsets) {
    self.language = language
    self.account = account
    self.zone = zone
  }
}

/// A message as its writer wants it from now on.
package struct DraftEdit: Hashable, Sendable, Codable {
  /// Its number.
  package var id: OutgoingID
  /// Its Message-ID: a number may be another message's by now.
  package var message: MessageID
  /// The version that was changed.
  package var version: Int64
  /// The text: a block of fields, an empty line, the text.
  package var text: String
  /// What stays attached, in its order; `nil` for what is.
  package var parts: [OutgoingFacts.Part]?
  /// How it is sealed from now on; `nil` for as it was.
  package var sealing: OutgoingFacts.Sealing?
  /// Whether files that the text names are on the machine of the engine, and can be attached.
  package var attachesFiles: Bool

  /// Makes an edit.
  package init(
    _ id: OutgoingID,
    _ message: MessageID,
    version: Int64,
    text: String,
    parts: [OutgoingFacts.Part]? = nil,
    sealing: OutgoingFacts.Sealing? = nil,
    attachesFiles: Bool
  ) {
    self.id = id
    self.message = message
    self.version = version
    self.text = text
    self.parts = parts
    self.sealing = sealing
    self.attachesFiles = attachesFiles
  }
}

/// What the engine answers about messages that are being written.
package enum DraftReply: Hashable, Sendable, Codable {
  case draft(Draft)
  /// Whether the message is among the drafts of the mail now; nobody has written anything else.
  case filed(Bool)
  case leaving([OutboxRow])
  /// What is being written or sent: what is on its way first, then what is not.
  case outbox([OutboxRow])
  /// Whom one's own mail went to, those first who get most of it.
  case people([NamedAddress])
  /// How the list of a message can be left.
  case ways([UnsubscribeMethod])
  case keys(SealKeys)
  /// It is sealed, or opened.
  case sealed
}

/// A message that is being written, as the engine keeps it durably.
package struct Draft: Hashable, Sendable, Codable {
  /// Its number.
  package var id: OutgoingID
  /// What stays the same of it, and what is attached.
  package var facts: OutgoingFacts
  /// How far it has come.
  package var state: OutgoingState
  /// Which version of its text this is.
  package var version: Int64
  /// The text: a block of fields, an empty line, the text.
  package var text: String
  /// How many bytes each of the attached parts has.
  package var sizes: [Int]
  /// The messages of the thread that it belongs to, as they are now: what is archived with it.
  package var thread: [MessageID]
  /// Whom it may go to, the most likely ones first.
  package var people: [NamedAddress]
  /// Why something that the text names is not attached.
  package var problem: AttachError?
  /// Whether its account wants it encrypted as soon as everybody who gets it has a key.
  package var encryptsWhenPossible = false

  /// Makes a message without what belongs to its thread.
  package init(
    _ id: OutgoingID,
    _ facts: OutgoingFacts,
    _ state: OutgoingState,
    version: Int64,
    text: String
  ) {
    self.id = id
    self.facts = facts
    self.state = state
    self.version = version
    self.text = text
    sizes = []
    thread = []
    people = []
  }
}

/// Why a file cannot be attached.
package enum AttachError: Error, Hashable, Sendable, Codable {
  /// It cannot be read, for the system's reason.
  case unreadable(String, reason: String)
  /// All together are more than so many mebibytes.
  case tooLarge(Int)
  /// Its name has control characters.
  case badName
  /// It is on another machine than the engine.
  case elsewhere(String)
}
