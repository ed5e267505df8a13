import Foundation
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

@Suite struct HintFileTests {
  @Test func `E30: which keys are known outlives the screen, and screens add to it`() throws {
    let mail = try TemporaryMail()
    let known = try JSONDecoder().decode(
      HintMemory.self,
      from: Data(#"{"uses":{"archive":3,"delete":1}}"#.utf8)
    )
    let others = try JSONDecoder().decode(
      HintMemory.self,
      from: Data(#"{"uses":{"delete":3}}"#.utf8)
    )
    let folder = "\(mail.state)/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var hints = HintFile(stateFolder: mail.state)
    hints.note(known)
    // Nothing is written while a screen waits to be painted.
    #expect(hints.read() == HintMemory())
    hints.keep()
    hints.note(others)
    hints.keep()
    let kept = HintFile(stateFolder: mail.state).read()
    #expect(kept.knows(.mail(.fixed(.archive))) && kept.knows(.mail(.fixed(.delete))))
    #expect(!kept.knows(.command(.open)))
    let file = try FileManager.default.attributesOfItem(atPath: "\(folder)/hints.json")
    #expect(file[.posixPermissions] as? Int == 0o600)
  }

  @Test func `E30: a screen keeps that a key was used, though it is left at once`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.press("a", "Q")
    try screen.wait(for: "left with 0")
    let kept = try String(contentsOfFile: "\(mail.state)/mulligan/hints.json", encoding: .utf8)
    #expect(kept.contains("\"archive\":1"), "\(kept)")
  }

  @Test func `E30: a memory that is not whole is none`() throws {
    let mail = try TemporaryMail()
    let folder = "\(mail.state)/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("{\"uses\":".utf8).write(to: URL(fileURLWithPath: "\(folder)/hints.json"))
    #expect(HintFile(stateFolder: mail.state).read() == HintMemory())
  }
}
