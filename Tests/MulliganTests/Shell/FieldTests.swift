import Foundation
import TestSupport
import Testing
import TriageCore

@testable import TriageConfig

/// The fields of JSON in their order, as the page of the interface lists them: s text, n whole
/// number, b truth, t time in UTC, `[]` array, `?` may be null, `{}` an object of that kind.
private let fields: [String: String] = [
  "thread":
    "thread s, subject s, authors [s], date t?, matched n, total n, unread n, tags [s], messages [s]",
  "message": "id s, thread s, subject s, from s, date t?, tags [s], files [s]",
  "message of show":
    "id s, thread s, subject s, from s, date t?, tags [s], files [s], to [s], cc [s], body s, "
    + "bodyType s?, truncated b, omitted n, parts [{part}], seals [{seal}], "
    + "outside {outside}",
  "part": "number n, type s, filename s?, size n, seal n?",
  "seal":
    "number n, form s, state s?, integrity b?, whole b, recipients [s], signatures [{signature}]",
  "signature":
    "verdict s, keyid s?, fingerprint s?, userId s?, validity s?, at t?, expires t?",
  "outside": "subject s?, from s?, to s?, date s?",
  "template":
    "kind s, account s, from s, subject s, body s, to [s], cc [s], bcc [s], references [s], "
    + "answers [s], inReplyTo s?, attachments [s], decrypted [s]",
  "outgoing":
    "id n, state s, message s, kind s, account s, from s, subject s, recipients n, to [s], answers [s], "
    + "filed b, attempt n, until t?, group n?, exit n?, reason s?",
  "count": "output s, count n",
  "method": "kind s, uri s, host s?, reason s?",
  "change": "group n?, message s, added [s], removed [s], from s?, to s?",
  "departure": "group n, outgoing n, message s, found s, wanted s",
  "result":
    "verb s, result s, error s?, dryRun b, group n?, targets [n], name {name}?, title s, requested n, "
    + "changed n, skipped [{skip}]",
  "name": "key s, arguments [s]",
  "skip": "message s, reason s, tags [s], by n?",
  "step":
    "id n, kind s, state s?, name {name}?, title s, targets [n], actions [s], origin s, background b, "
    + "at t, host s, pid n, messages n, query s?, next s?, uid s, machine s?, received t?",
  "step of show":
    "id n, kind s, state s?, name {name}?, title s, targets [n], actions [s], origin s, background b, "
    + "at t, host s, pid n, messages n, query s?, next s?, uid s, machine s?, "
    + "received t?, outlook {outlook}?",
  "total": "by s, value s?, groups n, messages n, undone n, background n",
  "suggestion":
    "id s, by s, value s, name s?, actions [s], done n, of n, groups n, days n, undone n, left n, "
    + "first t, last t, query s, now n, example s, dismissed b, title s",
  "outlook": "restored n, alreadySo n, kept n, changedSince n, gone n, folderMissing n, "
    + "alreadySent n",
  "action":
    "id s, title s, undoTitle s, redoTitle s, add [s], remove [s], argument s?, keys [s], user b",
  "key": "view s, keys s, id s, argument s?, title s",
  "problem": "file s, line n?, column n?, code s, title s",
]

/// The words that a field may have, where the page lists them.
private let words: [String: String] = [
  "result.result": "done nothing partial refused failed",
  "result.error":
    "usage confirmation-needed declined cancelled locked no-index index-busy index-damaged "
    + "index-newer read-only not-writable disk-full journal-damaged journal-newer journal-unwritable "
    + "bad-query bad-tag bad-time no-such-action no-such-step no-such-folder no-way-back "
    + "folder-too-long nothing-to-undo nothing-to-redo nothing-found file-exists config plan internal too-few-files too-little-memory "
    + "bad-address bad-header bad-message no-recipient no-sendmail no-account no-such-outgoing "
    + "not-in-state already-sent being-edited too-large no-such-suggestion",
  "result.verb":
    "apply tag move wake undo redo plan revert reapply restore recover prune reset compose reply "
    + "forward send cancel retry",
  "seal.form": "pgp-mime pgp-inline smime",
  "seal.state": "open locked no-key damaged too-large no-answer unsupported off no-gpg",
  "signature.verdict":
    "bad unknown-key revoked-key expired-key expired-signature error untrusted other-sender good",
  "signature.validity": "never unknown marginal full ultimate",
  "skip.reason":
    "already-so kept changed-since gone folder-missing several-files flags-not-written already-sent",
  "suggestion.by": "sender list",
  "step.kind": "action undo redo switch external merge kept",
  "step.state": "live undone partial open",
  "step.origin": "screen shell automatic",
  "step.next": "undo redo",
  "action.argument": "tag tags folder time",
  "count.output": "messages threads",
  "method.kind": "mailto one-click page refused",
  "method.reason": "insecure number user-name scheme malformed",
  "template.kind": "new reply forward",
  "outgoing.kind": "new reply forward",
  "outgoing.state": "draft held leaving sent unknown",
  "key.view":
    "global list message compose outbox sidebar history text dialog menu picker parts rules help",
]

