import Testing
import UndoKit

/// The article's programs beyond single actions.
struct UndoOnLinuxMoreTests {
  @Test func `line segments on a map`() {
    // snippet
    final class Map {
      let undoManager = UndoManager()
      private(set) var segments: [(from: Int, to: Int)] = []

      init() {
        undoManager.groupsByEvent = false
      }

      func pointerDown() {
        undoManager.beginUndoGrouping()
        undoManager.setActionName("Draw Line")
      }

      func pointerMoved(from: Int, to: Int) {
        undoManager.beginUndoGrouping()
        undoManager.registerUndo(withTarget: self) { $0.segments.removeLast() }
        undoManager.endUndoGrouping()
        segments.append((from, to))
      }

      func pointerUp() {
        undoManager.endUndoGrouping()
      }
    }

    let map = Map()
    map.pointerDown()
    for point in 0..<5 { map.pointerMoved(from: point, to: point + 1) }
    map.undoManager.undoNestedGroup()
    assert(map.segments.count == 4)
    map.pointerUp()
    map.undoManager.undo()
    assert(map.segments.isEmpty)
    // end
    #expect(map.segments.isEmpty)
    #expect(!map.undoManager.canUndo)
  }

  @Test func `a layer's actions are taken back on deselection`() {
    // snippet
    final class Screen {
      var columns = 3
      var isPreviewOpen = false
    }

    final class Layer {
      let screen: Screen
      let scope = UndoScope()

      init(on screen: Screen) {
        self.screen = screen
      }

      func select() {
        scope.manager.registerUndo(withTarget: screen) { [old = screen.columns] in
          $0.columns = old
        }
        screen.columns = 1
        scope.manager.registerUndo(withTarget: screen) { [old = screen.isPreviewOpen] in
          $0.isPreviewOpen = old
        }
        screen.isPreviewOpen = true
      }

      func deselect() {
        scope.close()
      }
    }

    let screen = Screen()
    let layer = Layer(on: screen)
    layer.select()
    layer.deselect()
    assert(screen.columns == 3 && !screen.isPreviewOpen)
    // end
    layer.select()
    #expect(screen.columns == 1 && screen.isPreviewOpen)
    layer.deselect()
    #expect(screen.columns == 3 && !screen.isPreviewOpen)
    #expect(layer.scope.manager.redoCount == 0)
  }

  @Test func `a value history with a list difference`() {
    // snippet
    struct People {
      private(set) var redraws = 0
      var history = UndoHistory(["Ada", "Grace"]) {
        didSet { redraws += 1 }
      }
    }

    var people = People()
    people.history.current.append("Barbara")
    people.history.current.removeFirst()
    var rows = people.history.current
    if let changes = people.history.undoChanges {
      for change in changes {
        switch change {
        case .insert(let row, let name, _): rows.insert(name, at: row)
        case .remove(let row, _, _): rows.remove(at: row)
        }
      }
    }
    people.history.undo()
    assert(rows == people.history.current)
    assert(people.redraws == 3)
    // end
    #expect(rows == ["Ada", "Grace", "Barbara"])
    #expect(people.history.current == rows && people.redraws == 3)
  }

  @Test func `a shake alert from titles`() {
    // snippet
    final class ShakeAlert {
      private(set) var isShown = false
      private(set) var buttons: [String] = []

      func shake(over chain: UndoResponderChain) {
        guard !isShown, let provider = chain.provider else { return }
        buttons = []
        if provider.canUndo { buttons.append(provider.undoMenuItemTitle) }
        if provider.canRedo { buttons.append(provider.redoMenuItemTitle) }
        isShown = !buttons.isEmpty
      }
    }

    struct Editor: UndoResponder {
      let undoManager = UndoManager()
      var undoProvider: (any UndoProvider)? { undoManager }
      var parentUndoResponder: (any UndoResponder)? { nil }
    }

    final class Shape {
      var color = "red"
    }

    let alert = ShakeAlert()
    let editor = Editor()
    alert.shake(over: UndoResponderChain(focused: editor))
    assert(!alert.isShown)

    let shape = Shape()
    editor.undoManager.registerUndo(withTarget: shape) { $0.color = "red" }
    editor.undoManager.setActionName("Colour Change")
    shape.color = "blue"
    alert.shake(over: UndoResponderChain(focused: editor))
    assert(alert.buttons == ["Undo Colour Change"])
    // end
    #expect(alert.isShown && alert.buttons == ["Undo Colour Change"])
    editor.undoManager.undo()
    alert.shake(over: UndoResponderChain(focused: editor))
    #expect(alert.buttons == ["Undo Colour Change"], "an alert on the screen is not shown twice")
    #expect(shape.color == "red")
  }

  @Test func `an album is deleted with an undo button that disables itself`() {
    // snippet
    final class UndoButton {
      private(set) var isEnabled = false
      private(set) var title = ""
      private var observer: UndoManager.Observer?

      init(for manager: UndoManager) {
        observer = manager.observe { [unowned self] in refresh(from: $0.manager) }
        refresh(from: manager)
      }

      private func refresh(from manager: UndoManager) {
        isEnabled = manager.canUndo
        title = manager.undoMenuItemTitle
      }
    }

    final class Library {
      let undoManager = UndoManager()
      private(set) var albums = ["Blue Train", "Kind of Blue"]

      func deleteAlbum(at index: Int) {
        let album = albums.remove(at: index)
        undoManager.registerUndo(withTarget: self) { $0.insert(album, at: index) }
        undoManager.setActionName("Delete Album")
      }

      func insert(_ album: String, at index: Int) {
        albums.insert(album, at: index)
        undoManager.registerUndo(withTarget: self) { $0.deleteAlbum(at: index) }
      }
    }

    let library = Library()
    let button = UndoButton(for: library.undoManager)
    assert(!button.isEnabled)
    library.deleteAlbum(at: 0)
    library.undoManager.endEvent()
    assert(button.isEnabled && button.title == "Undo Delete Album")
    library.undoManager.undo()
    assert(!button.isEnabled && library.albums.count == 2)
    // end
    #expect(!button.isEnabled && button.title == "Undo")
    #expect(library.albums == ["Blue Train", "Kind of Blue"])
    library.undoManager.redo()
    #expect(button.isEnabled && library.albums == ["Kind of Blue"])
  }
}
