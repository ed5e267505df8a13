import Foundation
import PackagePlugin

/// `swift package debian-package [FOLDER]`: builds the program for release and packs it, so that two
/// builds are the same bytes, also in another folder of the same name with a path as long.
///
/// The compiler replaces paths, but GRDB's `#file` keeps the length that its path had, and what plugins
/// make lies in a folder that is called like the repository's.
///
/// The packages come into the folder, or else into `.build/debian`.
@main struct DebianPackage: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    // Without a slash at its end: the name of the folder alone is to be replaced, too.
    let root = URL(filePath: context.package.directoryURL.path(percentEncoded: false)).path
    let packager = try context.tool(named: "debian-packager").url.path(percentEncoded: false)
    // A folder of its own: the package's own one is locked while a plugin runs.
    let scratch = context.pluginWorkDirectoryURL.appending(path: "release")
      .path(percentEncoded: false)
    try run(["swift", "build", "--package-path", root] + Self.options(root, scratch))
    let output = arguments.first { !$0.hasPrefix("-") } ?? "\(root)/.build/debian"
    try run([packager, root, "\(scratch)/release/mulligan", output])
  }

  /// How a release is built: without a trace of the folder it was built in.
  private static func options(_ root: String, _ scratch: String) -> [String] {
    let names = ["\(scratch)=.build", "\(root)=."]
    let linker = [
      "--build-id=sha1", "-z", "relro", "-z", "now", "--no-export-dynamic",
    ]
    // Hashes that are other ones in each build, of what the compiler keeps for the next and of the C
    // modules that it made.
    let compiler = ["-disable-incremental-llvm-codegen", "-no-clang-module-breadcrumbs"]
    var options = [
      "--scratch-path", scratch, "--configuration", "release", "--static-swift-stdlib",
      "--product", "mulligan", "--disable-local-rpath", "-Xcc", "-DWITHOUT_FOUNDATION_DATA",
    ]
    for option in linker { options += ["-Xlinker", option] }
    for option in compiler { options += ["-Xswiftc", "-Xfrontend", "-Xswiftc", option] }
    for name in names {
      options += ["-Xswiftc", "-file-prefix-map", "-Xswiftc", name]
      options += ["-Xcc", "-ffile-prefix-map=\(name)"]
    }
    return options
  }

  private func run(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(words[0]) ended with \(process.terminationStatus)")
    }
  }
}

/// A program that has failed: it has said why.
private struct Failure: Error, CustomStringConvertible {
  let description: String
}