/// Holds all JSON of the transcripts, which are what the program prints, to the page.
@Suite struct FieldTests {
  /// The commands of the transcripts, with their lines of JSON.
  private static let runs: [(command: String, objects: [String])] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Transcript.folder.path)) ?? []
    return names.sorted().flatMap { name -> [(command: String, objects: [String])] in
      let file = Transcript.folder.appending(path: name)
      var runs: [(command: String, objects: [String])] = []
      for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").lines {
        if line.hasPrefix("$ mulligan ") { runs.append((String(line.dropFirst(11)), [])) }
        if line.hasPrefix("{\"type\""), !runs.isEmpty { runs[runs.count - 1].objects.append(line) }
      }
      return runs
    }
  }()

  @Test func `the fields of JSON are those of the page, in name, order and kind`() throws {
    var seen: Set<String> = []
    for run in Self.runs {
      for line in run.objects {
        let text = line.replacing("\"pid\":PID", with: "\"pid\":1")
          .replacing("\"at\":\"TIME\"", with: "\"at\":\"2026-01-01T00:00:00Z\"")
          .replacing("\"until\":\"TIME\"", with: "\"until\":\"2026-01-01T00:00:00Z\"")
        let table = try JSONDocument.read(text)
        let type = table["type"]?.string ?? ""
        let shows = run.command.hasPrefix("show ") || run.command.hasPrefix("history show ")
        let name = shows && fields["\(type) of show"] != nil ? "\(type) of show" : type
        seen.insert(name)
        #expect(table.entries.first?.key == "type", "\(run.command)")
        let rest = Table(entries: Array(table.entries.dropFirst()))
        #expect(Self.misfits(rest, name) == [], "\(run.command): \(line)")
      }
    }
    let kinds = Set(fields.keys).subtracting([
      "part", "name", "skip", "outlook", "seal", "signature", "outside",
    ])
    #expect(seen == kinds, "every kind of object is in a transcript")
  }

  @Test func `every verb is in a transcript, and as JSON if it has it`() throws {
    let help = try TemporaryMail().mulligan("--experimental-dump-help").output
    let tool = try JSONDocument.read(help)
    let root = try #require(tool["command"]?.table)
    for verb in Self.leaves(root, below: []) {
      let commands = Self.runs.map(\.command).filter { Self.has($0, verb.path) }
      #expect(!commands.isEmpty, "\(verb.path)")
      if verb.hasJSON {
        #expect(commands.contains { $0.contains("--json") }, "\(verb.path)")
        #expect(commands.contains { !$0.contains("--json") }, "\(verb.path)")
      }
    }
  }

  static func has(_ command: String, _ path: [String]) -> Bool {
    "\(command) ".hasPrefix(path.joined(separator: " ") + " ")
  }

  /// The verbs that do something, with the words that name them.
  static func leaves(
    _ command: Table,
    below path: [String]
  ) -> [(path: [String], hasJSON: Bool)] {
    (command["subcommands"]?.array ?? []).compactMap(\.table).flatMap { verb in
      let name = verb["commandName"]?.string ?? ""
      // `history` alone is a verb of its own, which has no name.
      let path = name == "list" && path == ["history"] ? path : path + [name]
      // The screen's engine talks to the screen only.
      if ["help", "engine"].contains(name) { return [] as [(path: [String], hasJSON: Bool)] }
      if verb["subcommands"]?.array?.isEmpty == false { return leaves(verb, below: path) }
      let hasJSON = (verb["arguments"]?.array ?? []).contains { argument in
        (argument.table?["names"]?.array ?? []).contains { $0.table?["name"]?.string == "json" }
      }
      return [(path, hasJSON)]
    }
  }

  /// What of an object is not as its kind says.
  private static func misfits(_ object: Table, _ kind: String) -> [String] {
    let wanted = (fields[kind] ?? "").components(separatedBy: ", ").map {
      $0.components(separatedBy: " ")
    }
    let names = object.entries.map(\.key)
    guard names == wanted.map({ $0[0] }) else { return ["\(kind) has \(names)"] }
    return zip(object.entries, wanted).flatMap { entry, field in
      misfits(entry.node, field[1], "\(kind.components(separatedBy: " ")[0]).\(field[0])")
    }
  }

  private static func misfits(_ node: Node, _ form: String, _ place: String) -> [String] {
    if case .other = node.value { return form.hasSuffix("?") ? [] : ["\(place) is null"] }
    let form = form.hasSuffix("?") ? String(form.dropLast()) : form
    if form.hasPrefix("[") {
      guard let items = node.array else { return ["\(place) is no array"] }
      return items.flatMap { misfits($0, String(form.dropFirst().dropLast()), place) }
    }
    if form.hasPrefix("{") {
      guard let table = node.table else { return ["\(place) is no object"] }
      return misfits(table, String(form.dropFirst().dropLast()))
    }
    let fits =
      switch form {
      case "s": node.string.map { isWord($0, place) } ?? false
      case "n": node.integer != nil
      case "b": node.bool != nil
      case "t": node.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil
      default: false
      }
    return fits ? [] : ["\(place) is not \(form)"]
  }

  private static func isWord(_ text: String, _ place: String) -> Bool {
    words[place].map { $0.components(separatedBy: " ").contains(text) } ?? true
  }
}
