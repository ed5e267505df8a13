import Foundation
import TestSupport
import Testing
import TriageCore

/// The fields of JSON, as the page of the interface lists them; `?` marks what may be null.
private let fields: [String: String] = [
  "thread":
    "thread s, subject s, authors [s], date s?, matched n, total n, unread n, tags [s], messages [s]",
  "message": "id s, thread s, subject s, from s, date s?, tags [s], files [s]",
  "message of show":
    "id s, thread s, subject s, from s, date s?, tags [s], files [s], to [s], cc [s], body s, "
    + "bodyType s?, truncated b, parts [o]",
  "count": "output s, count n",
  "change": "group n?, message s, added [s], removed [s], from s?, to s?",
  "result":
    "verb s, result s, error s?, dryRun b, group n?, targets [n], name o?, title s, requested n, "
    + "changed n, skipped [o]",
  "step":
    "id n, kind s, state s?, name o?, title s, targets [n], actions [s], origin s, background b, "
    + "at s, host s, pid n, messages n, query s?, next s?",
  "action":
    "id s, title s, undoTitle s, redoTitle s, add [s], remove [s], argument s?, keys [s], user b",
  "key": "view s, keys s, id s, argument s?, title s",
  "problem": "file s, line n?, column n?, code s, title s",
]

@Suite struct FieldTests {
  @Test func `the fields of JSON are those of the page, in name, order and kind`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let bad = try mail.file("bad.toml", "plan = 1\n")
    try check(mail, ["list", "--json", "*"], ["thread"])
    try check(mail, ["list", "--output", "messages", "--json", "*"], ["message"])
    try check(mail, ["show", "--json", "id:m1@example.org"], ["message of show"])
    try check(mail, ["count", "--json", "*"], ["count"])
    try check(mail, ["apply", "archive", "--json", "--patch", "--", "*"], ["change", "result"])
    try check(mail, ["apply", "star", "--json", "--dry-run", "--", "*"], ["result"])
    try check(mail, ["apply", "star", "--json", "--", "id:none"], ["result"])
    try check(mail, ["undo", "--json"], ["result"])
    try check(mail, ["undo", "--json"], ["result"])
    try check(mail, ["history", "--all", "--json"], ["step"])
    try check(mail, ["actions", "--json"], ["action"])
    try check(mail, ["keys", "--json"], ["key"])
    try check(mail, ["plan", "check", "--json", bad], ["problem"])
    try check(mail, ["plan", "run", "--json", bad], ["result"])
  }

  private func check(_ mail: TemporaryMail, _ arguments: [String], _ expected: [String]) throws {
    let run = try mail.mulligan(arguments)
    let lines = run.output.lines.filter { !$0.isEmpty }
    #expect(!lines.isEmpty, "\(arguments): \(run)")
    for line in lines {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      )
      let type = object["type"] as? String ?? ""
      let name = try #require(expected.first { $0 == type || $0.hasPrefix("\(type) ") })
      let wanted = (fields[name] ?? "").components(separatedBy: ", ").map {
        $0.components(separatedBy: " ")
      }
      #expect(Set(object.keys) == Set(wanted.map { $0[0] } + ["type"]), "\(arguments)")
      for field in wanted {
        #expect(Self.fits(object[field[0]], field[1]), "\(arguments) \(field): \(line)")
      }
      let places = wanted.compactMap { line.range(of: "\"\($0[0])\":")?.lowerBound }
      #expect(places == places.sorted() || name.hasPrefix("message of"), "\(line)")
    }
  }

  private static func fits(_ value: Any?, _ kind: String) -> Bool {
    if value is NSNull { return kind.hasSuffix("?") }
    switch kind.prefix(while: { $0 != "?" }) {
    case "s": return value is String
    case "n": return value is Int
    case "b": return value is Bool
    case "o": return value is [String: Any]
    case "[s]": return value is [String]
    case "[n]": return value is [Int] || (value as? [Any])?.isEmpty == true
    case "[o]": return value is [[String: Any]] || (value as? [Any])?.isEmpty == true
    default: return false
    }
  }
}
