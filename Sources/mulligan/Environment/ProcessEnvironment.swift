import CLinux
import Foundation
import TriageCore

/// What the process was started with; only this target reads it.
struct ProcessEnvironment: Sendable {
  var variables: [String: String]
  var home: String
  var host: String
  var pid: Int32
  var isOutputTerminal: Bool
  var isInputTerminal: Bool
  var isErrorTerminal: Bool

  /// What this process was started with.
  static let current: ProcessEnvironment = {
    let variables = ProcessInfo.processInfo.environment
    let home = variables["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return ProcessEnvironment(
      variables: variables,
      home: home,
      host: ProcessInfo.processInfo.hostName,
      pid: ProcessInfo.processInfo.processIdentifier,
      isOutputTerminal: isatty(STDOUT_FILENO) == 1,
      isInputTerminal: isatty(STDIN_FILENO) == 1,
      isErrorTerminal: isatty(STDERR_FILENO) == 1
    )
  }()

  /// Whether both standard streams lead to another program, not to a person.
  var hasPipes: Bool { !isInputTerminal && !isOutputTerminal }

  /// A variable's value; an empty one counts as not set.
  func value(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Where the journal and the log live: `$XDG_STATE_HOME`, else `~/.local/state`.
  var stateFolder: String {
    guard let folder = value("XDG_STATE_HOME"), folder.hasPrefix("/") else {
      return home + "/.local/state"
    }
    return folder
  }

  /// Where lies what can be found out again: `$XDG_CACHE_HOME`, else `~/.cache`.
  var cacheFolder: String {
    guard let folder = value("XDG_CACHE_HOME"), folder.hasPrefix("/") else {
      return home + "/.cache"
    }
    return folder
  }

  /// The file of the configuration, whether it exists or not.
  var configurationFile: String {
    let folder = value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (folder ?? home + "/.config") + "/mulligan/config.toml"
  }

  /// A path as a person writes it: `~/` is the home folder.
  func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  /// The width of the terminal that is written to; `nil` for anything else.
  var outputColumns: Int? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard isOutputTerminal, clinux_terminal_size(STDOUT_FILENO, &columns, &rows) == 0 else {
      return nil
    }
    return columns > 0 ? Int(columns) : nil
  }

  /// A new temporary folder's parent.
  var temporaryFolder: String { value("TMPDIR") ?? "/tmp" }

  /// A folder in memory, which only the person can read; `nil` if there is none.
  var folderInMemory: String? {
    guard let folder = value("XDG_RUNTIME_DIR"), folder.hasPrefix("/"),
      clinux_is_in_memory(folder)
    else { return nil }
    return folder
  }

  /// The locale the environment names: the first of the variables that is not empty.
  var locale: String {
    value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
  }

  /// Returns whether text may be written as UTF-8.
  var isUTF8: Bool {
    // A search within the text would load half of the library's searching at each start.
    String(typeLocale.lowercased().filter { $0 != "-" }.prefix { $0 != "@" }).hasSuffix("utf8")
  }

  /// How other programs write text here, as the locale names it: `KOI8-R`; `nil` if it does not.
  var charset: String? {
    guard let dot = typeLocale.firstIndex(of: ".") else { return nil }
    return String(typeLocale[typeLocale.index(after: dot)...].prefix { $0 != "@" })
  }

  private var typeLocale: String {
    value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
  }

  /// The context of steps that this process makes.
  func context(
    _ origin: StepOrigin,
    session: String? = nil,
    background: Bool = false,
    view: String? = nil,
    planned: Bool = false
  ) -> StepContext {
    StepContext(
      origin: origin,
      background: background,
      view: view,
      session: session ?? "\(origin.rawValue)-\(pid)-\(Timestamp.now)",
      host: host,
      pid: pid,
      planned: planned
    )
  }
}

extension ProcessEnvironment {
  /// Returns whether the shell verb that made a step is running still, on this machine.
  ///
  /// A screen's steps are its engine's, which may have died under it.
  func isRunning(_ maker: StepContext) -> Bool {
    guard maker.origin == .shell, maker.host == host, maker.pid > 0 else { return false }
    return kill(maker.pid, 0) == 0 || errno == EPERM
  }
}

/// Room for what a process of ours that opens the mail needs besides the mail itself.
enum MemoryRoom {
  /// The stacks of its threads, eight megabytes each, and as much again.
  private static let megabytes = 96

  /// Refuses to go on without room: the library that runs a database's queue tries for ever to start
  /// its thread, without a word.
  ///
  /// - Throws: `.tooLittleMemory`.
  static func ensure() throws(TriageFailure) {
    guard clinux_has_memory(UInt64(megabytes) << 20) else {
      throw TriageFailure(.tooLittleMemory, String(megabytes))
    }
  }
}

/// Room for all that a process of ours has open at once: files of the index and the history, pipes,
/// events.
enum DescriptorRoom {
  /// Half as many again as a write has been seen to need.
  private static let wanted: Int32 = 32

  /// Why there is too little room, if there is.
  private static let shortage: TriageFailure? = {
    let room = clinux_make_room(wanted)
    guard room.limit < room.needed else { return nil }
    return TriageFailure(.tooFewFiles, String(room.limit), String(room.needed))
  }()

  /// Makes room as far as is allowed, while nothing is open but what was inherited.
  static func prepare() { _ = shortage }

  /// Refuses to go on without room: where there is none some libraries end the process, and others
  /// report a file as damaged that they could not open.
  ///
  /// - Throws: `.tooFewFiles`.
  static func ensure() throws(TriageFailure) {
    if let shortage { throw shortage }
  }
}
