/// A made mailbox with its index: `DIR/mail`, `DIR/notmuch-config`, and the same configuration with
/// file flags, `DIR/notmuch-config-flags`.
///
/// Sets of messages for measuring carry the tags `set1`, `set100` and so on, as `SetMaker` puts them;
/// those up to 10,000 are in the inbox and unread.
struct Corpus {
  let folder: String
  /// How many messages it has.
  let count: Int
  /// The sizes of its sets.
  let sets: [Int]

  static let setSizes = [1, 100, 1_000, 10_000, 50_000]

  /// Looks at a corpus that was made before.
  init(_ folder: String) throws {
    self.folder = Files.absolute(folder)
    let notmuch = Notmuch(configuration: "\(self.folder)/notmuch-config")
    guard Files.exists(notmuch.configuration) else {
      throw Failure("\(folder): there is no corpus; make one with `corpus \(folder) 10000`")
    }
    count = try notmuch.count("*")
    var sets: [Int] = []
    for size in Self.setSizes where try notmuch.count("tag:set\(size)") == size {
      sets.append(size)
    }
    self.sets = sets
  }

  var notmuch: Notmuch { Notmuch(configuration: "\(folder)/notmuch-config") }

  /// The largest set, for a batch that takes as long as one does.
  var batch: Int? { sets.last { $0 <= 10_000 } }

  /// What the longest thread is tagged with.
  static let longThread = "tag:long"

  static func query(_ set: Int) -> String { "tag:set\(set)" }
}

/// The `notmuch` program on one configuration.
struct Notmuch {
  let configuration: String

  /// What programs are started with: this mailbox, and nothing of the person's own.
  var environment: [String: String] {
    var environment = Spawning.environment
    for name in ["NOTMUCH_PROFILE", "NOTMUCH_DATABASE", "LINES", "COLUMNS", "TMUX"] {
      environment[name] = nil
    }
    environment["NOTMUCH_CONFIG"] = configuration
    environment["LC_ALL"] = "C.UTF-8"
    environment["LANG"] = "C.UTF-8"
    return environment
  }

  func program(_ words: String..., input: String = "/dev/null") -> Program {
    Program(arguments: ["notmuch"] + words, environment: environment, input: input)
  }

  func count(_ query: String) throws -> Int {
    Int(try program("count", "--exclude=false", query).lines().first ?? "") ?? 0
  }
}
