import MailIndex
import TriageCore

extension DemoMailbox {
  /// Indexes the mail through the library; each message gets the tags that the program carries.
  func index() throws(TriageFailure) {
    let tags = Self.tags
    do {
      let builder = try IndexBuilder(
        at: IndexLocation(configuration: configuration, database: mail)
      )
      for file in Self.paths {
        try builder.add(mail + "/" + file) { tags[$0] ?? [] }
      }
      try builder.finish()
    } catch {
      throw TriageFailure(error)
    }
  }
}
