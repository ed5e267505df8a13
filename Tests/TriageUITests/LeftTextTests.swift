import Foundation
import TestSupport
import Testing
import TriageCore

@testable import TriageUI

/// Texts that screens which have died, and editors that went on, have left.
@Suite struct LeftTextTests {
  private static let text = "From: robin@example.org\nTo: ann@example.org\nSubject: x\n\nHello.\n"

  /// What has become of a message since its text was left.
  enum Change: CaseIterable {
    case none, newer, gone, another, held, secret, secretAndNewer, full
  }

  @Test(arguments: Change.allCases)
  func `a text that was left is kept, or it is said where it lies`(change: Change) throws {
    let box = Mailbox.sample
    let drafts = box.drafts
    let id = drafts.add(Self.text)
    var play = try Screenplay(box)
    if change == .held {
      play.take(.compose(id))
      play.press("y")
      #expect(drafts.history.outgoing().count == 1)
    }
    let message = try #require(drafts.drafts[id]).facts.message
    var left = WorkingDraft(id, message, version: 0, text: Self.text + "More.\n")
    left.file = "/state/writing/1"
    left.isSecret = [.secret, .secretAndNewer].contains(change)
    switch change {
    case .newer, .secretAndNewer: drafts.drafts[id]?.version = 2
    case .gone: drafts.drafts[id] = nil
    case .another: left.message = MessageID("before@example.org")
    case .full: drafts.savingFails = TriageFailure(.diskFull, "/state", "5")
    case .none, .held, .secret: break
    }
    play.take(.leftovers([left]))
    let kept = drafts.drafts.values.filter { $0.text.hasSuffix("More.\n") }
    switch change {
    case .none, .secret: #expect(kept.map(\.id) == [id])
    case .newer, .gone, .another, .held:
      #expect(kept.count == 1 && kept.allSatisfy { $0.version == 1 })
      #expect(change == .gone || drafts.drafts[id]?.text == Self.text)
    case .secretAndNewer, .full:
      #expect(kept.isEmpty && play.effects.last == "release \(id)")
      #expect(play.text.contains("/state/writing/1"), "\(play.text)")
      return
    }
    #expect(play.effects.last == "drop \(id)", "\(play.effects)")
    #expect(play.text.contains("1 message was being written"), "\(play.text)")
  }

  @Test func `several texts of one message are all kept`() throws {
    let box = Mailbox.sample
    let id = box.drafts.add(Self.text)
    box.drafts.drafts[id]?.version = 2
    let message = try #require(box.drafts.drafts[id]).facts.message
    let left = (0...2).map {
      WorkingDraft(id, message, version: Int64($0), text: Self.text + "More \($0).\n")
    }
    var play = try Screenplay(box)
    play.take(.leftovers(left))
    let kept = box.drafts.drafts.values.map(\.text).sorted()
    #expect(kept == left.map(\.text))
    #expect(play.text.contains("3 messages were being written"), "\(play.text)")
  }

  @Test func `a page whose editor was not started removes no file`() throws {
    let box = Mailbox.sample
    let id = box.drafts.add(Self.text)
    let message = try #require(box.drafts.drafts[id]).facts.message
    var play = try Screenplay(box)
    play.take(.compose(id))
    let working = WorkingDraft(id, message, version: 0, text: Self.text)
    let refusal = Sentence("error.being-edited", .text("1"))
    for keys in ["", "e", "j", "q"] {
      play.press(keys)
      play.take(.edited(EditedDraft(working, problem: refusal)))
    }
    #expect(play.effects.allSatisfy { !$0.hasPrefix("drop") }, "\(play.effects)")
  }

  @Test func `a page that is left unsaved leaves its file to the next`() throws {
    let box = Mailbox.sample
    let id = box.drafts.add(Self.text)
    let message = try #require(box.drafts.drafts[id]).facts.message
    box.drafts.savingFails = TriageFailure(.diskFull, "/state", "5")
    var play = try Screenplay(box)
    play.take(.compose(id))
    var working = WorkingDraft(id, message, version: 0, text: Self.text + "More.\n")
    working.file = "/state/writing/1"
    play.take(.edited(EditedDraft(working)))
    #expect(play.text.contains("The text is in /state/writing/1"), "\(play.text)")
    play.press("q")
    #expect(play.state.viewLayer.pane is ListPane)
    #expect(play.effects.last == "release \(id)", "\(play.effects)")
  }
}

extension Screenplay {
  /// All that is on the screen, without its line breaks.
  fileprivate var text: String {
    rows.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }
}
