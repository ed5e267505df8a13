import Testing
import TriageCore

/// The orders of a list that are not those of its dates.
@Suite struct SortOrderTests {
  @Test(arguments: [
    ("Re: Lunch", "Lunch"), ("RE: re: AW: Lunch", "Lunch"), ("Fwd: Fw: Lunch", "Lunch"),
    ("Re[2]: Lunch", "Lunch"), ("Re (3): Lunch", "Lunch"), ("  Re:Lunch", "Lunch"),
    ("Отв: Обед", "Обед"), ("回复：午餐", "午餐"), ("Lunch: Re: yes", "Lunch: Re: yes"),
    ("Re Lunch", "Re Lunch"), ("Results: all", "Results: all"), ("Re:", ""), ("", ""),
    ("Re[x]: Lunch", "Re[x]: Lunch"),
  ])
  func `E24: subjects are sorted without the marks of answers and of forwarding`(
    subject: String,
    sorted: String
  ) {
    #expect(withoutReplyMarks(subject) == sorted)
  }

  @Test func `E24: senders come as people expect them, of one sender the newest first`() {
    let names = ["zoe", "\"Bob\"", "ann", "", "Ann", "bob", "Zoe", "9 o'clock", "(Ann)"]
    #expect(
      sorted(names.map { ($0, 1) }, by: .sender)
        == ["9 o'clock", "ann", "Ann", "(Ann)", "\"Bob\"", "bob", "zoe", "Zoe", ""]
    )
  }

  @Test func `E24: answers stand beside what they answer`() {
    let subjects = ["Re: lunch", "Agenda", "Lunch", "", "Fwd: agenda"]
    #expect(
      sorted(subjects.map { ($0, 1) }, by: .subject)
        == ["Agenda", "Fwd: agenda", "Re: lunch", "Lunch", ""]
    )
  }

  @Test func `E24: the largest threads come first, of one size the newest`() {
    let threads = [("a", 2), ("b", 9), ("c", 2), ("d", 1)]
    #expect(sorted(threads, by: .size) == ["b", "a", "c", "d"])
  }

  private func sorted(_ threads: [(text: String, size: Int)], by value: SortValue) -> [String] {
    let elements = threads.enumerated().map { index, thread in
      let entry = ThreadEntry(thread: ThreadID("\(index)"), date: nil)
      return SortableThreads.Element(entry, text: thread.text, size: thread.size)
    }
    let all = SortableThreads(revision: IndexRevision(uuid: "", number: 1), threads: elements)
    return all.sorted(by: value) { $0.lowercased() }
      .compactMap { Int($0.thread.text).map { threads[$0].text } }
  }
}
