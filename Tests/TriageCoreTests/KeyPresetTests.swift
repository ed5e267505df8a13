import Testing
import TriageCore

@Suite struct KeyPresetTests {
  @Test(arguments: KeyPreset.allCases)
  func `no sequence of a preset begins another one`(_ preset: KeyPreset) {
    let clash = preset.keymap.clash
    #expect(clash == nil, "\(clash?.shorter.notation ?? "") \(clash?.longer.notation ?? "")")
  }

  @Test func `a preset is vim's map but for its own keys`() {
    let gmail = KeyPreset.gmail.keymap
    #expect(gmail.match(["z"], in: .list) == .action(.command(.undo)))
    #expect(gmail.match(["u"], in: .list) == .action(.command(.back)))
    #expect(gmail.match(["Ctrl-_"], in: .list) == .action(.command(.undo)))
    #expect(gmail.match(["*"], in: .list) == .beginning)
    #expect(gmail.match(["*", "a"], in: .list) == .action(.command(.selectAll)))
    #expect(gmail.match(["j"], in: .message) == .action(.command(.next)))
    #expect(KeyPreset.mutt.keymap.match(["s"], in: .list) == .action(.asking(.move)))
    #expect(KeyPreset.emacs.keymap.match(["Ctrl-X"], in: .message) == .beginning)
  }

  @Test func `what is bound for all views is bound in each of them`() {
    let map = Keymap.vim.binding([Keymap.Change("a", in: .global, .command(.refresh))])
    #expect(map.match(["a"], in: .list) == .action(.command(.refresh)))
    let none = Keymap.vim.binding([Keymap.Change("a", in: .list, nil)])
    #expect(none.match(["a"], in: .list) == .none)
    #expect(none.match(["a"], in: .message) == .action(.mail(.fixed(.archive))))
  }
}
