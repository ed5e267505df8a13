/// The arguments of a verb if they are as plain as scripts write them: options that it has, each with a value of its
/// own, and words.
///
/// The parser asks at run time what every property of a verb is, which takes longer than most verbs. Whatever is
/// unusual here, or wrong, is for it; what both read, they read alike.
struct PlainWords {
  /// Something only the parser knows what to do with.
  struct Unusual: Error {}

  /// The options that take a value, and those that take none.
  struct Names {
    var options: [String] = []
    var flags: [String] = []

    static func + (one: Names, other: Names) -> Names {
      Names(options: one.options + other.options, flags: one.flags + other.flags)
    }
  }

  /// The words that belong to no option; all those behind a `--`.
  private(set) var rest: [String] = []
  private var given: [(name: String, value: String)] = []
  private var flags: [String] = []

  init(_ arguments: [String], _ names: Names) throws(Unusual) {
    var arguments = arguments[...]
    while let word = arguments.popFirst() {
      if word == "--" { break }
      if !word.hasPrefix("-"), word != "" {
        rest.append(word)
      } else if names.flags.contains(word), !flags.contains(word) {
        flags.append(word)
      } else {
        let name = String(word.prefix { $0 != "=" })
        let value = name == word ? arguments.popFirst() : String(word.dropFirst(name.count + 1))
        guard names.options.contains(name), let value, value != "", !value.hasPrefix("-") else {
          throw Unusual()
        }
        given.append((name, value))
      }
    }
    rest += arguments
  }

  /// Whether an option without a value was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The values of an option that may be given more than once.
  func all(_ name: String) -> [String] {
    given.compactMap { $0.name == name ? $0.value : nil }
  }

  /// The value of an option, if it was given.
  func text(_ name: String) throws(Unusual) -> String? {
    let values = all(name)
    if values.count > 1 { throw Unusual() }
    return values.first
  }

  /// The value of an option that names one of some cases, if it was given.
  func choice<Choice: RawRepresentable<String>>(_ name: String) throws(Unusual) -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else { throw Unusual() }
    return choice
  }

  /// The value of an option that is a number, if it was given.
  func number(_ name: String) throws(Unusual) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text) else { throw Unusual() }
    return number
  }
}
