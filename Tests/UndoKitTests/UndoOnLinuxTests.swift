import Testing
import UndoKit

/// The programs of the article "Undo on Linux", which shows the marked regions word for word.
struct UndoOnLinuxTests {
  @Test func `a score update`() {
    // snippet
    final class Player {
      let undoManager = UndoManager()
      private(set) var score = 0

      func setScore(_ new: Int) {
        let old = score
        undoManager.registerUndo(withTarget: self) { $0.setScore(old) }
        undoManager.setActionName("Score Change")
        score = new
      }
    }

    let player = Player()
    for score in [10, 25] {
      player.setScore(score)
      player.undoManager.endEvent()
    }
    player.undoManager.undo()
    assert(player.score == 10)
    player.undoManager.redo()
    assert(player.score == 25)
    // end
    #expect(player.score == 25)
    #expect(player.undoManager.undoMenuItemTitle == "Undo Score Change")
    player.undoManager.undo()
    #expect(player.score == 10)
  }

  @Test func `a piece is moved`() throws {
    // snippet
    struct IllegalMove: Error {}

    final class Board {
      let undoManager = UndoManager()
      private(set) var pieces = ["e2": "pawn", "e8": "king"]

      func move(_ from: String, to target: String) throws {
        guard let piece = pieces[from], pieces[target] == nil else { throw IllegalMove() }
        pieces[from] = nil
        pieces[target] = piece
        undoManager.register(
          UndoCommand(self, (target, from)) { board, back in try board.move(back.0, to: back.1) }
        )
        undoManager.setActionName("Move")
      }
    }

    let board = Board()
    try board.move("e2", to: "e4")
    try board.undoManager.tryUndo()
    assert(board.pieces["e2"] == "pawn")
    try board.undoManager.tryRedo()
    assert(board.pieces["e4"] == "pawn")
    // end
    #expect(board.pieces == ["e4": "pawn", "e8": "king"])
    #expect(throws: IllegalMove.self) { try board.move("e4", to: "e8") }
    #expect(board.undoManager.undoCount == 1)
  }

  @Test func `marking read and archiving are one group`() {
    // snippet
    final class Mailbox {
      let undoManager = UndoManager()
      private(set) var tags: Set = ["unread", "inbox"]

      func remove(_ tag: String) {
        guard tags.remove(tag) != nil else { return }
        undoManager.registerUndo(withTarget: self) { $0.add(tag) }
      }

      func add(_ tag: String) {
        guard tags.insert(tag).inserted else { return }
        undoManager.registerUndo(withTarget: self) { $0.remove(tag) }
      }

      func markReadAndArchive() {
        undoManager.beginUndoGrouping()
        remove("unread")
        remove("inbox")
        undoManager.setActionName("Mark as Read and Archive")
        undoManager.endUndoGrouping()
      }
    }

    let mailbox = Mailbox()
    mailbox.markReadAndArchive()
    assert(mailbox.undoManager.undoMenuItemTitle == "Undo Mark as Read and Archive")
    mailbox.undoManager.undo()
    assert(mailbox.tags == ["unread", "inbox"])
    // end
    #expect(mailbox.tags == ["unread", "inbox"])
    mailbox.undoManager.redo()
    #expect(mailbox.tags == [])
    #expect(mailbox.undoManager.undoCount == 1)
  }

  @Test func `adding and removing have one name for both directions`() {
    // snippet
    final class ShoppingList {
      let undoManager = UndoManager()
      private(set) var items: [String] = []

      func add(_ item: String) {
        undoManager.registerUndo(withTarget: self) { $0.remove(item) }
        name("Add \(item)")
        items.append(item)
      }

      func remove(_ item: String) {
        undoManager.registerUndo(withTarget: self) { $0.add(item) }
        name("Remove \(item)")
        items.removeAll { $0 == item }
      }

      private func name(_ name: String) {
        guard !undoManager.isUndoing, !undoManager.isRedoing else { return }
        undoManager.setActionName(name)
      }
    }

    let list = ShoppingList()
    list.add("Milk")
    assert(list.undoManager.undoMenuItemTitle == "Undo Add Milk")
    list.undoManager.undo()
    assert(list.undoManager.redoMenuItemTitle == "Redo Add Milk")
    // end
    #expect(list.items == [])
    #expect(list.undoManager.redoMenuItemTitle == "Redo Add Milk")
    list.undoManager.redo()
    #expect(list.items == ["Milk"])
    #expect(list.undoManager.undoMenuItemTitle == "Undo Add Milk")
  }
}
