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

  @Test(arguments: KeyPreset.allCases, KeyContext.allCases)
  func `E42: what has a key in vim has one in every preset, in every view`(
    preset: KeyPreset,
    view: KeyContext
  ) {
    let missing = actions(of: .vim, in: view).subtracting(actions(of: preset.keymap, in: view))
    #expect(missing.isEmpty, "\(missing.map(\.id).sorted())")
  }

  @Test func `E42: the keys that a preset has instead of vim's`() {
    let emacs = KeyPreset.emacs.keymap
    #expect(emacs.match(["g", "p"], in: .list) == .action(.command(.togglePreview)))
    let gmail = KeyPreset.gmail.keymap
    #expect(gmail.match(["g", "v"], in: .list) == .action(.command(.selectRange)))
    #expect(gmail.match(["g", "m"], in: .message) == .action(.command(.toggleUnread)))
    #expect(gmail.match(["g", "z"], in: .message) == .action(.command(.foldQuotes)))
    #expect(gmail.match(["g", "Z"], in: .message) == .action(.command(.foldAll)))
    #expect(gmail.match(["t"], in: .history) == .action(.command(.revert)))
    let mutt = KeyPreset.mutt.keymap
    #expect(mutt.match(["g", "n"], in: .list) == .action(.command(.previousHit)))
    #expect(mutt.match(["v"], in: .message) == .action(.command(.parts)))
    #expect(emacs.match(["Alt-N"], in: .message) == .action(.command(.nextThread)))
    #expect(emacs.match(["Alt-P"], in: .message) == .action(.command(.previousThread)))
  }

  /// What the keys of a view do, its own and those of all views that it does not hide.
  private func actions(of keymap: Keymap, in view: KeyContext) -> Set<ActionID> {
    Set(
      keymap.bindings.compactMap { binding in
        guard binding.context == view || binding.context == .global,
          keymap.match(binding.chords, in: view) == .action(binding.action)
        else { return nil }
        return binding.action
      }
    )
  }
}
