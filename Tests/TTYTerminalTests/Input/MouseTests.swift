import Testing

@testable import TTYTerminal
@testable import Screen

@Suite("The mouse from bytes")
struct MouseTests {
  @Test(arguments: [
    ("\u{1B}[<0;5;3M", MouseEvent(.press(.left), at: Position(row: 2, column: 4))),
    ("\u{1B}[<0;5;3m", MouseEvent(.release, at: Position(row: 2, column: 4))),
    ("\u{1B}[<2;1;1M", MouseEvent(.press(.right), at: Position(row: 0, column: 0))),
    ("\u{1B}[<64;1;2M", MouseEvent(.wheelUp, at: Position(row: 1, column: 0))),
    ("\u{1B}[<65;1;2M", MouseEvent(.wheelDown, at: Position(row: 1, column: 0))),
    ("\u{1B}[<32;300;200M", MouseEvent(.drag(.left), at: Position(row: 199, column: 299))),
    ("\u{1B}[<35;9;9M", MouseEvent(.move, at: Position(row: 8, column: 8))),
    (
      "\u{1B}[<20;1;1M",
      MouseEvent(.press(.left), at: Position(row: 0, column: 0), modifiers: [.ctrl, .shift])
    ),
    ("\u{1B}[M !!", MouseEvent(.press(.left), at: Position(row: 0, column: 0))),
    ("\u{1B}[M#!!", MouseEvent(.release, at: Position(row: 0, column: 0))),
  ])
  func `what it did is reported with its place`(text: String, event: MouseEvent) {
    var script = DecoderScript()
    script.type(text)
    #expect(script.events == [.mouse(event)])
  }

  @Test(arguments: [
    "\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<0;99999999999999999999;1M", "\u{1B}[<200;1;1M",
  ])
  func `nonsense is nothing`(text: String) {
    #expect(DecoderScript.keys(text + "j") == ["j"])
  }
}
