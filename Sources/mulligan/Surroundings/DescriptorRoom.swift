import CLinux
import TriageCore

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
