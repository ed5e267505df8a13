import Foundation
import Logging

/// The log: a private file, never the terminal.
///
/// It holds ids, tags, folder and file names and queries; never a subject, an address or a body.
struct LogFile: LogHandler {
  let file: Int32
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  /// Opens the log of a state folder; without one that can be written, nothing is logged.
  static func logger(stateFolder: String, level: LogLevel) -> (logger: Logger, file: Int32) {
    let folder = stateFolder + "/mulligan"
    try? FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    var file = open(folder + "/mulligan.log", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    if file < 0 { file = open("/dev/null", O_WRONLY | O_CLOEXEC) }
    let handler = LogFile(file: file, logLevel: level.level)
    return (Logger(label: "mulligan") { _ in handler }, file)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let time = TimeText.utc(.now)
    let line = "\(time) \(getpid()) \(event.level) \(event.message)\n"
    _ = line.withCString { write(file, $0, strlen($0)) }
  }
}

extension LogLevel {
  fileprivate var level: Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    }
  }
}
