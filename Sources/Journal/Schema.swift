import GRDB
import TriageCore

/// The tables of a journal, release by release.
enum Schema {
  /// Says in the file's header that it is a journal: `MLGN`.
  private static let applicationID: Int32 = 0x4D4C_474E

  private static func migrator(for location: JournalLocation? = nil) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: version1)
      try db.execute(
        sql: "INSERT INTO journal (id, folder, seed) VALUES (1, ?, ?)",
        arguments: [location?.lockFolder, Int64.random(in: .min ... .max)]
      )
    }
    migrator.registerMigration("2") { db in try db.execute(sql: version2) }
    migrator.registerMigration("11-names") { db in try db.execute(sql: titles) }
    migrator.registerMigration("16-names", migrate: storeNames)
    migrator.registerMigration("14-outgoing") { db in try db.execute(sql: outgoing) }
    migrator.registerMigration("19-departures") { db in try db.execute(sql: departures) }
    migrator.registerMigration("15-later") { db in try db.execute(sql: later) }
    migrator.registerMigration("17-machines") { db in
      try shareable(db)
      try db.execute(sql: "UPDATE journal SET uid = ?", arguments: [UniqueID.fresh().data])
    }
    return migrator
  }

  /// What the file is.
  enum Condition {
    case empty
    case older
    case current
    case newer
    case foreign
  }

  /// Finds out what the file is.
  static func condition(_ db: Database) throws -> Condition {
    guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0 else {
      return .empty
    }
    let migrator = migrator()
    if try migrator.hasBeenSuperseded(db) { return .newer }
    if try migrator.hasCompletedMigrations(db) {
      return try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID
        ? .current : .foreign
    }
    return try db.tableExists("grdb_migrations") ? .older : .foreign
  }

  /// Makes the file one that can be read while it is written.
  static func prepare(_ db: Database) throws {
    // Before the first page exists; afterwards SQLite ignores it.
    try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
    guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
      throw Inconsistency(detail: "no write-ahead log is possible here")
    }
  }

  /// Makes the tables, or brings them up to date; only one process at a time may do this.
  static func migrate(_ writer: some DatabaseWriter, _ location: JournalLocation) throws {
    try migrator(for: location).migrate(writer)
  }

  /// Durable commits are a promise; another release of SQLite or of GRDB may have its own default.
  static func checkSynchronous(_ db: Database) throws {
    try db.execute(sql: "PRAGMA synchronous = FULL")
    guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
      throw Inconsistency(detail: "commits would not be durable")
    }
  }

  // Facts are never changed. What is cached can be found by folding the steps: `standing`,
  // `remaining` and `listed` of `step`, `exception` and `move_exception`.
  //
  //   step.messages    messages with an effect
  //   step.standing    whether the group counts; a claim stands as its action does ...
  //   exception        ... but for these, and those of move_exception
  //   step.remaining   claims that went on standing when the group was turned off
  //   step.listed      0: on the undo list, by id; else on the redo list, by the undo's id
  private static let version1 = """
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      folder TEXT NOT NULL,
      seed INTEGER NOT NULL,
      pruned_at INTEGER
    ) STRICT;

    CREATE TABLE message (
      id INTEGER PRIMARY KEY,
      hash INTEGER NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
    CREATE INDEX message_hash ON message (hash);

    CREATE TABLE tag (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE step (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL
        CHECK (kind IN ('action', 'switch', 'undo', 'redo', 'external')),
      progress TEXT NOT NULL
        CHECK (progress IN ('intent', 'tagged', 'done', 'void')),
      target INTEGER REFERENCES step,
      at INTEGER NOT NULL,
      name_key TEXT,
      name_arguments TEXT,
      origin TEXT NOT NULL CHECK (origin IN ('screen', 'shell', 'automatic')),
      background INTEGER NOT NULL,
      view_query TEXT,
      anchor TEXT,
      session TEXT NOT NULL,
      host TEXT NOT NULL,
      pid INTEGER NOT NULL,
      uuid_before TEXT NOT NULL,
      revision_before INTEGER NOT NULL,
      uuid_after TEXT,
      revision_after INTEGER,
      messages INTEGER NOT NULL,
      standing INTEGER NOT NULL DEFAULT 1,
      remaining INTEGER NOT NULL DEFAULT 0,
      listed INTEGER
    ) STRICT;
    CREATE INDEX step_open ON step (id) WHERE progress IN ('intent', 'tagged');
    CREATE INDEX step_listed ON step (listed, id) WHERE listed IS NOT NULL;

    CREATE TABLE toggle (
      step INTEGER NOT NULL REFERENCES step,
      place INTEGER NOT NULL,
      action INTEGER NOT NULL REFERENCES step,
      turned_on INTEGER NOT NULL,
      PRIMARY KEY (step, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE claim (
      step INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      tag INTEGER NOT NULL REFERENCES tag,
      found INTEGER NOT NULL,
      wanted INTEGER NOT NULL,
      PRIMARY KEY (step, message, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX claim_pair ON claim (message, tag, step, found, wanted);

    CREATE TABLE effect (
      step INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      tag INTEGER NOT NULL REFERENCES tag,
      action INTEGER NOT NULL REFERENCES step,
      found INTEGER NOT NULL,
      written INTEGER NOT NULL,
      PRIMARY KEY (step, message, tag)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE leftover (
      step INTEGER NOT NULL REFERENCES step,
      action INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      tag INTEGER NOT NULL REFERENCES tag,
      outcome INTEGER NOT NULL,
      keeper INTEGER,
      PRIMARY KEY (step, action, message, tag)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE exception (
      step INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      tag INTEGER NOT NULL REFERENCES tag,
      stands INTEGER NOT NULL,
      PRIMARY KEY (step, message, tag)
    ) STRICT, WITHOUT ROWID;
    """
  // Moves. `move.action` is NULL for claims; else the row says what was moved for that action.
  // Steps counted all messages they claimed in version 1.
  private static let version2 = """
    CREATE TABLE folder (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE move (
      step INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      copy INTEGER NOT NULL,
      action INTEGER REFERENCES step,
      found INTEGER NOT NULL REFERENCES folder,
      found_name TEXT NOT NULL,
      wanted INTEGER NOT NULL REFERENCES folder,
      wanted_name TEXT NOT NULL,
      PRIMARY KEY (step, message, copy)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX move_copy ON move (message, copy, step);

    CREATE TABLE move_leftover (
      step INTEGER NOT NULL REFERENCES step,
      action INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      copy INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      keeper INTEGER,
      PRIMARY KEY (step, action, message, copy)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE move_exception (
      step INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      copy INTEGER NOT NULL,
      stands INTEGER NOT NULL,
      PRIMARY KEY (step, message, copy)
    ) STRICT, WITHOUT ROWID;

    UPDATE step SET messages = (SELECT count(*) FROM (
      SELECT message FROM claim WHERE step = id AND found <> wanted
      UNION SELECT message FROM effect WHERE step = id));
    """
  // What an action is made of, as a JSON array of notations, and what the person's own actions in its
  // name were called, as an object of objects: by id, then by language.
  private static let titles = """
    ALTER TABLE step ADD COLUMN actions TEXT;
    ALTER TABLE step ADD COLUMN name_titles TEXT;
    """

  // Messages that are being written or sent, and the files of the mail that come from them. No address,
  // subject or text: those are in the message's folder. `filed` says that the mail has a copy.
  private static let outgoing = """
    CREATE TABLE outgoing (
      id INTEGER PRIMARY KEY,
      message TEXT NOT NULL,
      state TEXT NOT NULL
        CHECK (state IN ('draft', 'held', 'leaving', 'sent', 'unknown')),
      kind TEXT NOT NULL CHECK (kind IN ('new', 'reply', 'forward')),
      account TEXT NOT NULL,
      filed INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE answer (
      outgoing INTEGER NOT NULL REFERENCES outgoing,
      place INTEGER NOT NULL,
      message TEXT NOT NULL,
      PRIMARY KEY (outgoing, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE filing (
      step INTEGER NOT NULL REFERENCES step,
      outgoing INTEGER NOT NULL REFERENCES outgoing,
      message TEXT NOT NULL,
      folder TEXT NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (step, outgoing)
    ) STRICT, WITHOUT ROWID;
    """

  // What is claimed of messages that leave, and how far they have come. `departure.action` is NULL for
  // claims; else the row says what was changed for that action. `held_boot` is NULL where the time of day
  // counts, `held_wall` where the message waits until a person says so, or does not wait.
  private static let departures = """
    ALTER TABLE outgoing ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outgoing ADD COLUMN hold INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outgoing ADD COLUMN machine TEXT;
    ALTER TABLE outgoing ADD COLUMN inode INTEGER;
    ALTER TABLE outgoing ADD COLUMN birth INTEGER;
    ALTER TABLE outgoing ADD COLUMN held_boot TEXT;
    ALTER TABLE outgoing ADD COLUMN held_awake INTEGER;
    ALTER TABLE outgoing ADD COLUMN held_wall INTEGER;
    ALTER TABLE outgoing ADD COLUMN held_seconds INTEGER;
    ALTER TABLE outgoing ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outgoing ADD COLUMN first_attempt INTEGER;
    ALTER TABLE outgoing ADD COLUMN exit INTEGER;
    ALTER TABLE outgoing ADD COLUMN reason TEXT NOT NULL DEFAULT '';

    ALTER TABLE filing ADD COLUMN role TEXT NOT NULL DEFAULT 'draft';
    ALTER TABLE filing ADD COLUMN comes INTEGER NOT NULL DEFAULT 1;

    CREATE TABLE departure (
      step INTEGER NOT NULL REFERENCES step,
      outgoing INTEGER NOT NULL REFERENCES outgoing,
      message INTEGER NOT NULL REFERENCES message,
      action INTEGER REFERENCES step,
      version INTEGER NOT NULL,
      found TEXT NOT NULL,
      wanted TEXT NOT NULL,
      PRIMARY KEY (step, outgoing)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX departure_outgoing ON departure (outgoing, step);

    CREATE TABLE departure_leftover (
      step INTEGER NOT NULL REFERENCES step,
      action INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      outgoing INTEGER NOT NULL REFERENCES outgoing,
      outcome INTEGER NOT NULL,
      keeper INTEGER,
      PRIMARY KEY (step, action, message, outgoing)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE departure_exception (
      step INTEGER NOT NULL REFERENCES step,
      message INTEGER NOT NULL REFERENCES message,
      outgoing INTEGER NOT NULL REFERENCES outgoing,
      stands INTEGER NOT NULL,
      PRIMARY KEY (step, message, outgoing)
    ) STRICT, WITHOUT ROWID;
    """

  // Whether the commands of a step came from a file, and the ids of rules that nobody wants to hear of.
  private static let later = """
    ALTER TABLE step ADD COLUMN planned INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE dismissal (suggestion TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """

  /// Names as values; they were keys of the catalog with arguments.
  private static func storeNames(_ db: Database) throws {
    try db.execute(
      sql: "ALTER TABLE step ADD COLUMN name TEXT CHECK (name IS NULL OR json_valid(name))"
    )
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, name_key, name_arguments, name_titles FROM step WHERE name_key IS NOT NULL
        """
    )
    let update = try db.makeStatement(sql: "UPDATE step SET name = ? WHERE id = ?")
    for row in rows {
      let name = KeyedName(
        key: try row.text(1),
        arguments: try row.json(2) ?? [],
        titles: try row.json(3) ?? [:]
      ).name
      try update.execute(arguments: [StoredName.text(name), row.number(0)])
    }
    for column in ["name_key", "name_arguments", "name_titles"] {
      try db.execute(sql: "ALTER TABLE step DROP COLUMN \(column)")
    }
  }
}

/// The kinds of claims and the tables about them: alike but for what they are about.
enum ClaimKind: CaseIterable {
  case tag
  case copy
  case departure

  /// The column that says what of a message a claim is about.
  var subject: String {
    switch self {
    case .tag: "tag"
    case .copy: "copy"
    case .departure: "outgoing"
    }
  }

  /// What steps have left as it was.
  var leftovers: String {
    switch self {
    case .tag: "leftover"
    case .copy: "move_leftover"
    case .departure: "departure_leftover"
    }
  }

  /// The claims that stand differently from their action.
  var exceptions: String {
    switch self {
    case .tag: "exception"
    case .copy: "move_exception"
    case .departure: "departure_exception"
    }
  }
}
