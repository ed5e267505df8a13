import TriageUI

/// The settings in force in a process that runs on: its one copy of them.
///
/// The file is read again after it has changed. One with mistakes leaves the settings before it in
/// force.
final class CurrentSettings {
  /// What was in force at the last look.
  private(set) var inForce: Settings
  private let environment: ProcessEnvironment
  private var watch: FileWatch?

  init(_ settings: Settings, _ environment: ProcessEnvironment) {
    inForce = settings
    self.environment = environment
    watch = FileWatch(settings.file, for: .replaced)
  }

  /// Readable when the file may have changed; `nil` as long as its folder is not there.
  var readFD: Int32? { watch?.readFD }

  /// What is in force now.
  var now: Settings {
    if isChanged() { readAgain() }
    return inForce
  }

  /// Whether the file may have changed since the last call.
  func isChanged() -> Bool {
    let wasWatched = watch != nil
    guard watch?.isChanged() ?? true else { return false }
    // Its folder may be another one now, or what a link leads to.
    watch = FileWatch(inForce.file, for: .replaced)
    return wasWatched || watch != nil
  }

  /// Reads the file.
  ///
  /// - Returns: What it says, which is in force if it has no mistakes, and the words for it.
  @discardableResult
  func readAgain() -> (words: Wording, settings: Settings) {
    let read = Language.chosen(by: inForce.readAgain(), environment)
    if read.settings.problems.isEmpty {
      inForce = read.settings
    } else {
      inForce.isOutdated = true
    }
    return read
  }
}
