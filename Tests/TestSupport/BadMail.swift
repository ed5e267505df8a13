import Foundation
package import TriageCore

/// Mail of the bad-input list that is too large to lie beside the sources.
package struct BadMail: Sendable {
  /// The number in the list and what it is.
  package let name: String
  /// Notices that must be there.
  package var notices: [ContentNotice] = []
  /// Text that must be there.
  package var text: String?
  /// Makes the mail.
  package let make: @Sendable () -> String

  private static let isWhole = ProcessInfo.processInfo.environment["MULLIGAN_FULL_SWEEP"] != nil

  /// Builds without optimisation go a part of the way: they are many times slower.
  ///
  /// `MULLIGAN_FULL_SWEEP` makes all of it in them, too.
  ///
  /// - Parameters:
  ///   - full: How much there is of it.
  ///   - least: How much there must be for what is expected.
  /// - Returns: How much to make.
  static func count(_ full: Int, atLeast least: Int = 0) -> Int {
    #if DEBUG
      isWhole ? full : max(full / 50, least)
    #else
      full
    #endif
  }

  /// Returns a text so many times.
  package static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// A mail of one part.
  package static func mail(_ body: String, _ fields: String...) -> String {
    (["From: a@example.org", "Subject: bad"] + fields).joined(separator: "\n") + "\n\n" + body
  }

  static func page(_ html: String) -> String {
    mail(html, "Content-Type: text/html; charset=utf-8")
  }

  /// A mail of several parts, parted by `b`.
  package static func mixed(_ body: String) -> String {
    mail(body, "Content-Type: multipart/mixed; boundary=b")
  }

  /// All of them.
  package static let all = texts + headers + parts + pages + others

  /// What is read for its use of memory.
  package static var heaviest: [BadMail] {
    #if DEBUG
      parts
    #else
      all
    #endif
  }
}

extension BadMail {
  /// Long texts.
  package static let texts: [BadMail] = [
    BadMail(name: "20: a subject of 100,000 encoded words", notices: [.headersCut(omitted: 0)]) {
      mail("x", "Subject: " + many("=?utf-8?B?SGVsbG8=?=\n ", 100_000))
    },
    BadMail(name: "21: a line of a megabyte") { mail(many("x", 1 << 20)) },
    BadMail(name: "21: five million lines", notices: [.bodyCut]) {
      mail(many("y\n", count(5_000_000, atLeast: 110_000)))
    },
    BadMail(name: "50: ten thousand quote levels, flowed") {
      mail(
        (0..<count(10_000)).map { many(">", $0 % 1000) + " t \n" }.joined(),
        "Content-Type: text/plain; format=flowed"
      )
    },
    BadMail(name: "16: a line of combining marks") {
      mail("Z" + many("\u{301}", count(1_000_000)))
    },
    BadMail(name: "addresses without end") { mail(many("http://a.b/ ", count(300_000))) },
    BadMail(name: "an address of full stops") {
      mail("http://example.org/" + many(".", count(2_000_000)))
    },
    BadMail(name: "an address of brackets") {
      mail("http://example.org/" + many("(", 10) + many(")", count(2_000_000)))
    },
    BadMail(name: "addresses of nothing, joined") { mail(many("http://?", count(400_000))) },
    BadMail(name: "lines of addresses") {
      mail(many("see http://example.org/x and mailto:a@b.c\n", count(80_000)))
    },
    BadMail(name: "four million colons") { mail(many(":", count(4_000_000))) },
    BadMail(name: "a patch of hunks") {
      mail("--- a\n+++ b\n" + many("@@ -1 +1 @@\n-a\n+b\n", count(30_000)))
    },
    BadMail(name: "49: escape sequences without end") {
      mail(many("\u{1b}$B", count(1_000_000)), "Content-Type: text/plain; charset=iso-2022-jp")
    },
  ]

