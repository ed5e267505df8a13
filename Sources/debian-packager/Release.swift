import Foundation

/// What is packed: a built program, and what the repository knows of it.
struct Release {
  /// The program, with its symbols.
  let program: String
  /// Its version as Debian orders it: between two tags with the day and the commit.
  let version: String
  /// When it was committed, in seconds since 1970: the date of all that is packed.
  let date: Int
  /// Who keeps the program: name and address.
  let maintainer: String
  /// The versions so far, newest first.
  let changes: [Change]

  /// A version and what is new in it.
  struct Change {
    let version: String
    let date: Int
    let author: String
    let lines: [String]
  }

  init(of root: String, program: String) throws {
    self.program = URL(filePath: program).path
    let own = try Tool.lines(Tool.run(self.program, "--version", with: Self.nobody)).first ?? ""
    let format = "--format=%ct%n%an <%ae>%n%h%n%cd"
    let head = try Tool.lines(
      Tool.run("git", "-C", root, "log", "-1", "--date=format:%Y%m%d", "--abbrev=7", format)
    )
    guard head.count == 4, let date = Int(head[0]) else {
      throw Tool.Failure(description: "\(root) has no commit to be packed")
    }
    (self.date, maintainer) = (date, head[1])
    let tags = try Self.tags(of: root)
    let isTagged = try Tool.lines(Tool.run("git", "-C", root, "tag", "--points-at", "HEAD"))
      .contains("v\(own)")
    version = isTagged ? own : "\(own)~git\(head[3]).\(head[2])"
    let untagged = Change(
      version: version,
      date: date,
      author: maintainer,
      lines: ["The state of commit \(head[2])."]
    )
    changes = (isTagged ? [] : [untagged]) + tags
  }

  /// Variables of somebody without settings: those of whoever packs change nothing.
  static let nobody = ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"]

  /// The tagged versions, newest first, with what their tags say.
  private static func tags(of root: String) throws -> [Change] {
    let names = try Tool.lines(
      Tool.run("git", "-C", root, "tag", "--merged", "HEAD", "--sort=-creatordate", "--list", "v*")
    )
    return try names.compactMap { name in
      let format = "--format=%(creatordate:unix)%0a%(creator)%0a%(contents)"
      let lines = try Tool.lines(
        Tool.run("git", "-C", root, "for-each-ref", format, "refs/tags/\(name)")
      )
      guard lines.count >= 2, let date = Int(lines[0]) else { return nil }
      // A creator is a name and an address, and a time after it.
      let author = lines[1].prefix { $0 != ">" } + ">"
      let signature = lines.firstIndex { $0.hasPrefix("-----BEGIN") } ?? lines.count
      return Change(
        version: String(name.dropFirst()),
        date: date,
        author: String(author),
        lines: Array(lines[2..<max(2, signature)])
      )
    }
  }
}
