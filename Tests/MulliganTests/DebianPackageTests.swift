import Foundation
import TestSupport
import Testing

/// The packages that `swift package debian-package` makes, of the program that was built with the
/// tests.
@Suite(
  .enabled(
    if: ["dpkg-deb", "dpkg-shlibdeps", "objcopy", "git"].allSatisfy(Program.isInstalled),
    "dpkg-dev, binutils or git is not installed"
  )
)
struct DebianPackageTests {
  private let mail: TemporaryMail
  /// A repository with one commit of 2026-11-23 05:30 UTC.
  private let root: String

  private static let units = ["outbox", "rules", "wake"].flatMap { name in
    ["service", "timer"].map { "mulligan-\(name).\($0)" }
  }

  /// The packages of a repository whose commit is the version 0.1.0, which takes long to make: most of
  /// the tests look at the same.
  private static let released = Result { () -> [(name: String, bytes: Data)] in
    let tests = try Self()
    try tests.git("tag", "--annotate", "v0.1.0", "--message=The first one\n\nUndo for everything.")
    let packages = try tests.pack(into: "packages")
    return try [packages.program, packages.symbols].map { path in
      let url = URL(filePath: path)
      return (url.lastPathComponent, try Data(contentsOf: url))
    }
  }

  init() throws {
    mail = try TemporaryMail()
    root = "\(mail.folder)/repository"
    try git("init", "--quiet", "--initial-branch=main", root, in: mail.folder)
    try git("commit", "--quiet", "--allow-empty", "--message=Begin")
  }

  @discardableResult
  private func git(_ words: String..., in folder: String? = nil) throws -> String {
    let person = [
      "NAME=Ann Packer", "EMAIL=ann@example.org", "DATE=1795411800 +0000",
    ]
    let variables = ["AUTHOR", "COMMITTER"].flatMap { who in person.map { "GIT_\(who)_\($0)" } }
    return try mail.run(
      ["env", "GIT_CONFIG_GLOBAL=/dev/null"] + variables + ["git", "-C", folder ?? root] + words
    )
  }

  /// Packs the program, not squeezed unless it is said how, and returns the paths of the package and its
  /// symbols.
  private func pack(
    _ program: String = Program.path,
    into name: String,
    _ compression: String = "DPKG_DEB_COMPRESSOR_TYPE=none"
  ) throws -> (program: String, symbols: String) {
    let packager = URL(filePath: Program.path).deletingLastPathComponent()
      .appending(path: "debian-packager").path
    let output = try mail.run([
      "env", compression, packager, root, program, "\(mail.folder)/\(name)",
    ])
    // What dpkg-shlibdeps says of a program that is not linked statically stands before them.
    let paths = output.lines.filter { $0.hasSuffix(".deb") }
    return (try #require(paths.first), try #require(paths.last))
  }

  /// The program without what debuggers read, most of a build for tests: it is packed in half the time.
  private func smallProgram() throws -> String {
    let path = "\(mail.folder)/mulligan"
    try mail.run(["objcopy", "--strip-debug", Program.path, path])
    return path
  }

  /// The paths of the released package and its symbols.
  private func release() throws -> (program: String, symbols: String) {
    let paths = try Self.released.get().map { package in
      let path = "\(mail.folder)/\(package.name)"
      try package.bytes.write(to: URL(filePath: path))
      return path
    }
    return (paths[0], paths[1])
  }

  @Test func `a package has all that belongs to the program, and depends on its libraries`() throws
  {
    let packages = try release()
    #expect(packages.program.hasSuffix("/mulligan_0.1.0_\(try architecture()).deb"))
    let listed = try mail.run(["dpkg-deb", "--contents", packages.program]).lines
    #expect(listed.allSatisfy { $0.contains(" root/root ") && $0.contains(" 2026-11-23 05:30 ") })
    #expect(listed.allSatisfy { $0.hasPrefix("drwxr-xr-x") || $0.hasPrefix("-rw") })
    let manuals = ["", "de/", "es/", "fr/", "ja/", "ru/", "zh_CN/", "zh_TW/"]
    let files =
      [
        "usr/bin/mulligan", "usr/share/bash-completion/completions/mulligan",
        "usr/share/fish/vendor_completions.d/mulligan.fish",
        "usr/share/zsh/vendor-completions/_mulligan", "usr/share/applications/mulligan.desktop",
        "usr/share/applications/mulligan-mailto.desktop",
        "usr/share/doc/mulligan/copyright", "usr/share/doc/mulligan/changelog.gz",
      ] + manuals.map { "usr/share/man/\($0)man1/mulligan.1.gz" }
      + Self.units.map { "usr/lib/systemd/user/\($0)" }
    let packed = listed.filter { !$0.hasPrefix("d") }
      .compactMap { $0.split(separator: " ").last.map { String($0.dropFirst(2)) } }
    #expect(packed.sorted() == files.sorted())
    let depends = try mail.run(["dpkg-deb", "--field", packages.program, "Depends"])
    for library in ["libc6", "libnotmuch5", "libgmime-3.0-0", "libsqlite3-0", "libgpgme11"] {
      #expect(depends.contains("\(library) "), "\(depends)")
    }
    // Loaded when they are needed, and so not by the linker's word.
    #expect(depends.contains(#/, libicu[0-9]+, libxml2, /#), "\(depends)")
    let maintainer = try mail.run(["dpkg-deb", "--field", packages.program, "Maintainer"])
    #expect(maintainer == "Ann Packer <ann@example.org>\n")
    try check(unpacked: packages)
  }

  /// Looks at the files themselves.
  private func check(unpacked packages: (program: String, symbols: String)) throws {
    let installed = "\(mail.folder)/installed"
    try mail.run(["dpkg-deb", "--extract", packages.program, installed])
    try mail.run(["dpkg-deb", "--extract", packages.symbols, installed])
    let documents = "\(installed)/usr/share/doc/mulligan"
    let changes = try mail.run(["zcat", "\(documents)/changelog.gz"])
    #expect(
      changes == """
        mulligan (0.1.0) unstable; urgency=medium

          * The first one
          * Undo for everything.

         -- Ann Packer <ann@example.org>  Mon, 23 Nov 2026 05:30:00 +0000

        """
    )
    let manual = try mail.run(["zcat", "\(installed)/usr/share/man/de/man1/mulligan.1.gz"])
    #expect(manual == (try mail.mulligan("--language", "de", "manual").output))
    let link = try String(
      contentsOfFile: "\(installed)/usr/share/applications/mulligan-mailto.desktop",
      encoding: .utf8
    )
    #expect(link.contains("\nExec=mulligan compose --edit %u\nMimeType=x-scheme-handler/mailto;\n"))
    // A debugger finds the symbols by the id of the build.
    let notes = try mail.run(["readelf", "--notes", Program.path])
    let id = try #require(notes.firstMatch(of: #/Build ID: ([0-9a-f]+)/#)?.1)
    let symbols = "\(installed)/usr/lib/debug/.build-id/\(id.prefix(2))/\(id.dropFirst(2)).debug"
    #expect(FileManager.default.fileExists(atPath: symbols))
    let sections = try mail.run(["readelf", "--sections", "\(installed)/usr/bin/mulligan"])
    #expect(!sections.contains(".symtab") && !sections.contains(".debug_info"))
  }

