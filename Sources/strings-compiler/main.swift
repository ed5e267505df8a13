import Foundation
import StringsCatalog

// strings-compiler CATALOG OUTPUT: a strings catalog as Swift, for the plugin CompileStrings.

let words = CommandLine.arguments
guard words.count == 3 else {
  fail("usage: strings-compiler CATALOG.xcstrings OUTPUT.swift")
}
let catalog = URL(fileURLWithPath: words[1])
do {
  let bytes = Array(try Data(contentsOf: catalog))
  let name = catalog.deletingPathExtension().lastPathComponent
  let swift = SwiftSource(of: try Catalog(bytes), named: name).text
  try Data(swift.utf8).write(to: URL(fileURLWithPath: words[2]), options: .atomic)
} catch let error as CatalogError {
  let position = error.position.map { ":\($0.line):\($0.column)" } ?? ""
  fail("\(catalog.path)\(position): error: \(error)")
} catch {
  fail("\(catalog.path): error: \(error)")
}

func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("\(reason)\n".utf8))
  exit(1)
}
