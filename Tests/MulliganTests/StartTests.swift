import Foundation
import TestSupport
import Testing

/// What a start of the program loads.
@Suite struct StartTests {
  @Test(arguments: ["C.UTF-8", "en_US.UTF-8", "de_AT.UTF-8"])
  func `help in a language of one script loads nothing about languages`(locale: String) throws {
    let mail = try TemporaryMail()
    let trace = "\(mail.folder)/files"
    let run = try mail.mulligan(
      ["--help"],
      with: ["LC_ALL": locale],
      under: ["strace", "-f", "-qq", "-o", trace, "-e", "trace=openat"]
    )
    #expect(run.status == 0, "\(run)")
    let opened = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    #expect(opened.contains { $0.contains("libnotmuch") })
    #expect(opened.filter { $0.contains("libicui18n") } == [])
  }
}
