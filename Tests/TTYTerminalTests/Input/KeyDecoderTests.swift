import TestSupport
import Testing

@testable import TTYTerminal
@testable import Screen

@Suite("Keys from bytes")
struct KeyDecoderTests {
  @Test(arguments: [
    ("j", ["j"]), ("G", ["G"]), ("é", ["é"]), ("日", ["日"]), (" ", ["Space"]),
    ("\t", ["Tab"]), ("\r", ["Enter"]), ("\n", ["Enter"]), ("\u{7F}", ["Backspace"]),
    ("\u{8}", ["Ctrl-H"]), ("\u{0}", ["Ctrl-Space"]), ("\u{1}", ["Ctrl-A"]),
    ("\u{1A}", ["Ctrl-Z"]), ("\u{3}", ["Ctrl-C"]), ("\u{1F}", ["Ctrl-_"]), ("\u{1C}", ["Ctrl-\\"]),
    ("\u{1B}", ["Esc"]), ("\u{1B}\u{1B}", ["Esc", "Esc"]), ("\u{1B}x", ["Alt-X"]),
    ("\u{1B}_", ["Alt-_"]), ("\u{1B}P", ["Alt-P"]), ("\u{1B}]", ["Alt-]"]), ("\u{1B}é", ["Alt-é"]),
    ("\u{1B}\r", ["Alt-Enter"]), ("\u{1B}\u{7F}", ["Alt-Backspace"]),
    ("\u{1B}[A", ["Up"]), ("\u{1B}OA", ["Up"]), ("\u{1B}[1;5C", ["Ctrl-Right"]),
    ("\u{1B}[1;3D", ["Alt-Left"]), ("\u{1B}\u{1B}[D", ["Alt-Left"]), ("\u{1B}[Z", ["Shift-Tab"]),
    ("\u{1B}[5~", ["PageUp"]), ("\u{1B}[6;2~", ["Shift-PageDown"]), ("\u{1B}[3~", ["Delete"]),
    ("\u{1B}[1~", ["Home"]), ("\u{1B}OF", ["End"]), ("\u{1B}OP", ["F1"]), ("\u{1B}[[B", ["F2"]),
    ("\u{1B}[21~", ["F10"]), ("\u{1B}[24~", ["F12"]), ("\u{1B}[15;5~", ["Ctrl-F5"]),
    ("\u{1B}[97;5u", ["Ctrl-A"]), ("\u{1B}[27;5;46~", ["Ctrl-."]), ("\u{1B}[106;2u", ["J"]),
    ("\u{1B}OM", ["Enter"]), ("\u{1B}Op", ["0"]), ("\u{1B}O", ["Alt-O"]), ("\u{1B}[", ["Alt-["]),
    ("\u{1B}Oz", ["Alt-O", "z"]), ("gg\u{1B}[Bx", ["g", "g", "Down", "x"]),
    ("\u{1B}_jj", ["Alt-_", "j", "j"]), ("\u{1B}Xjj", ["Alt-X", "j", "j"]),
  ])
  func `bytes are the keys they stand for`(text: String, keys: [String]) {
    #expect(DecoderScript.keys(text) == keys)
  }

  @Test
  func `sequences of terminfo go before everything else`() {
    var script = DecoderScript(
      keys: [
        Array("\u{1B}[7$".utf8): KeyChord(.home, .shift),
        Array("\u{1B}[M".utf8): KeyChord(.function(1)),
      ],
      erasesWithControlH: true
    )
    script.type("\u{1B}[7$j\u{1B}[Mk\u{8}")
    #expect(script.notation == ["Shift-Home", "j", "F1", "k", "Backspace"])
  }

  @Test
  func `an escape alone is a key after fifty milliseconds`() {
    var script = DecoderScript()
    script.type("\u{1B}")
    script.pass(.milliseconds(49))
    #expect(script.notation == [])
    script.pass(.milliseconds(1))
    #expect(script.notation == ["Esc"])
    #expect(!script.isWaiting)
    script.pass(.seconds(2))
    script.type("[A")
    #expect(script.notation == ["Esc", "[", "A"])
  }

  @Test
  func `what is slow in coming is still one key`() {
    var script = DecoderScript()
    script.typeSlowly("\u{1B}[1;5A", pause: .milliseconds(40))
    script.typeSlowly("日", pause: .milliseconds(40))
    #expect(script.notation == ["Ctrl-Up", "日"])
  }

  @Test
  func `a sequence that is torn apart is no key`() {
    var script = DecoderScript()
    script.type("\u{1B}[1;")
    script.pass(.milliseconds(300))
    script.type("5A")
    script.type("\u{1B}[1;")
    script.pass(.seconds(2))
    script.type("x")
    #expect(script.notation == ["Ctrl-Up", "x"])
  }

