import Glibc
import TriageCore

/// What must be known of notmuch's configuration file before libnotmuch reads it.
///
/// The library reads the file itself and has the last word; some values make it end the process, so
/// these are looked at first.
struct KeyFile {
  private var values: [String: String] = [:]

  /// Reads a file; throws `.configuration` if it cannot be read.
  init(path: String) throws(IndexError) {
    let bytes = try readFile(path)
    var section = ""
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("["), let end = line.lastIndex(of: "]") {
        section = String(line[line.index(after: line.startIndex)..<end])
      } else if !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
        let key = line[..<sign].trimmed
        values["\(section).\(key)"] = unescaped(line[line.index(after: sign)...].trimmedStart)
      }
    }
  }

  /// Returns the value of `section.key`, the last one if there are several.
  subscript(key: String) -> String? { values[key] }
}

extension Substring {
  fileprivate var trimmedStart: Substring { drop { $0 == " " || $0 == "\t" } }

  fileprivate var trimmed: Substring {
    var text = trimmedStart
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}

private func unescaped(_ text: Substring) -> String {
  var result = ""
  var isEscape = false
  for character in text {
    if isEscape {
      result.append(escapes[character] ?? character)
      isEscape = false
    } else if character == "\\" {
      isEscape = true
    } else {
      result.append(character)
    }
  }
  return result
}

private let escapes: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r"]

/// Returns the bytes of a small file.
private func readFile(_ path: String) throws(IndexError) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else { throw .configuration(path: path, detail: describe(errno)) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = read(file, &buffer, buffer.count)
    if count == 0 { return bytes }
    if count < 0 {
      let error = errno
      guard error == EINTR else { throw .configuration(path: path, detail: describe(error)) }
    } else {
      bytes += buffer[..<count]
    }
  }
}