  /// Long headers.
  package static let headers: [BadMail] = [
    BadMail(name: "25: two million semicolons", notices: [.headersCut(omitted: 0)]) {
      mail("x", "To: " + many(";", 2_000_000))
    },
    BadMail(name: "26: 300,000 recipients", notices: [.headersCut(omitted: 0)]) {
      mail("x", "To: a@example.org" + many(",\n b@example.org", count(300_000, atLeast: 90_000)))
    },
    BadMail(
      name: "27: a header of 50 megabytes",
      notices: [.headersCut(omitted: 0)],
      text: "the body"
    ) {
      mail("the body", "X-Big: " + many("z", 50_000_000))
    },
    BadMail(name: "27: 500,000 headers", notices: [.headersCut(omitted: 0)], text: "the body") {
      mail("the body", many("X: v\n", count(500_000)) + "Y: v")
    },
    BadMail(name: "28: 100,000 references", notices: [.headersCut(omitted: 0)]) {
      mail("x", "References:" + many("\n <reference@example.org>", 100_000))
    },
    BadMail(name: "35: comments 10,000 deep") {
      mail("x", "To: " + many("(", 10_000) + "x" + many(")", 10_000) + " b@example.org")
    },
    BadMail(name: "35: comments that never end") { mail("x", "To: " + many("(", count(500_000))) },
    BadMail(name: "35: groups in groups", notices: [.headersCut(omitted: 0)]) {
      mail("x", "To: " + many("a:", 250_000))
    },
    BadMail(name: "35: groups in groups over lines", notices: [.headersCut(omitted: 0)]) {
      mail("x", "Reply-To:" + many("\n a:", 200_000))
    },
    BadMail(name: "35: groups in a message inside", notices: [.headersCut(omitted: 0)]) {
      mail("Cc: " + many("a:", 250_000) + "\n\nx", "Content-Type: message/rfc822")
    },
    BadMail(name: "35: quotes") { mail("x", "To: " + many("\"", count(500_000))) },
    BadMail(name: "35: brackets") { mail("x", "To: " + many("<", count(500_000))) },
    BadMail(name: "34: beginnings of encoded words") {
      mail("x", "Subject: " + many("=?a?q?", 160_000))
    },
    BadMail(name: "66: a name of a megabyte") {
      mail("x", "Content-Type: application/x; name=\"" + many("n", 900_000) + "\"")
    },
  ]

  /// Many and deep parts.
  package static let parts: [BadMail] =
    [100, 1000, 20_000].map { depth in
      BadMail(name: "41: multipart \(depth) deep", notices: [.depthCut]) {
        mixed(
          (0..<depth).map {
            "--b\($0 == 0 ? "" : "\($0)")\nContent-Type: multipart/mixed; boundary=b\($0 + 1)\n\n"
          }.joined() + "--b\(depth)\n\ninner\n"
        )
      }
    } + [
      BadMail(name: "41: messages 20,000 deep", notices: [.depthCut]) {
        mail(
          many("Content-Type: message/rfc822\n\n", 20_000) + "x",
          "Content-Type: message/rfc822"
        )
      },
      BadMail(name: "42: 200,000 parts", notices: [.partsCut(omitted: 0)], text: "x") {
        mixed(many("--b\n\nx\n", 200_000) + "--b--\n")
      },
      BadMail(name: "42: parts of nothing but headers", notices: [.partsCut(omitted: 0)]) {
        mixed(many("--b\nA: b\n", 200_000))
      },
      BadMail(name: "42: a boundary in pieces", notices: [.partsCut(omitted: 0)]) {
        mail(
          many("--bc\n\nx\n", 200_000),
          "Content-Type: multipart/mixed;\n boundary*0=\"b\";\n boundary*1=\"c\""
        )
      },
      BadMail(
        name: "42: a type that comes twice, and a line that is no field",
        notices: [.partsCut(omitted: 0)]
      ) {
        mail(
          many("--b c  \n\nx\n", 200_000),
          "Content-Type: text/plain",
          "Content-Type: multipart/mixed; (x) boundary = \"b c\" \nno field"
        )
      },
      BadMail(name: "43: lines that look like boundaries at every level", notices: []) {
        mixed(
          (0..<45).map {
            "--b\($0 == 0 ? "" : "\($0)")\nContent-Type: multipart/mixed; boundary=b\($0 + 1)\n\n"
          }.joined() + "--b45\n\n" + many("--c\n", count(4_000_000))
        )
      },
      BadMail(name: "46: base64 of a hundred megabytes", notices: [.bodyCut]) {
        mail(
          many(many("QUJD", 19) + "\n", count(1_350_000, atLeast: 80_000)),
          "Content-Transfer-Encoding: base64"
        )
      },
      BadMail(name: "47: ten million soft breaks", text: "end") {
        mail(many("=\n", count(10_000_000)) + "end=", "Content-Transfer-Encoding: quoted-printable")
      },
      BadMail(name: "messages 300 deep, each quoted-printable") {
        mail(
          many(
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n",
            300
          ) + many("x\n", count(8_000_000)),
          "Content-Type: message/rfc822",
          "Content-Transfer-Encoding: quoted-printable"
        )
      },
      BadMail(name: "multiparts 40 deep, each quoted-printable") {
        mixed(
          (0..<40).map {
            "--b\($0 == 0 ? "" : "\($0)")\nContent-Type: multipart/mixed; boundary=3Db\($0 + 1)\n"
              + "Content-Transfer-Encoding: quoted-printable\n\n"
          }.joined() + "--b40\n\n" + many("--c\n", count(4_000_000))
        )
      },
      BadMail(name: "190 encoded messages of many fields") {
        mixed(
          many(
            "--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
              + many("QTogYgpBOiBi\nCkE6IGIKQTog\nYgpBOiBiCkE6\nIGIKQTogYgo=\n", 500),
            190
          )
        )
      },
      BadMail(name: "base64 that is none in half a million lines") {
        mail(many("QUJD \n!!\n", count(3_000_000)), "Content-Transfer-Encoding: base64")
      },
      BadMail(name: "48: padding everywhere") {
        mail(many("=A", count(10_000_000)), "Content-Transfer-Encoding: base64")
      },
    ]