  /// Runs what a unit of an unpacked package starts, with that program, on a mailbox.
  private func start(
    _ unit: String,
    of installed: String,
    on mail: TemporaryMail,
    with variables: [String] = []
  ) throws {
    let text = try String(
      contentsOfFile: "\(installed)/usr/lib/systemd/user/\(unit)",
      encoding: .utf8
    )
    let start = try #require(text.lines.first { $0.hasPrefix("ExecStart=") }).dropFirst(10)
    let command = String(start).replacing("%E", with: "\(mail.folder)/config")
      .replacing("/usr/bin/mulligan", with: "\(installed)/usr/bin/mulligan")
    let all = ["XDG_STATE_HOME=\(mail.state)"] + variables
    try mail.run(["env"] + all + ["sh", "-c", command])
  }

  @Test func `the units of a package wake what is due, send what is due and run the rules`() throws
  {
    let installed = "\(mail.folder)/installed"
    try mail.run(["dpkg-deb", "--extract", release().program, installed])
    try wake { try start("mulligan-wake.service", of: installed, on: mail, with: $0) }
    try send { try start("mulligan-outbox.service", of: installed, on: $0.mail, with: $1) }
    try rule { try start("mulligan-rules.service", of: installed, on: $0) }
  }

  /// What is due is brought back, and what is not stays away.
  private func wake(_ start: ([String]) throws -> Void) throws {
    try mail.write(SampleMessage("m1@example.org"))
    try mail.notmuch("new", "--quiet")
    #expect(try mail.mulligan("apply", "snooze:2030-01-02T08:00", "--", "*").status == 0)
    try start([])
    #expect(try mail.count("tag:snoozed") == 1)
    try start(["MULLIGAN_CLOCK=2030-01-03T08:00:00Z"])
    #expect(try mail.count("tag:snoozed") == 0 && mail.count("tag:inbox") == 1)
  }

  /// The machine is started anew, long after.
  private func send(_ start: (SendSite, [String]) throws -> Void) throws {
    let site = try SendSite(hold: 300)
    #expect(try site.send().status == 0)
    try site.endHolder()
    try start(site, ["MULLIGAN_BOOT=later", "MULLIGAN_CLOCK=2030-01-03T08:00:00Z"])
    #expect(site.delivered.count == 1)
    #expect(try site.states() == ["sent"])
  }

