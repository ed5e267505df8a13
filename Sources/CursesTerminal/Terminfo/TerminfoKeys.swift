import Screen

/// The names of keys in terminfo.
enum TerminfoKeys {
  static let all: [(String, KeyChord)] = named + functions + modified

  private static let named: [(String, KeyChord)] = [
    ("kcuu1", KeyChord(.up)), ("kcud1", KeyChord(.down)), ("kcub1", KeyChord(.left)),
    ("kcuf1", KeyChord(.right)), ("khome", KeyChord(.home)), ("kend", KeyChord(.end)),
    ("kpp", KeyChord(.pageUp)), ("knp", KeyChord(.pageDown)), ("kich1", KeyChord(.insert)),
    ("kdch1", KeyChord(.delete)), ("kcbt", KeyChord(.tab, .shift)), ("kent", KeyChord(.enter)),
    ("kri", KeyChord(.up, .shift)), ("kind", KeyChord(.down, .shift)),
  ]

  private static let functions: [(String, KeyChord)] = (1...12).map {
    ("kf\($0)", KeyChord(.function($0)))
  }

  /// The extended names: the key, then a number for what is held down.
  private static let modified: [(String, KeyChord)] = {
    let keys: [(String, NamedKey)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
      ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
    ]
    return keys.flatMap { name, key in
      [(name, KeyChord(key, .shift))]
        + (3...8).map { ("\(name)\($0)", KeyChord(key, KeyChord.Modifiers(parameter: $0))) }
    }
  }()
}

extension KeyChord.Modifiers {
  /// What xterm's number for what is held down means: one more than the sum of its bits.
  init(parameter: Int) {
    let bits = max(0, parameter - 1)
    self = []
    if bits & 1 != 0 { insert(.shift) }
    if bits & 2 != 0 { insert(.alt) }
    if bits & 4 != 0 { insert(.ctrl) }
    // Meta where it is told from Alt.
    if bits & 8 != 0 { insert(.alt) }
  }
}