  /// Pages that nest, and hide, and never end.
  package static let pages: [BadMail] = [
    BadMail(name: "59: inline data of fifty megabytes", text: "after") {
      page("<p>before<img src='data:image/png;base64,\(many("QUJD", count(7_500_000)))'><p>after")
    },
    BadMail(name: "61: a million nested tags", notices: [.depthCut]) {
      page(many("<b>", count(1_000_000, atLeast: 17_000)) + "text")
    },
    BadMail(name: "61: nested blocks", notices: [.depthCut]) {
      page(many("<div>x", count(500_000, atLeast: 17_000)))
    },
    BadMail(name: "61: nested tables", notices: [.depthCut]) {
      page(many("<table><tr><td>", count(200_000, atLeast: 7000)) + "deep")
    },
    BadMail(name: "61: nested lists", notices: [.depthCut]) {
      page(many("<ul><li>x", count(500_000, atLeast: 9000)))
    },
    BadMail(name: "61: nested quotes", notices: [.depthCut]) {
      page(many("<blockquote>x", count(500_000, atLeast: 17_000)))
    },
    BadMail(name: "61: many tables") {
      page(many("<table><tr><td>a<td>b</table>", count(100_000)))
    },
    BadMail(name: "61: a table of cells") {
      page("<table border=1>" + many("<tr>" + many("<td>cell", 60), count(5000)))
    },
    BadMail(name: "61: cells of a thousand columns and rows") {
      page(
        "<table border=1>" + many("<tr>" + many("<td colspan=1000 rowspan=1000>c", 10), count(5000))
      )
    },
    BadMail(name: "61: a tag of 100,000 attributes", text: "x") {
      page("<p " + (0..<100_000).map { "a\($0)=b " }.joined() + ">x</p>")
    },
    BadMail(name: "61: attributes behind quotes", text: "x") {
      page("<p x=\">\" y='\"' " + (0..<100_000).map { "a\($0) " }.joined() + ">x</p>")
    },
    BadMail(name: "61: ends without beginnings") {
      page(many("<b><i><u>", 120) + many("</x></p></div>", count(200_000)))
    },
    BadMail(name: "61: links") {
      page((0..<count(80_000)).map { "<a href=http://h\($0).example.org/>t</a>" }.joined())
    },
    BadMail(name: "61: four million angles") { page(many("<", count(4_000_000))) },
    BadMail(name: "61: four million ampersands") { page(many("&", count(4_000_000))) },
    BadMail(name: "61: an open quote") { page(many("<a href=\"", count(400_000))) },
    BadMail(name: "61: breaks") { page(many("x<br>", count(800_000))) },
    BadMail(name: "61: styles", text: "x") {
      page("<style>" + many(".a{display:none}", count(200_000)) + "</style><p class=b>x</p>")
    },
    BadMail(name: "61: padding") { page(many("\u{200c}\u{a0}", count(800_000))) },
    BadMail(name: "62: a comment of five megabytes", text: "b") {
      page("<p>a<!--" + many("-", 5_000_000) + "--><p>b")
    },
    BadMail(name: "62: comments that never end", text: "a") {
      page("<p>a" + many("<!-- x ", 700_000) + "<p>b")
    },
  ]

  /// What else is too much.
  package static let others: [BadMail] = [
    BadMail(name: "53: 50,000 appointments") {
      mail(
        "BEGIN:VCALENDAR\n" + many("BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n", count(50_000)),
        "Content-Type: text/calendar"
      )
    },
    BadMail(name: "53: one line in a million pieces") {
      mail(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:" + many(" \n x", count(1_000_000)),
        "Content-Type: text/calendar"
      )
    },
  ]
}

extension ContentNotice {
  /// What it is about, without how much of it.
  package var caseName: String { String("\(self)".prefix { $0 != "(" }) }
}
