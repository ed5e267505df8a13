import ChildProcesses
import Foundation
import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageUI

@testable import mulligan

/// Programs that make text of a part, with their limits.
@Suite final class TextProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(in: temporaryFolder) }

  deinit { folder.remove() }

  /// Runs a program over a file as the loop does; returns what has come of it.
  private func run(
    _ command: [String],
    over bytes: [UInt8] = Array("the part".utf8),
    isNamed: Bool = false,
    named name: String = "part",
    limits: ChildLimits = ChildLimits(time: .seconds(60), output: 4 << 20)
  ) throws -> PartShown {
    var environment = ProcessEnvironment.current
    environment.variables["TMPDIR"] = folder.path
    let programs = TextPrograms(environment: environment, limits: limits)
    defer { programs.close() }
    let file = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    let filled = command.map { $0 == "%s" ? file : $0 }
    try programs.start(
      filled,
      over: file,
      isNamed: isNamed,
      columns: 60,
      in: environment.temporaryFolder,
      for: 5
    )
    while true {
      var entries = programs.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let wait = programs.untilOverdue(from: .now).map { $0 / .milliseconds(1) } ?? 0
      _ = poll(&entries, nfds_t(entries.count), Int32(wait.rounded(.up)))
      for case .partShown(let request, let shown) in programs.readable(at: .now) {
        #expect(request == 5 && programs.descriptors.isEmpty)
        // The copy and the home go with the program.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        return shown
      }
    }
  }

  private func text(_ shown: PartShown) -> String? {
    if case .text(let text, by: _, isCut: false) = shown { text } else { nil }
  }

  private func failure(_ shown: PartShown) -> Sentence? {
    if case .failed(let sentence) = shown { sentence } else { nil }
  }

  @Test func `E18: a program has the copy by name or as input, and knows the width`() throws {
    #expect(text(try run(["cat"])) == "the part")
    #expect(text(try run(["cat", "%s"], isNamed: true)) == "the part")
    let variables = text(try run(["sh", "-c", "echo $COLUMNS $HOME"]))
    #expect(variables?.hasPrefix("60 \(folder.path)/") == true)
  }

  @Test func `E18: a program that hangs is ended with all it has started`() throws {
    let shown = try run(
      ["sh", "-c", "sleep 1000 & wait"],
      limits: ChildLimits(time: .milliseconds(200), output: 1 << 20)
    )
    #expect(failure(shown) == Sentence("error.program-slow", .text("sh")))
  }

  @Test func `E18: of ten megabytes four are shown, and it is said that there is more`() throws {
    let shown = try run(["head", "-c", "10000000", "/dev/zero"])
    guard case .text(let text, by: "head", isCut: true) = shown else {
      Issue.record("\(shown)")
      return
    }
    #expect(text.utf8.count == 4 << 20)
    let flood = try run(["yes"])
    guard case .text(_, by: "yes", isCut: true) = flood else {
      Issue.record("\(flood)")
      return
    }
  }

  @Test func `E18: a program that dies, fails, says nothing or is missing is named`() throws {
    #expect(
      failure(try run(["sh", "-c", "echo broken >&2; kill -SEGV $$"]))
        == Sentence("error.program-failed", .text("sh"), .text("signal 11"), .text("broken"))
    )
    #expect(
      failure(try run(["sh", "-c", "echo text; exit 3"]))
        == Sentence("error.program-failed", .text("sh"), .text("3"), .text(""))
    )
    #expect(failure(try run(["true"])) == Sentence("error.program-silent", .text("true")))
    #expect(throws: UserFacingError.self) { try run(["no-such-program-here"]) }
  }

  @Test func `E18: a program has no more memory than a filter of pages`() throws {
    // The bound is set when the program has just begun.
    let script = "while [ $(ulimit -d) = unlimited ]; do :; done; ulimit -d"
    let shown = try run(["sh", "-c", script])
    // A shell counts in units of 1024 bytes.
    let limit = text(shown).flatMap { Int($0.dropLast()) }
    #expect(limit == Int(filterMemory) / 1024)
  }

  @Test(.enabled(if: Program.isInstalled("pdftotext"), "pdftotext is not installed"))
  func `E18: pdftotext shows a PDF`() throws {
    let shown = try run(["pdftotext", "%s", "-"], over: Self.pdf, isNamed: true, named: "a.pdf")
    #expect(text(shown)?.contains("Hello from a PDF") == true)
  }

  @Test(.enabled(if: Program.isInstalled("w3m"), "w3m is not installed"))
  func `E18: w3m shows a page in its own charset`() throws {
    let page = Array("<p>Gr\u{fc}\u{df}e</p>".unicodeScalars.map { UInt8($0.value) })
    let command = ["w3m", "-I", "iso-8859-1", "-O", "UTF-8", "-dump", "-T", "text/html", "%s"]
    let shown = try run(command, over: page, isNamed: true, named: "a.html")
    #expect(text(shown)?.contains("Grüße") == true)
  }

  @Test(.enabled(if: Program.isInstalled("chafa"), "chafa is not installed"))
  func `E19: chafa draws a picture in half blocks within the text's column`() throws {
    let program = PictureProgram(environment: ProcessInfo.processInfo.environment)
    let drawn = try #require(
      program.rows(of: SamplePicture.png, columns: 60, within: .seconds(60))
    )
    let rows = drawn.split(separator: 0x0A).map { ColoredText(String(decoding: $0, as: UTF8.self)) }
    #expect((1...20).contains(rows.count))
    #expect(rows.allSatisfy { $0.text.width <= 60 && $0.text.text.allSatisfy("▀▄ █".contains) })
    #expect(rows[0].spans.first?.style.background != .standard)
    #expect(rows.last?.spans.isEmpty == false)
  }

  @Test(.enabled(if: Program.isInstalled("chafa"), "chafa is not installed"))
  func `E19: a picture bomb and rubbish draw nothing`() throws {
    let program = PictureProgram(environment: ProcessInfo.processInfo.environment)
    #expect(program.rows(of: SamplePicture.bomb, columns: 60, within: .seconds(60)) == nil)
    #expect(program.rows(of: Array("no picture".utf8), columns: 60, within: .seconds(5)) == nil)
  }

  /// A page with a line of text.
  private static var pdf: [UInt8] {
    let stream = "BT /F1 24 Tf 72 720 Td (Hello from a PDF) Tj ET"
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        + "/Resources << /Font << /F1 5 0 R >> >> >>",
      "<< /Length \(stream.utf8.count) >>\nstream\n\(stream)\nendstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    let lines = offsets.map { offset in
      String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n"
    }
    text += "xref\n0 6\n0000000000 65535 f \n" + lines.joined()
    text += "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }
}

/// Pictures for tests.
enum SamplePicture {
  /// Eight by eight pixels, red above and blue below.
  static let base64 =
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAF0lEQVR4nGP4z8CAFWEXJU+CqoZhlwAA6TA/wcv07EsAAAAASUVORK5CYII="
  static var png: [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

  /// A few bytes that ask for sixteen gigabytes: a picture of 65,535 by 65,535 pixels.
  static let bomb: [UInt8] =
    Array("GIF89a".utf8) + [255, 255, 255, 255, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 2, 0x44, 1, 0, 0x3B]
}
