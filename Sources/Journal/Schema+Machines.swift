import GRDB
import TriageCore

// What a history needs that several machines share: names that hold everywhere, an order, and what each
// step that turns actions did to them.
//
//   step.uid         the step's name on all machines
//   step.clock       with the uid its place in the history: what asks for older or newer asks for these
//   step.made        the clock when it was made; more than `clock` for changes found late
//   step.machine     NULL: made here
//   step.progress    `inbox`: received, and not yet part of the history
//   step.merge       the merge that a received step came with; its progress is the merge's
//   step.echo        muchsync may have brought it: see `seen`
//   step.touched     between the two; of a kept answer the clock of the last step that touched its pairs
//   step.departed    of a received step: it let a message leave on its machine
//   machine.met      when a whole sync with it ended; 0: one has begun; NULL: it is waited for no more
//   machine.heard    the newest of the steps that it is known to have
//   mark             a step has turned an action off ...
//   lift             ... and a step has brought it back, as far as these marks go
//   content          what is in the file of a copy, by which it is known on other machines
//   look             the tags that messages had when the index was last looked at
extension Schema {
  static let machines = """
    CREATE TABLE machine (
      id INTEGER PRIMARY KEY,
      uid BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL,
      met INTEGER,
      heard INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    ALTER TABLE journal ADD COLUMN uid BLOB NOT NULL DEFAULT x'';
    ALTER TABLE journal ADD COLUMN name TEXT;
    ALTER TABLE journal ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN horizon INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN birthplace TEXT;
    ALTER TABLE journal ADD COLUMN looked_clock INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN looked_uuid TEXT;
    ALTER TABLE journal ADD COLUMN looked_carrier TEXT;
    ALTER TABLE journal ADD COLUMN looked_revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN carrying INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE step_17 (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL
        CHECK (kind IN ('action', 'switch', 'undo', 'redo', 'external', 'merge', 'kept')),
      progress TEXT NOT NULL
        CHECK (progress IN ('intent', 'tagged', 'done', 'void', 'inbox')),
      target INTEGER REFERENCES step,
      at INTEGER NOT NULL,
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
      listed INTEGER,
      actions TEXT,
      name TEXT CHECK (name IS NULL OR json_valid(name)),
      planned INTEGER NOT NULL DEFAULT 0,
      uid BLOB NOT NULL,
      clock INTEGER NOT NULL,
      made INTEGER NOT NULL,
      machine INTEGER REFERENCES machine,
      received INTEGER,
      merge INTEGER REFERENCES step,
      target_uid BLOB,
      echo INTEGER NOT NULL DEFAULT 0,
      touched INTEGER NOT NULL,
      departed INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE mark (
      step INTEGER NOT NULL REFERENCES step,
      action BLOB NOT NULL,
      PRIMARY KEY (action, step)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mark_step ON mark (step);

    CREATE TABLE lift (
      step INTEGER NOT NULL REFERENCES step,
      action BLOB NOT NULL,
      mark BLOB NOT NULL,
      PRIMARY KEY (action, step, mark)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX lift_step ON lift (step);

    CREATE TABLE seen (
      step INTEGER NOT NULL REFERENCES step,
      machine BLOB NOT NULL,
      clock INTEGER NOT NULL,
      PRIMARY KEY (step, machine)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE content (
      message INTEGER NOT NULL REFERENCES message,
      copy INTEGER NOT NULL,
      digest BLOB NOT NULL,
      PRIMARY KEY (message, copy)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tagset (
      id INTEGER PRIMARY KEY,
      tags TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE look (
      message TEXT PRIMARY KEY,
      tags INTEGER NOT NULL REFERENCES tagset
    ) STRICT, WITHOUT ROWID;
    """

  /// Gives all steps that there are names and places, and notes what they turned.
  ///
  /// Nothing is made by chance, so that two copies of a journal agree.
  static func shareable(_ db: Database) throws {
    try db.execute(sql: machines)
    let seed = UInt64(
      bitPattern: try Int64.fetchOne(db, sql: "SELECT seed FROM journal") ?? 0
    )
    let columns = """
      id, kind, progress, target, at, origin, background, view_query, anchor, session, host, pid, \
      uuid_before, revision_before, uuid_after, revision_after, messages, standing, remaining, \
      listed, actions, name, planned
      """
    let insert = try db.makeStatement(
      sql: """
        INSERT INTO step_17 (\(columns), uid, clock, made, touched, target_uid)
        SELECT \(columns), ?2, ?3, ?3, ?3, ?4 FROM step WHERE id = ?1
        """
    )
    let now = try Int64.fetchOne(db, sql: "SELECT unixepoch()") ?? 0
    var clock: Int64 = 0
    let rows = try Row.fetchCursor(db, sql: "SELECT id, at, target FROM step ORDER BY id")
    while let row = try rows.next() {
      let id = try row.number(0)
      clock = max(min(try row.number(1), now) * 1000, clock + 1)
      let target = try row.optionalNumber(2).map { UniqueID(ofStep: $0, seed).data }
      try insert.execute(arguments: [id, UniqueID(ofStep: id, seed).data, clock, target])
    }
    try db.execute(sql: "UPDATE journal SET clock = ?", arguments: [clock])
    try replaceSteps(db)
    try noteMarks(db)
  }

  private static func replaceSteps(_ db: Database) throws {
    let last = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'step'")
    try db.execute(
      sql: """
        DROP TABLE step;
        ALTER TABLE step_17 RENAME TO step;
        CREATE INDEX step_open ON step (id) WHERE progress IN ('intent', 'tagged');
        CREATE INDEX step_listed ON step (listed, clock, touched, uid) WHERE listed IS NOT NULL;
        CREATE UNIQUE INDEX step_uid ON step (uid);
        CREATE INDEX step_order ON step (clock, touched, uid);
        CREATE INDEX step_merge ON step (merge) WHERE merge IS NOT NULL;
        """
    )
    guard let last else { return }
    try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name IN ('step', 'step_17')")
    try db.execute(sql: "INSERT INTO sqlite_sequence VALUES ('step', ?)", arguments: [last])
  }

  /// Turning an action off has set a mark; turning it on has lifted all there were.
  private static func noteMarks(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT t.step, t.turned_on, a.uid, s.uid, s.progress IN ('tagged', 'done') FROM toggle AS t
        JOIN step AS s ON s.id = t.step JOIN step AS a ON a.id = t.action ORDER BY t.step, t.place
        """
    )
    var marks: [UniqueID: [UniqueID]] = [:]
    let mark = try db.makeStatement(sql: "INSERT OR IGNORE INTO mark VALUES (?, ?)")
    let lift = try db.makeStatement(sql: "INSERT OR IGNORE INTO lift VALUES (?, ?, ?)")
    while let row = try rows.next() {
      let (step, action) = (try row.number(0), try row.uid(2))
      if try row.flag(1) {
        for id in marks[action] ?? [] {
          try lift.execute(arguments: [step, action.data, id.data])
        }
        if try row.flag(4) { marks[action] = nil }
      } else {
        try mark.execute(arguments: [step, action.data])
        if try row.flag(4) { marks[action, default: []].append(try row.uid(3)) }
      }
    }
  }
}

extension UniqueID {
  /// The name of a step that was numbered before steps had names.
  fileprivate init(ofStep number: Int64, _ seed: UInt64) {
    func half(_ salt: UInt64) -> UInt64 {
      var z = seed &+ UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15 &+ salt
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    self.init(high: half(0x4D4C_474E), low: half(0xD1B5_4A32_D192_ED03))
  }
}
