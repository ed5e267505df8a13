import Glibc
import TriageCore

/// Base names that no file has had, as Maildir programs make them: time, chance, machine.
///
/// They have none of the marks that synchronisers put into names (`,U=3`), which must not be in two
/// files of one folder.
struct FreshNames {
  private let host: String

  init() {
    var buffer = [CChar](repeating: 0, count: 65)
    let isKnown = gethostname(&buffer, buffer.count - 1) == 0
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let name = bytes.map { byte in Self.isPlain(byte) ? Character(UnicodeScalar(byte)) : "_" }
    host = isKnown && !name.isEmpty ? String(name) : "localhost"
  }

  func next() -> FileName {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let chance = String(UInt64.random(in: .min ... .max), radix: 16)
    return FileName("\(now.tv_sec).M\(now.tv_nsec / 1000)R\(chance).\(host)")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
