import TestSupport
import Testing

@testable import TriageCore

@Suite struct AttachmentNameTests {
  /// The names of the bad-input list, and what is saved instead.
  static let names: [(String?, String)] = [
    ("../../.bashrc", "bashrc"), ("/etc/cron.d/x", "x"), ("..", "part-2.bin"), ("", "part-2.bin"),
    (nil, "part-2.bin"), ("~/.ssh/rc", "rc"), ("a\\b", "b"), ("C:\\Windows\\x.txt", "x.txt"),
    (".profile", "profile"), ("x.desktop", "x.desktop.txt"), ("x.sh", "x.sh.txt"),
    ("X.SH", "X.SH.txt"), ("x.sh.", "x.sh.txt"), ("photo.jpg.exe", "photo.jpg.exe.txt"),
    ("new\nline\u{1b}[2J", "new_line_2J"), ("zero\0/etc/passwd", "passwd"), ("-rf", "rf"),
    ("$(id).txt", "id_.txt"), ("%s%n.txt", "s_n.txt"), ("it's \"quoted\".txt", "it_s_quoted_.txt"),
    ("invoice\u{202e}gpj.exe", "invoicegpj.exe.txt"), ("a\u{200b}b.txt", "ab.txt"),
    ("\u{3164}.pdf", "pdf"), (" . . ", "part-2.bin"), ("~", "part-2.bin"), ("/", "part-2.bin"),
    ("Größe.pdf", "Größe.pdf"), ("履歴書.docx", "履歴書.docx"), ("отчёт 2026.xls", "отчёт_2026.xls"),
    ("€ rates.pdf", "rates.pdf"), ("a b  c.txt", "a_b_c.txt"), ("tar.gz", "tar.gz"),
    ("...hidden", "hidden"), ("`id`", "id"), ("a;b|c&d.txt", "a_b_c_d.txt"), ("_x", "x"),
    ("x.DeskTop", "x.DeskTop.txt"), ("report.pdf", "report.pdf"), ("*?[a].txt", "a_.txt"),
  ]

  @Test(arguments: names)
  func `a name becomes safe`(given: String?, safe: String) {
    let type = "application/octet-stream"
    #expect(AttachmentName.safe(given, type: type, part: 2, for: .programs) == safe)
  }

  @Test(
    arguments: [
      ("Minutes of May – “draft”.pdf", "Minutes of May – “draft”.pdf"),
      ("it's \"quoted\".txt", "it's \"quoted\".txt"), ("✿ spring ✿.png", "✿ spring ✿.png"),
      ("отчёт 2026.xls", "отчёт 2026.xls"), ("a b \t c.txt", "a b c.txt"),
      ("€ rates.pdf", "€ rates.pdf"),
      ("$(id).txt", "$(id).txt"), ("../../.bashrc", "bashrc"), ("..", "part-2.bin"),
      ("-rf", "rf"), ("~", "part-2.bin"), (" . . ", "part-2.bin"), ("x.sh. ", "x.sh.txt"),
      ("new\nline\u{1b}[2J", "new line [2J"), ("invoice\u{202e}gpj.exe", "invoicegpj.exe.txt"),
      ("a\u{200b}b.txt", "ab.txt"), ("\u{3164}.pdf", "pdf"), ("C:\\Windows\\x.txt", "x.txt"),
      ("a\u{a0}\u{3000}b.txt", "a b.txt"), ("\u{e000}.txt", "txt"), ("_x", "_x"),
    ] as [(String, String)]
  )
  func `a name to keep stays as it can be read`(given: String, kept: String) {
    #expect(AttachmentName.safe(given, type: "application/octet-stream", part: 2) == kept)
  }

  @Test func `a part without a name gets its ending from its type`() {
    #expect(AttachmentName.safe(nil, type: "image/png", part: 3) == "part-3.png")
    #expect(AttachmentName.safe("", type: "TEXT/HTML", part: 4) == "part-4.html")
  }

  @Test func `long names keep their ending and whole characters`() {
    let long = AttachmentName.safe(String(repeating: "é", count: 5000) + ".pdf", type: "", part: 1)
    #expect(long.utf8.count <= 200)
    #expect(long.hasSuffix("é.pdf"))
    let endless = AttachmentName.safe("a." + String(repeating: "b", count: 5000), type: "", part: 1)
    #expect(endless.utf8.count == 200)
    let marks = AttachmentName.safe(
      "a" + String(repeating: "\u{301}", count: 5000),
      type: "",
      part: 1
    )
    #expect(marks.unicodeScalars.count == 9)
  }

  @Test func `a taken name is counted on before its ending`() {
    #expect(AttachmentName.numbered("report.pdf", 1) == "report-1.pdf")
    #expect(AttachmentName.numbered("report", 12) == "report-12")
    let long = AttachmentName.safe(String(repeating: "x", count: 500) + ".pdf", type: "", part: 1)
    #expect(AttachmentName.numbered(long, 7).utf8.count <= 200)
    #expect(AttachmentName.numbered(long, 7).hasSuffix("-7.pdf"))
  }

  @Test func `random names come out safe`() {
    for seed in UInt64(1)...500 {
      var generator = SplitMix(seed)
      let scalars = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2ffff, using: &generator)) ?? "/"
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      for use in [AttachmentName.Use.saving, .programs] {
        let name = AttachmentName.safe(String(text), type: "", part: 1, for: use)
        #expect(!name.isEmpty && name.utf8.count <= 200 && !name.contains("/"))
        #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
        #expect(!name.hasPrefix(".") && !name.hasPrefix("-") && !name.hasPrefix(" "))
        guard use == .programs else { continue }
        #expect(name.first.map { $0.isLetter || $0.isNumber } == true && !name.contains(" "))
      }
    }
  }
}