  /// Rules are run off the undo key.
  private func rule(_ start: (TemporaryMail) throws -> Void) throws {
    let mail = try TemporaryMail()
    let folder = "\(mail.folder)/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "plan = 1\n[[command]]\nactions = [\"add-tag:ruled\"]\nquery = \"*\"\n"
      .write(toFile: "\(folder)/rules.toml", atomically: true, encoding: .utf8)
    try mail.write(SampleMessage("m1@example.org"))
    try mail.notmuch("new", "--quiet")
    try start(mail)
    #expect(try mail.count("tag:ruled") == 1)
    #expect(try mail.mulligan("undo").status == 1)
    #expect(try mail.mulligan("undo", "--any").status == 0)
    #expect(try mail.count("tag:ruled") == 0)
  }

  @Test(.enabled(if: Program.isInstalled("systemd-analyze"), "systemd-analyze is not installed"))
  func `systemd finds nothing wrong with the units`() throws {
    let installed = "\(mail.folder)/installed"
    try mail.run(["dpkg-deb", "--extract", release().program, installed])
    for name in Self.units {
      let unit = "\(installed)/usr/lib/systemd/user/\(name)"
      // The program is not where it will be.
      let text = try String(contentsOfFile: unit, encoding: .utf8)
        .replacing("/usr/bin/mulligan", with: "/usr/bin/true")
      try text.write(toFile: "\(mail.folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let said = try mail.run(
      ["env", "XDG_RUNTIME_DIR=\(mail.folder)", "systemd-analyze", "--user", "--man=no", "verify"]
        + Self.units.map { "\(mail.folder)/\($0)" }
    )
    #expect(said.isEmpty)
  }

  @Test func `dpkg installs what precedes a release, upgrades and removes it, and nothing is left`()
    throws
  {
    let root = "\(mail.folder)/machine"
    for folder in ["info", "updates"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/var/lib/dpkg/\(folder)",
        withIntermediateDirectories: true
      )
    }
    try "".write(toFile: "\(root)/var/lib/dpkg/status", atomically: true, encoding: .utf8)
    // The libraries are not there, and whoever tests may not give files to root.
    let dpkg = [
      "env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "dpkg", "--root=\(root)",
      "--force-not-root", "--force-depends", "--log=/dev/null",
    ]
    let (old, new) = (try pack(smallProgram(), into: "old").program, try release().program)
    let version = try mail.run(["dpkg-deb", "--field", old, "Version"])
      .trimmingCharacters(in: .newlines)
    let commit = try git("rev-parse", "--short=7", "HEAD").trimmingCharacters(in: .newlines)
    #expect(version == "0.1.0~git20261123.\(commit)")
    for (older, newer) in [("0.0.9", version), (version, "0.1.0")] {
      try mail.run(["dpkg", "--compare-versions", older, "lt", newer])
    }
    try mail.run(dpkg + ["--install", old])
    let files = try installed(in: root)
    #expect(files.contains("usr/bin/mulligan"))
    try mail.run(dpkg + ["--install", new])
    #expect(try installed(in: root) == files)
    // What people have is in their homes, where no script of a package goes.
    try mail.run(["dpkg-deb", "--control", new, "\(mail.folder)/control"])
    let control = try FileManager.default.contentsOfDirectory(atPath: "\(mail.folder)/control")
    #expect(control.sorted() == ["control", "md5sums"])
    try mail.run(dpkg + ["--purge", "mulligan"])
    #expect(try installed(in: root) == [])
  }

  /// The files of a machine's folder, but for what dpkg knows itself.
  private func installed(in root: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root).filter { name in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
      return exists && !isFolder.boolValue && !name.hasPrefix("var/lib/dpkg/")
    }.sorted()
  }

  @Test(.enabled(if: Program.isInstalled("xz"), "xz-utils is not installed"))
  func `two packages of one commit are the same bytes, and hold the same as one not squeezed`()
    throws
  {
    try git("tag", "--annotate", "v0.1.0", "--message=The first one\n\nUndo for everything.")
    let program = try smallProgram()
    let squeezed = try ["one", "two"].map {
      try pack(program, into: $0, "DPKG_DEB_COMPRESSOR_LEVEL=0")
    }
    let bytes = try squeezed.map { try [$0.program, $0.symbols].map(digest) }
    #expect(bytes[0] == bytes[1] && bytes[0][0] != bytes[0][1])
    let packages = try [pack(program, into: "plain").program, squeezed[0].program]
    let trees = try packages.map { package in
      let folder = package + ".tree"
      try mail.run(["dpkg-deb", "--raw-extract", package, folder])
      return try mail.run(["sh", "-c", "cd '\(folder)' && find . -type f | sort | xargs sha256sum"])
    }
    #expect(trees[0] == trees[1] && trees[0].contains("usr/bin/mulligan"))
    let sizes = try packages.map { path in
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    #expect(sizes[1] > 0 && sizes[1] < sizes[0] / 2, "\(sizes)")
  }

  private func digest(_ path: String) throws -> Substring {
    try #require(mail.run(["sha256sum", path]).split(separator: " ").first)
  }

  private func architecture() throws -> String {
    try mail.run(["dpkg", "--print-architecture"]).trimmingCharacters(in: .newlines)
  }
}
