import Foundation
import TestSupport
import TriageCore

extension TemporaryMail {
  /// 40 threads in the inbox, the first of two letters, a folder to move to.
  func deliverScriptThreads() throws {
    try makeMaildir("archive")
    let lines = (1...60).map { "letter line \($0) end" }.joined(separator: "\n")
    var first = SampleMessage("t0@example.org", subject: "Thread 00", date: 1_787_000_000)
    first.headers = "X-Odd: shown\n"
    first.body = """
      --b
      Content-Type: multipart/alternative; boundary=c

      --c
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: 8bit

      Letter of many parts, see https://example.org/page
      > a quoted line
      \(lines)
      --c
      Content-Type: text/html

      <p>It is in the page</p>
      --c--
      --b
      Content-Type: text/plain
      Content-Disposition: attachment; filename="notes.txt"

      Some notes.
      --b--
      """
    let path = try write(first)
    let mixed = first.text.replacing(
      "Content-Type: text/plain; charset=utf-8",
      with: "Content-Type: multipart/mixed; boundary=b",
      maxReplacements: 1
    )
    try mixed.write(toFile: path, atomically: false, encoding: .utf8)
    let far = String(repeating: "-", count: 130)
    let second = SampleMessage(
      "t0b@example.org",
      subject: "Re: Thread 00",
      date: 1_786_999_000,
      replyTo: "t0@example.org",
      body: """
        The second letter

        diff --git a/x b/x
        --- a/x
        +++ b/x
        @@ -1 +1 @@
        +\(far)FAR

        """
    )
    let others = (1..<40).map { number in
      SampleMessage(
        "t\(number)@example.org",
        subject: "Thread \(number < 10 ? "0" : "")\(number)",
        date: 1_786_900_000 - Timestamp(number) * 1_000
      )
    }
    try deliver([second] + others)
    try tag("+inbox", "*")
    try tag("+unread", "id:t3@example.org or id:t7@example.org")
    try tag("+todo", "id:t5@example.org")
  }
}
