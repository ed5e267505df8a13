import MailText
import Outbox
import TriageCore

extension OutgoingFolder {
  /// Writes a message that is sealed as it leaves, and one's own copy if that names more people.
  func write(_ sealed: SealedMail) throws(FileError) {
    try write(wire: sealed.wire, own: sealed.own == sealed.wire ? nil : sealed.own)
  }
}
