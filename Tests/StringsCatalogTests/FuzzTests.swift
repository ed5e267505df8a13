import StringsCatalog
import TestSupport
import Testing

struct FuzzTests {
  /// Numbers that look random and are the same in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) ^ (state << 11)
    }
  }

  private static let alphabet = Array("{}[]\":,\\%@#$0129afglnou \n\u{0}".utf8) + [0xFF, 0xC3]

  private func use(_ catalog: Catalog) {
    for language in ["ru", "ar"] as [LanguageTag] {
      let localizer = catalog.localizer(for: language)
      for key in catalog.keys {
        _ = localizer.string(key)
        _ = localizer.string(key, "x", 5, 1)
        _ = localizer.string(key, 5)
      }
    }
    _ = CatalogCheck().problems(in: catalog)
  }

  @Test(arguments: 0..<8)
  func `random changes to a catalog never crash its reader`(seed: UInt64) {
    var dice = Dice(state: seed)
    let original = Array(Fixtures.everything.utf8)
    var read = 0
    for _ in 0..<40 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        bytes[place] = Self.alphabet.randomElement(using: &dice) ?? 0
      }
      guard let catalog = try? Catalog(bytes) else { continue }
      read += 1
      use(catalog)
    }
    #expect(read > 0)
  }

  @Test
  func `a catalog cut anywhere is refused, not read in part`() {
    let bytes = Array(Fixtures.everything.utf8)
    for end in stride(from: 0, to: bytes.count, by: 13) {
      #expect(throws: CatalogError.self) { _ = try Catalog(Array(bytes[..<end])) }
    }
  }

  @Test
  func `a catalog in more languages than there are is read in time`() throws {
    let languages = (0..<8_000).map { #""x\#($0)":{}"# }.joined(separator: ",")
    let start = processorTime()
    let catalog = try Catalog(Fixtures.catalog(languages))
    #expect(processorTime() - start < .seconds(2))
    #expect(catalog.languages == ["en"])
  }

  @Test(arguments: 0..<4)
  func `random sentences are finished whole or not at all`(seed: UInt64) throws {
    var dice = Dice(state: seed)
    let pieces = [
      "%", "@", "lld", "1$", "2$", "#@n@", "%arg", ".1f", "9", "x", "%%", "0", "-", " ",
    ]
    for _ in 0..<300 {
      let count = Int.random(in: 1...6, using: &dice)
      let text = (0..<count).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
      let catalog = try Catalog(Fixtures.catalog(Fixtures.plain("en", text)))
      let localizer = catalog.localizer(for: "en")
      let both = localizer.translation(of: "key", arguments: ["α", 5])
      #expect(both != nil)
      _ = CatalogCheck().problems(in: catalog)
    }
  }
}
