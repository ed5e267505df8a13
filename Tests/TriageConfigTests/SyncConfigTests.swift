import Testing
import TriageConfig
import TriageCore

/// `[sync]`: what reaches other machines, and carries mail between them.
@Suite struct SyncConfigTests {
  @Test func `who has set nothing reaches other machines over ssh`() {
    let sync = SyncConfig(
      name: "",
      command: ["ssh", "-CTaxq"],
      remote: ["mulligan", "sync", "--stdio"],
      muchsync: ["muchsync", "--nonew"],
      forgetAfter: 400
    )
    #expect(Config.standard.sync == sync)
  }

  @Test(arguments: [
    ("name = \"laptop\"", true), ("name = 3", false), ("name = \"a\\nb\"", false),
    ("name = \"\(String(repeating: "x", count: 201))\"", false),
    ("command = [\"ssh\", \"-p\", \"2222\"]", true), ("command = []", false),
    ("command = \"ssh\"", false), ("command = [\"\"]", false), ("remote = []", false),
    ("remote = [\"/opt/mulligan\", \"sync\", \"--stdio\"]", true), ("muchsync = []", true),
    ("muchsync = [\"\"]", false), ("forget_after = 0", true), ("forget_after = -1", false),
    ("forget = 30", false),
  ])
  func `its settings are checked, and matter to a sync only`(text: String, isRight: Bool) {
    let problems = Config.read("[sync]\n" + text).problems
    #expect(problems.isEmpty == isRight)
    #expect(problems.allSatisfy { [.sync, .all].contains($0.area) })
  }
}
