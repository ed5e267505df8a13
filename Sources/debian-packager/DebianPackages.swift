import Foundation

/// Two packages of a release: the program, and the symbols with which a crash of it is read.
struct DebianPackages {
  private let release: Release
  private let architecture: String

  init(of release: Release) throws {
    self.release = release
    architecture = try Tool.lines(Tool.run("dpkg", "--print-architecture")).first ?? ""
  }

  /// Packs both and returns their paths.
  ///
  /// - Throws: `Tool.Failure` if a program of Debian's is missing or refuses, or what Foundation says
  ///   of a file.
  func build(into output: String) throws -> [String] {
    let work = FileManager.default.temporaryDirectory.appending(
      path: "debian-packager-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: work) }
    let (program, symbols) = (
      try PackageTree("\(work)/mulligan"), try PackageTree("\(work)/mulligan-dbgsym")
    )
    try split(into: program, symbols)
    try ProgramFiles(of: release).write(into: program)
    let depends = try dependencies(of: program, in: work)
    try FileManager.default.createDirectory(
      atPath: output,
      withIntermediateDirectories: true
    )
    return [
      try pack(program, Control.program(release, architecture, depends: depends), output),
      try pack(symbols, Control.symbols(release, architecture), output),
    ]
  }

  /// Parts the program from its symbols, which a debugger finds by the id of the build.
  private func split(into program: PackageTree, _ symbols: PackageTree) throws {
    let name = "usr/bin/mulligan"
    try program.write(Data(), to: name, mode: 0o755)
    try Tool.run(
      "strip",
      "--strip-all",
      "--remove-section=.comment",
      "--remove-section=.note",
      "-o",
      program.path(name),
      release.program
    )
    try program.setMode(0o755, of: name)
    let id = try buildID()
    let debug = "usr/lib/debug/.build-id/\(id.prefix(2))/\(id.dropFirst(2)).debug"
    try symbols.write(Data(), to: debug)
    try Tool.run(
      "objcopy",
      "--only-keep-debug",
      "--compress-debug-sections",
      release.program,
      symbols.path(debug)
    )
    try symbols.setMode(0o644, of: debug)
    try symbols.link("usr/share/doc/mulligan-dbgsym", to: "mulligan")
  }

  private func buildID() throws -> String {
    let notes = try Tool.lines(Tool.run("readelf", "--notes", release.program))
    guard let id = notes.compactMap({ $0.firstMatch(of: #/Build ID: ([0-9a-f]{8,})/#)?.1 }).first
    else { throw Tool.Failure(description: "\(release.program) has no build id") }
    return String(id)
  }

  /// The packages whose libraries the program is linked with, in the versions whose symbols it uses.
  private func dependencies(of program: PackageTree, in work: String) throws -> String {
    // The tool looks for the source of a package around it, and knows a package by this folder.
    try program.makeFolder("DEBIAN")
    let source = try PackageTree("\(work)/source")
    let stanzas = "Source: mulligan\n\nPackage: mulligan\nArchitecture: any\n"
    try source.write(Data(stanzas.utf8), to: "debian/control")
    let output = try Tool.lines(
      Tool.run(
        "dpkg-shlibdeps",
        "--warnings=0",
        "-O",
        program.path("usr/bin/mulligan"),
        in: source.folder
      )
    )
    let start = "shlibs:Depends="
    guard let line = output.first(where: { $0.hasPrefix(start) }) else {
      throw Tool.Failure(description: "dpkg-shlibdeps names no library")
    }
    return ([String(line.dropFirst(start.count))] + (try lateDependencies())).joined(
      separator: ", "
    )
  }

  /// The packages of the libraries that the program loads when it first needs them, which no tool finds: their names
  /// stand in its text.
  private func lateDependencies() throws -> [String] {
    let names = try Tool.lines(
      Tool.run("grep", "-aohE", #"lib(icui18n|xml2)\.so\.[0-9]+"#, release.program)
    )
    return try Set(names).sorted().map { name in
      let owners = try Tool.lines(Tool.run("dpkg-query", "--search", "*/\(name)"))
      guard let package = owners.first?.prefix(while: { $0 != ":" }) else {
        throw Tool.Failure(description: "no package has \(name)")
      }
      return String(package)
    }
  }

  /// What a person has told dpkg-deb of compressing, else as small as can be.
  private static let compression = (
    type: ProcessInfo.processInfo.environment["DPKG_DEB_COMPRESSOR_TYPE"] ?? "xz",
    level: ProcessInfo.processInfo.environment["DPKG_DEB_COMPRESSOR_LEVEL"] ?? "9e"
  )

  /// Packs a tree as it is, owned by root and dated by the commit.
  private func pack(_ tree: PackageTree, _ control: Control, _ output: String) throws -> String {
    let size = try tree.installedSize
    let sums = try tree.files.map { name in
      try Tool.lines(Tool.run("md5sum", name, in: tree.folder)).joined()
    }
    try tree.write(Data(control.text(installedSize: size).utf8), to: "DEBIAN/control")
    try tree.write(Data((sums.joined(separator: "\n") + "\n").utf8), to: "DEBIAN/md5sums")
    let name = "\(control.name)_\(release.version)_\(architecture).deb"
    let path = URL(filePath: "\(output)/\(name)").path
    let isXZ = Self.compression.type == "xz"
    try Tool.run(
      "dpkg-deb",
      "--root-owner-group",
      "-Z\(isXZ ? "none" : Self.compression.type)",
      "--build",
      tree.folder,
      path,
      with: ["SOURCE_DATE_EPOCH": String(release.date)]
    )
    if isXZ { try squeeze(path, in: "\(tree.folder)-parts") }
    return path
  }

  /// Compresses the two archives that a package is made of: dpkg-deb would not tell xz that most of it is
  /// instructions, whose addresses are easier to foretell once they are absolute.
  private func squeeze(_ path: String, in parts: String) throws {
    try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
    try Tool.run("ar", "x", path, in: parts)
    let filters = architecture == "amd64" ? ["--x86"] : []
    let archives = ["control.tar", "data.tar"]
    for archive in archives {
      let options = ["--threads=1"] + filters + ["--lzma2=preset=\(Self.compression.level)"]
      try Tool.run(["xz"] + options + [archive], in: parts)
    }
    try FileManager.default.removeItem(atPath: path)
    let members = ["debian-binary"] + archives.map { "\($0).xz" }
    try Tool.run(["ar", "rcDS", path] + members, in: parts)
  }
}