  @Test
  func `a sequence torn after its escape does not become letters that act`() {
    var script = DecoderScript()
    script.type("\u{1B}")
    script.pass(.milliseconds(100))
    script.type("[A")
    script.type("\u{1B}")
    script.pass(.milliseconds(100))
    script.type("]11;rgb:0000/0000/0000\u{1B}\\")
    #expect(script.notation == ["Esc", "Up", "Esc", "background(Screen.Background.dark)"])
  }

  @Test
  func `a program that was busy does not see an arrow fall apart`() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    #expect(decoder.feed([0x1B], at: start).isEmpty)
    #expect(decoder.feed(Array("[A".utf8), at: start + .seconds(5)) == [.key(KeyChord(.up))])
  }

  @Test(arguments: [
    "\u{1B}[?62;22c", "\u{1B}[>0;276;0c", "\u{1B}[24;80R", "\u{1B}[0n", "\u{1B}[8;24;80t",
    "\u{1B}[?2026;2$y", "\u{1B}[I", "\u{1B}[O", "\u{1B}[?1u", "\u{1B}[201~", "\u{1B}[99~",
    "\u{1B}]10;rgb:ff/ff/ff\u{7}", "\u{1B}]52;c;cm0gLXJm\u{1B}\\", "\u{1B}P1+r544e=78\u{1B}\\",
    "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}]11;nonsense\u{7}",
    "\u{1B}[1;2;3;4z", "\u{1B}[" + String(repeating: "1;", count: 5000) + "m",
    "\u{1B}]0;" + String(repeating: "a", count: 100_000) + "\u{7}",
  ])
  func `answers and unknown sequences are never keys`(answer: String) {
    #expect(DecoderScript.keys(answer + "j") == ["j"])
    var script = DecoderScript()
    script.typeSlowly(String(answer.prefix(300)), pause: .milliseconds(20))
    script.pass(.seconds(2))
    #expect(script.notation == [])
  }

  @Test(arguments: ["A", "u", "~", "\u{1}A"])
  func `a sequence that is too long is no key, in one piece or in several`(end: String) {
    let text = "\u{1B}[" + String(repeating: "0", count: 80) + "1" + end + "j"
    let keys = DecoderScript.keys(text)
    var script = DecoderScript()
    script.typeSlowly(text)
    #expect(script.notation == keys)
    #expect(keys == ["j"])
  }

  @Test(arguments: ["\u{1B}^private\u{1B}\\", "\u{1B}Xstring\u{1B}\\", "\u{1B}_any\u{1B}\\"])
  func `strings that begin like Alt with a character are known by their end`(answer: String) {
    #expect(DecoderScript.keys("k" + answer + "j") == ["k", "j"])
  }

  @Test
  func `a string that never ends is given up after a second`() {
    var script = DecoderScript()
    script.type("\u{1B}]11;rgb:")
    script.pass(.milliseconds(1100))
    script.type("j")
    #expect(script.notation == ["j"])
  }

  @Test
  func `bytes that are no text are nothing`() {
    var script = DecoderScript()
    script.type(bytes: [0xFF, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0x9B, 0x41, 0xE2, 0x82])
    script.pass(.seconds(1))
    #expect(script.notation == ["A"])
    script.type(bytes: [0xC2, 0x9B, 0x6A])
    #expect(script.notation == ["A", "j"])
  }

  @Test
  func `ten thousand keys typed ahead come in order`() {
    let text = String((0..<10_000).map { Character(Unicode.Scalar(UInt8(33 + $0 % 90))) })
    #expect(DecoderScript.keys(text) == text.map(String.init))
  }

  @Test(arguments: [
    ("rgb:0000/0000/0000", Background.dark), ("rgb:ffff/ffff/ffff", .light),
    ("rgb:1e/1e/1e", .dark),
    ("rgb:f/f/e", .light), ("rgba:fdf6/e3e3/0000/ffff", .light),
  ])
  func `the answer for the background is read`(color: String, background: Background) {
    for end in ["\u{7}", "\u{1B}\\"] {
      var script = DecoderScript()
      script.type("j\u{1B}]11;\(color)\(end)k")
      #expect(script.events[1] == .background(background))
      #expect(script.events.count == 3)
    }
  }

  @Test
  func `random bytes never hang it, and quiet empties it`() {
    for seed in UInt64(1)...300 {
      var generator = SplitMix(seed)
      var script = DecoderScript()
      let interesting: [UInt8] = [0x1B, 0x5B, 0x4F, 0x5D, 0x3B, 0x31, 0x32, 0x7E, 0x4D, 0x07, 0x5C]
      for _ in 0..<Int(seed) {
        let byte =
          generator.flip()
          ? UInt8.random(in: 0...255, using: &generator)
          : interesting.randomElement(using: &generator)
        script.type(bytes: [byte ?? 0])
      }
      script.pass(.seconds(10))
      #expect(!script.isWaiting, "seed \(seed)")
      let before = script.events.count
      script.type("j")
      #expect(script.events.count == before + 1, "seed \(seed)")
    }
  }
}
