import TriageCore

/// What the index refuses or fails to do, inside this target: what leaves it is a `TriageFailure`.
enum IndexError: Error, Equatable, Sendable {
  /// There is no index at this path.
  case noIndex(path: String)
  /// notmuch's configuration cannot be read or names no database.
  case configuration(path: String, detail: String)
  /// The index cannot be read.
  case damaged(path: String, detail: String)
  /// A newer notmuch made the index; it is not written to.
  case newer(path: String)
  /// The index cannot be written.
  case readOnly(path: String)
  /// Other programs' commits have overtaken the read again and again.
  case busy
  /// The query is not understood; the library's own words.
  case badQuery(String, detail: String)
  /// Whoever asked wants no more of it.
  case givenUp
  /// There are more threads than are to be read.
  case tooManyThreads(limit: Int)
  /// The disk is full.
  case diskFull(path: String)
  /// The library reports a failure; its status and words.
  case library(status: Int32, detail: String)
}

extension TriageFailure {
  /// The failure that an error of the index means.
  init(_ error: IndexError) {
    switch error {
    case .noIndex(let path): self.init(.noIndex, path)
    case .configuration(let path, let detail): self.init(.config, path, detail)
    case .damaged(let path, let detail): self.init(.indexDamaged, path, detail)
    case .newer(let path): self.init(.indexNewer, path)
    case .readOnly(let path): self.init(.readOnly, path)
    case .busy: self.init(.indexBusy)
    case .badQuery(let query, let detail): self.init(.badQuery, query, detail)
    case .givenUp: self.init(.cancelled)
    case .tooManyThreads(let limit): self.init(.tooManyThreads, String(limit))
    case .diskFull(let path): self.init(.diskFull, path)
    case .library(let status, let detail): self.init(.internalError, "\(detail) (\(status))")
    }
  }
}
