import Foundation
import Testing
import TriageCore

@Suite struct PartBytesTests {
  @Test func `every byte comes back, and takes two on the wire at most`() throws {
    let all = PartBytes(0...UInt8.max)
    let coded = try JSONEncoder().encode([all])
    #expect(try JSONDecoder().decode([PartBytes].self, from: coded) == [all])
    for byte in UInt8.min...UInt8.max {
      let many = try JSONEncoder().encode([PartBytes([UInt8](repeating: byte, count: 1000))])
      #expect(many.count <= 2004, "\(byte)")
    }
  }

  @Test func `a text of anything but bytes is refused`() {
    let texts = Data(#"["\u0120"]"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PartBytes].self, from: texts)
    }
  }
}
