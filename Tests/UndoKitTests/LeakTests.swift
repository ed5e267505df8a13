import Glibc
import Testing
import UndoKit

struct LeakTests {
  @Test func `an undone action's captures are released, the redo's too`() {
    let manager = UndoManager()
    let counter = LifeCounter()
    let target = Recorder()
    func register() {
      let member = counter.member()
      manager.registerUndo(withTarget: target) { _ in
        _ = member
        register()
      }
    }
    register()
    for _ in 1...10 {
      manager.undo()
      #expect(counter.alive == 1)
      manager.redo()
      #expect(counter.alive == 1)
    }
    manager.removeAllActions()
    #expect(counter.alive == 0)
  }

  @Test func `a released manager releases all it held`() {
    let counter = LifeCounter()
    let target = Recorder()
    var manager: UndoManager? = UndoManager()
    for step in 1...6 {
      manager?.registerUndo(withTarget: target) { [member = counter.member()] _ in _ = member }
      manager?.setActionUserInfoValue(counter.member(), forKey: .init(rawValue: "key"))
      if step < 6 { manager?.endEvent() }
    }
    #expect(counter.alive == 12)
    manager = nil
    #expect(counter.alive == 0)
  }

  /// Memory is measured in a process of its own, where no other test allocates.
  @Test func `100,000 registered and dropped actions leave memory where it was`() async {
    await #expect(processExitsWith: .success) {
      let manager = UndoManager()
      let counter = LifeCounter()
      registerAndDrop(manager, counter)
      let before = residentPages()
      for _ in 1...5 { registerAndDrop(manager, counter) }
      let growth = residentPages() - before
      precondition(counter.alive == 0)
      // 16 bytes lost for each action would be more than 1,900 pages.
      guard growth < 256 else { fatalError("resident memory grew by \(growth) pages") }
    }
  }
}

/// Registers 100,000 actions in 1,000 events and drops them in every way there is.
private func registerAndDrop(_ manager: UndoManager, _ counter: LifeCounter) {
  for way in 0..<5 {
    let targets = (0..<200).map { _ in Recorder() }
    for target in targets {
      for _ in 0..<100 {
        let member = counter.member()
        manager.registerUndo(withTarget: target) { _ in
          manager.register(UndoCommand(target, member) { _, _ in })
        }
      }
      manager.endEvent()
    }
    switch way {
    case 0: manager.removeAllActions()
    case 1: for target in targets { manager.removeAllActions(withTarget: target) }
    case 2: while manager.canUndo { manager.undo() }
    case 3: manager.levelsOfUndo = 1
    default: break
    }
    manager.levelsOfUndo = 0
  }
  manager.removeAllActions()
}

/// Returns the pages of this process that are in memory.
private func residentPages() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { fatalError("no /proc/self/statm") }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 256)
  fgets(&text, 256, file)
  let fields = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    .split(separator: " ")
  guard fields.count > 1, let pages = Int(fields[1]) else { fatalError("statm has no fields") }
  return pages
}
