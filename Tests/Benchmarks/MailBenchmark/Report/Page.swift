/// The part of README that shows the last run's table.
enum Page {
  private static let start = "<!-- speed -->\n"
  private static let end = "<!-- /speed -->"

  /// Puts tables between the two marks of a page.
  static func renew(_ path: String, with table: String) throws {
    guard let page = Files.read(path), let from = page.firstRange(of: start)?.upperBound,
      let to = page.firstRange(of: end)?.lowerBound
    else { throw Failure("\(path): there are no marks for the table") }
    try Files.write(page[..<from] + table + "\n" + page[to...], to: path)
  }
}
