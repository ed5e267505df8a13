package import TriageCore

/// Reads the sender and the subject in the header of mail files.
package final class HeadReader: HeadReading {
  private let reader = MessageReader()

  /// Makes a reader.
  package init() {}

  package func head(of files: [String]) -> MessageHead? {
    guard let header = try? reader.listedHeader(of: files) else { return nil }
    return MessageHead(from: header.from ?? "", subject: header.subject ?? "")
  }
}
