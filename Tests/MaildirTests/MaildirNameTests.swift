import TestSupport
import Testing
import TriageCore

@testable import Maildir

/// Which names files get when tags change: pure text, no files.
@Suite struct MaildirNameTests {
  private let files = MaildirFiles(root: "/mail")

  @Test(
    arguments: [
      ("/m/in/cur/a:2,", ["flagged": true], "/m/in/cur/a:2,F"),
      ("/m/in/cur/a:2,S", ["unread": true], "/m/in/cur/a:2,"),
      ("/m/in/cur/a:2,", ["unread": false], "/m/in/cur/a:2,S"),
      ("/m/in/new/a", ["unread": false], "/m/in/cur/a:2,S"),
      ("/m/in/new/a", ["unread": true], "/m/in/new/a"),
      ("/m/in/new/a:2,", ["inbox": true], "/m/in/new/a:2,"),
      ("/m/in/cur/a:2,ST", ["replied": true], "/m/in/cur/a:2,RST"),
      ("/m/in/cur/a:2,FSTab", ["flagged": false], "/m/in/cur/a:2,STab"),
      ("/m/in/cur/a,U=3:2,DFPRST", ["draft": false, "passed": false], "/m/in/cur/a,U=3:2,FRST"),
      ("/m/in/cur/a:1,x:2,S", ["flagged": true], "/m/in/cur/a:1,x:2,FS"),
      ("/m/cur/cur/a", ["flagged": true], "/m/cur/cur/a:2,F"),
      ("/m/in/cur/e\u{301}:2,S", ["unread": true], "/m/in/cur/e\u{301}:2,"),
    ] as [(String, [MailTag: Bool], String)]
  )
  func `letters follow the tags that changed`(
    _ file: String,
    _ flags: [MailTag: Bool],
    _ wanted: String
  ) {
    #expect(files.wantedName(of: file, flags: flags).map { Array($0.utf8) } == Array(wanted.utf8))
  }

  @Test(
    arguments: [
      "/m/in/tmp/a:2,S", "/m/in/a:2,S", "a:2,S", "/a", "",
      "/m/in/cur/a:2,SF", "/m/in/cur/a:2,SS", "/m/in/cur/a:2,Sé", "/m/in/cur/a:2,F:2,S",
      "/m/odd:2,S/cur/a:2,", "/m/in/cur/a:2, S",
    ]
  )
  func `odd names are left alone`(_ file: String) {
    #expect(files.wantedName(of: file, flags: ["flagged": true]) == nil)
  }

  @Test func `the laws of following hold for any name`() {
    var random = SplitMix(7)
    for _ in 0..<2_000 {
      let letters = "DFPRSTabcz".filter { _ in Bool.random(using: &random) }
      let place = Bool.random(using: &random) ? "cur" : "new"
      let file = "/m/in/\(place)/17.M\(random.next() % 99)P:2,\(letters)"
      var flags: [MailTag: Bool] = [:]
      for tag in FlagTag.letters.keys where Bool.random(using: &random) {
        flags[tag] = Bool.random(using: &random)
      }
      check(file, letters, flags)
    }
  }

  private func check(_ file: String, _ letters: String, _ flags: [MailTag: Bool]) {
    guard let wanted = files.wantedName(of: file, flags: flags), let name = MaildirName(wanted)
    else {
      Issue.record("\(file) is refused")
      return
    }
    #expect(name.unique == MaildirName(file)?.unique)
    #expect(name.isRegular)
    #expect(files.wantedName(of: wanted, flags: flags) == wanted)
    #expect((wanted == file) == (name.letters == letters))
    #expect(wanted == file || name.subfolder == .cur)
    for (tag, letter) in FlagTag.letters {
      let has = name.letters?.contains(letter) == true
      let expected = flags[tag].map { $0 != (tag == .unread) } ?? letters.contains(letter)
      #expect(has == expected)
    }
    let others = letters.filter { !FlagTag.letters.values.contains($0) }
    #expect(others.allSatisfy { name.letters?.contains($0) == true })
  }
}
