/// Text as hostile and broken mail brings it: escapes, controls, marks, joiners and what is no text.
enum BadText {
  static let samples: [String] = [
    "\u{1B}[2J\u{1B}[31mred",
    "Ann\u{1B}]0;owned\u{07}",
    "\u{1B}]52;c;cm0gLXJm\u{07}",
    "\u{1B}]8;;http://evil.example\u{1B}\\bank.example\u{1B}]8;;\u{1B}\\",
    "\u{1B}]50;?\u{07}\u{1B}P$q\"p\u{1B}\\\u{1B}GQ",
    "\u{9B}31m\u{9D}0;x\u{9C}", "caf\u{9B}",
    "\u{1B}Pq#0\u{1B}_G\u{1B}^x\u{1B}Xy", "\u{90}sixel",
    "\u{1B}[?1049l\u{1B}c\u{1B}[20h\u{1B}(0\u{0E}\u{0F}",
    "pay\rget", "subject" + String(repeating: "\u{08}", count: 20),
    "a\r\nBcc: b@example.org",
    "before\u{0}after",
    "invoice\u{202E}fdp.exe\u{202C}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}",
    "a\u{200B}n\u{AD}n\u{2060}@exa\u{FEFF}mple.org",
    "xn--pple-43d.com аpple.com",
    "\"boss@example.org\" <evil@example.net>",
    "a" + String(repeating: "\u{301}", count: 10_000),
    "👨\u{200D}👩\u{200D}👧\u{200D}👦🇩🇪🇩1\u{FE0F}\u{20E3}\u{1112}\u{1161}\u{11AB}\u{1161}±\u{3164}\u{FDFD}",
    "a\tb\u{85}c\u{2028}d\u{2029}e\u{0C}f",
    String(decoding: [0xED, 0xA0, 0x80, 0xC0, 0xAF, 0xFF, 0xE2, 0x82], as: UTF8.self),
    String(repeating: "word ", count: 100_000),
    "\u{1B}tag\n\"'", "", "-tag",
    "folder\n\u{1B}\u{FFFD}:2,",
    "\u{301}\u{200D}\u{FE0F}", "\u{1F3FB}\u{1F3FB}", "\u{E0001}\u{E0061}\u{E007F}",
    "\u{93E}क\u{94D}",
  ]
}
