import Glibc
import TriageCore

/// What the `cur` and `new` folders of one Maildir hold, by the part of the names before `,U=` and `:2,`.
///
/// Kept from one search to the next: after a crash many files of one Maildir are looked for.
struct MaildirListing {
  private let maildir: String
  private let times: [Int]
  private var files: [FileName: [(unique: String, path: String)]] = [:]

  /// Reads both folders; one that cannot be read counts as empty.
  init(_ maildir: String) {
    self.maildir = maildir
    times = Self.times(of: maildir)
    for subfolder in MaildirName.Subfolder.allCases {
      let folder = "\(maildir)/\(subfolder.rawValue)"
      for name in names(in: folder) {
        let unique = MaildirName.split(name.utf8).unique
        files[FileName(unique).unnumbered, default: []].append((unique, "\(folder)/\(name)"))
      }
    }
  }

  /// Returns the one file with this unique part, else the one that has it with another number; `nil`
  /// if there is none or more than one.
  func only(_ unique: String) -> String? {
    let numbered = files[FileName(unique).unnumbered] ?? []
    let exact = numbered.filter { $0.unique.utf8.elementsEqual(unique.utf8) }
    let found = exact.isEmpty ? numbered : exact
    return found.count == 1 ? found.first?.path : nil
  }

  /// Returns whether this is a listing of that Maildir and nothing has changed there since.
  func isCurrent(for other: String) -> Bool {
    maildir == other && times == Self.times(of: maildir)
  }

  private static func times(of maildir: String) -> [Int] {
    MaildirName.Subfolder.allCases.flatMap { subfolder in
      var information = stat()
      let path = "\(maildir)/\(subfolder.rawValue)"
      guard path.withFileName({ stat($0, &information) }) == 0 else { return [0, 0] }
      return [information.st_mtim.tv_sec, information.st_mtim.tv_nsec]
    }
  }
}

/// Returns the names of a folder's entries, without those that begin with a dot.
func names(in folder: String) -> [String] {
  entries(in: folder).filter { !$0.hasPrefix(".") }
}

/// Returns the names of all that is in a folder.
func entries(in folder: String) -> [String] {
  guard let directory = folder.withFileName({ opendir($0) }) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      // The name is an array of C characters that ends at a zero.
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
        String(fileName: bytes(of: $0))
      }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// The bytes of a C string, without the zero at its end.
func bytes(of text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: text, count: strlen(text))
}
