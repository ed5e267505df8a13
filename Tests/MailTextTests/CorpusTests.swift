import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// All mails that lie with the sources.
@Suite struct CorpusTests {
  @Test func `every mail opens in time and in whole lines`() {
    #expect(Fixtures.all.count > 200)
    for path in Fixtures.all {
      for options in [MessageOptions(), MessageOptions(alternative: 1), MessageOptions(raw: true)] {
        let start = processorTime()
        let content = Mail.content(path, options)
        #expect(processorTime() - start < .seconds(2), "\(path)")
        for line in content.lines where line.isOfText {
          #expect(!line.text.utf8.contains(0x0a), "\(path)")
        }
      }
    }
  }

  @Test func `the parts that are listed can be read`() throws {
    for path in Fixtures.all {
      for part in Mail.content(path).parts {
        let bytes = try Mail.part(part.number, path)
        if part.size > 0 { #expect(bytes.count == part.size, "\(path) \(part.number)") }
      }
    }
  }

  @Test func `raw shows every byte of the file`() throws {
    for path in Fixtures.all where !path.hasSuffix("gzip.eml") {
      let file = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(try Mail.part(0, path) == Array(file), "\(path)")
    }
  }
}

extension ContentLine {
  /// Whether the line comes from a text, not from a name.
  fileprivate var isOfText: Bool {
    switch kind {
    case .label, .header, .detail: false
    default: true
    }
  }
}
