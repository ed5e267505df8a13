import Foundation

// debian-packager ROOT PROGRAM OUTPUT: packs a built program for Debian, for the plugin
// DebianPackage. ROOT is the repository; the packages come into the folder OUTPUT.

let words = CommandLine.arguments
guard words.count == 4 else {
  fail("usage: debian-packager ROOT PROGRAM OUTPUT")
}
do {
  let release = try Release(of: words[1], program: words[2])
  for package in try DebianPackages(of: release).build(into: words[3]) { print(package) }
} catch {
  fail("\(error)")
}

private func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("debian-packager: error: \(reason)\n".utf8))
  exit(1)
}
