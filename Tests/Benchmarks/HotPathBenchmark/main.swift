import EngineLink
import Glibc
import MailIndex
import Screen
import StringsCatalog
import TriageCore
import TriageUI

// Times the paths that every key or every message goes through.
// Run it in release: `swift run -c release HotPathBenchmark [notmuch-config mail-root]`.

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "history", let count = Int(arguments[3]) {
  // For `MailBenchmark`, which runs the program itself on such a history.
  let state = getenv("XDG_STATE_HOME").map { String(cString: $0) } ?? "."
  try HistoryMaker.run(lockFolder: arguments[2], count: count, state: state)
  exit(0)
}
if arguments.count == 3 {
  let location = IndexLocation(configuration: arguments[1], database: arguments[2])
  let index = try NotmuchIndex(at: location, now: { 1_700_000_000 })
  let inbox = MailQuery("tag:inbox")
  try Measuring.report("page of 50 threads with rows, real index") {
    let page = try index.list(inbox, sort: .newestFirst, skip: 0, limit: 50)
    use(try index.rows(page.entries.map(\.thread), of: inbox, sort: .newestFirst))
  }
} else {
  print("page of 50 threads with rows: no index was named")
}

let words = try Samples.words()
Measuring.report("cleaning and measuring 50 subjects") {
  for row in Samples.rows { use(DisplayText(row.subject).width) }
}
Measuring.report("laying out 50 subjects in 60 columns") {
  for row in Samples.rows { use(DisplayText(row.subject).padded(toColumns: 60)) }
}

let state = Samples.screen()
let before = view(state, words, clock: Samples.clock).frame
Measuring.report("view of 140 by 40") { use(view(state, words, clock: Samples.clock)) }
var moved = state
if let down = Samples.key("j") {
  _ = update(&moved, down)
  let after = view(moved, words, clock: Samples.clock).frame
  let capabilities = TerminalCapabilities()
  Measuring.report("difference of one line down") {
    use(FrameDifference.bytes(from: before, to: after, capabilities: capabilities))
  }
  Measuring.report("key to update to view to bytes") {
    var state = state
    use(update(&state, down))
    let frame = view(state, words, clock: Samples.clock).frame
    use(FrameDifference.bytes(from: before, to: frame, capabilities: capabilities))
  }
}

let message = EngineMessage.reply(1, Samples.listReply)
let frame = try MessageCoding.frame(of: message)
try Measuring.report("frame of 50 threads, written") {
  use(try MessageCoding.frame(of: message))
}
try Measuring.report("frame of 50 threads, read") {
  let contents = Array(frame.dropFirst(4))
  use(try MessageCoding.message(EngineMessage.self, from: contents))
}

let edit = MessageEdit(TagEdit(remove: ["inbox", "unread"]))
let tagged = MessageState(tags: ["inbox", "unread", "lists"], files: [])
let group = (0..<10_000).map { MessageID("m\($0)@bench.example") }
Measuring.report("plan of a group of 10,000") {
  var plan = StepPlan()
  for id in group { plan.add(Planner.act(id, edit, now: tagged) { _ in PairHistory() }) }
  use(plan)
}

let bytes = Samples.catalogBytes
try Measuring.report("catalog, opened") { use(try Catalog(bytes)) }
let sentence = Sentence("undo.menu", .sentence(Sentence("action.archive.title")))
Measuring.report("sentence of the catalog") { use(words.text(sentence)) }
