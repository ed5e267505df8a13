import Testing
import UndoKit

struct CommandTests {
  private final class Lamp {
    var level = 0

    func set(_ level: Int) throws {
      if level > 9 { throw Failure(number: level) }
      self.level = level
    }
  }

  @Test func `a command can be kept, queued and performed again`() throws {
    let lamp = Lamp()
    let queue = [1, 5, 3].map { UndoCommand(lamp, $0) { try $0.set($1) } }
    #expect(lamp.level == 0)
    for command in queue { try command.perform() }
    #expect(lamp.level == 3)
    try queue[1].perform()
    #expect(lamp.level == 5)
    #expect(queue[1].target === lamp)
    #expect(queue[1].arguments as? Int == 5)
  }

  @Test func `a command's error reaches the caller`() {
    let lamp = Lamp()
    #expect(throws: Failure(number: 10)) {
      try UndoCommand(lamp, 10) { try $0.set($1) }.perform()
    }
  }

  @Test func `a command can be changed`() throws {
    let (lamp, other) = (Lamp(), Lamp())
    let command = UndoCommand(lamp, 1) { try $0.set($1) }
    try #require(command.with(arguments: 2)).perform()
    try #require(command.with(target: other)).perform()
    #expect(lamp.level == 2 && other.level == 1)
    #expect(command.with(arguments: "two") == nil)
    #expect(command.with(target: Recorder()) == nil)
  }

  @Test func `without its target a command does nothing`() throws {
    var lamp: Lamp? = Lamp()
    let command = lamp.map { UndoCommand($0, 10) { try $0.set($1) } }
    lamp = nil
    #expect(command?.target == nil)
    try command?.perform()
    #expect(command?.with(arguments: 1) == nil)
  }

  @Test func `one command can be registered many times and in several managers`() throws {
    let lamp = Lamp()
    let command = UndoCommand(lamp, 4) { try $0.set($1) }
    let managers = [UndoManager(), UndoManager()]
    for manager in managers {
      for level in 1...3 {
        try lamp.set(level)
        manager.register(command)
        manager.endEvent()
        manager.undo()
        #expect(lamp.level == 4)
      }
    }
  }
}
