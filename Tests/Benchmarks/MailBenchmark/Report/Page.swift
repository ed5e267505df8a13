/// A part of a page that shows the last run.
enum Page {
  /// Puts text between the two marks of a part.
  static func renew(_ path: String, _ part: String, with text: String) throws {
    guard let page = Files.read(path),
      let from = page.firstRange(of: "<!-- \(part) -->\n")?.upperBound,
      let to = page.firstRange(of: "<!-- /\(part) -->")?.lowerBound
    else { throw Failure("\(path): there are no marks for the part \(part)") }
    try Files.write(page[..<from] + text + "\n" + page[to...], to: path)
  }
}
