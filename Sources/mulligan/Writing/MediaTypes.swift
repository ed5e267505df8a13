import Foundation

/// The MIME types of files by their names, as shared-mime-info knows them.
struct MediaTypes {
  /// The type of what nobody knows.
  static let unknown = "application/octet-stream"

  private let types: [String: String]

  /// Reads the tables that the desktop's programs read; the person's own comes first.
  init(_ environment: ProcessEnvironment) {
    let own = environment.value("XDG_DATA_HOME") ?? environment.home + "/.local/share"
    let shared = environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    var types: [String: (type: String, weight: Int)] = [:]
    for folder in [own] + shared.split(separator: ":").map(String.init) {
      let text = (try? String(contentsOfFile: "\(folder)/mime/globs2", encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") {
        guard let (ending, type, weight) = Self.entry(line) else { continue }
        if types[ending].map({ $0.weight < weight }) ?? true { types[ending] = (type, weight) }
      }
    }
    self.types = types.mapValues(\.type)
  }

  /// Reads a line such as `50:application/pdf:*.pdf`; other patterns than endings are not for
  /// attachments.
  private static func entry(_ line: Substring) -> (ending: String, type: String, weight: Int)? {
    let fields = line.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count >= 3, let weight = Int(fields[0]), fields[2].hasPrefix("*.") else {
      return nil
    }
    let ending = fields[2].dropFirst(2)
    let type = fields[1].split(separator: "/", omittingEmptySubsequences: false)
    guard !ending.isEmpty, !ending.contains(where: { "*?[".contains($0) }),
      type.count == 2, type.allSatisfy(isWord)
    else { return nil }
    return (ending.lowercased(), String(fields[1]), weight)
  }

  /// Whether a text may stand in a header as half of a type.
  private static func isWord(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        let scalar = UnicodeScalar(byte)
        return scalar.properties.isAlphabetic && scalar.isASCII || (0x30...0x39).contains(byte)
          || "!#$&-^_.+".utf8.contains(byte)
      }
  }

  /// The type of a file: that of its longest ending which is known.
  func type(of name: String) -> String {
    var rest = name.lowercased()[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      // A message within another one is not encoded: a file that is only called so would be spoilt.
      if let type = types[String(rest)] { return type == "message/rfc822" ? Self.unknown : type }
    }
    return Self.unknown
  }
}
