import Screen
import TriageCore

/// Where the regions of the screen are, for a size of the window.
///
/// ```
///  bar
///  sidebar | list
///          |----------
///          | preview          (or at the right of the list)
///  status
///  prompt
/// ```
struct Layout: Hashable, Sendable {
  /// The menu bar; empty where it has no row of its own.
  private(set) var bar = Rect.none
  /// The saved views; empty when hidden.
  private(set) var sidebar = Rect.none
  /// Everything right of the sidebar: the message view, help, the list with its preview.
  private(set) var content = Rect.none
  private(set) var list = Rect.none
  /// The text of the thread under the cursor; empty when hidden.
  private(set) var preview = Rect.none
  private(set) var status = Rect.none
  private(set) var prompt = Rect.none

  /// Divides a window.
  init(_ size: ScreenSize, hasSidebar: Bool, preview wanted: LayoutConfig.Preview) {
    var rest = Rect(size)
    bar = rest.removeTop(rows: size.hasMenuBar ? 1 : 0)
    prompt = rest.removeBottom(rows: 1)
    status = rest.removeBottom(rows: 1)
    if hasSidebar {
      sidebar = rest.removeLeading(columns: Layout.sidebarColumns(in: size))
      _ = rest.removeLeading(columns: Layout.ruleColumns)
    }
    content = rest
    switch Layout.preview(wanted, in: size) {
    case .off: break
    case .right:
      preview = rest.removeTrailing(columns: rest.columns / 2 - Layout.ruleColumns)
      _ = rest.removeTrailing(columns: Layout.ruleColumns)
    case .below:
      preview = rest.removeBottom(rows: rest.rows * 3 / 5)
      _ = rest.removeBottom(rows: 1)
    }
    list = rest
  }

  /// Where a preview goes: to the other side if there is no room where it is wanted.
  static func preview(_ wanted: LayoutConfig.Preview, in size: ScreenSize) -> LayoutConfig.Preview {
    let isWide = size.columns >= widthForPreview
    let isHigh = size.rows >= heightForPreview
    return switch wanted {
    case .off: .off
    case .right: isWide ? .right : isHigh ? .below : .off
    case .below: isHigh ? .below : isWide ? .right : .off
    }
  }

  /// The columns of the sidebar: where there is room, long names of views are seen whole.
  static func sidebarColumns(in size: ScreenSize) -> Int {
    size.columns >= widthForWideSidebar ? 30 : sidebarColumns
  }

  private static let sidebarColumns = 22
  private static let widthForWideSidebar = 160
  /// A line and the blank after it.
  static let ruleColumns = 2
  /// From here on the sidebar is shown without being asked for.
  static let widthForSidebar = 100
  /// The least that leaves the list as many columns as the smallest window has.
  static let leastForSidebar = sidebarColumns + ruleColumns + ScreenSize.smallest.columns
  static let widthForPreview = 120
  static let heightForPreview = 30
}

extension Rect {
  fileprivate static let none = Rect(columns: 0, rows: 0)
}
