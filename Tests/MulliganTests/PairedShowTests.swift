import Foundation
import TestSupport
import Testing

@testable import mulligan

/// Sealed messages that are read two at a time, with real keys.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct PairedShowTests {
  @Test func `K-S3: what is read two at a time is printed in order, each with its own text`() throws
  {
    let thread = try SealedThread()
    let mail = thread.mail
    // Sealed ones beside others, in odd and even runs.
    for number in 1...7 {
      let text = TemporaryKeys.text("This is number \(number).\n")
      let content = [3, 6].contains(number) ? text : try thread.keys.encrypted(text, to: ["Ann"])
      let message = TemporaryKeys.message("m\(number)@seals", subject: "No. \(number)", content)
        .replacing("01 Jan 2022", with: "0\(number) Jan 2022")
      try message.write(toFile: "\(mail.root)/m\(number)", atomically: false, encoding: .utf8)
    }
    try mail.notmuch("new", "--quiet")
    let variables = ["GNUPGHOME": thread.keys.home]
    let all = try mail.mulligan(["show", "--json", "*"], with: variables)
    #expect(all.status == 0, "\(all)")
    #expect(all.objects.compactMap { $0["id"] as? String } == (1...7).map { "m\($0)@seals" })
    var alone = ""
    for number in 1...7 {
      alone += try mail.mulligan(["show", "--json", "id:m\(number)@seals"], with: variables).output
    }
    #expect(all.output == alone)
    let some = try mail.mulligan(["show", "--limit", "2", "*"], with: variables).output
    #expect(some.contains("This is number 7.") && !some.contains("This is number 5."))
  }
}
