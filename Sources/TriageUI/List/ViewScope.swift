package import TriageCore
import UndoKit

/// What a view may set on the screen while it is shown.
package struct ViewSettings: Hashable, Sendable {
  /// The order of lists that are opened.
  package var sort: SortOrder
  /// What narrows lists that are opened.
  package var limit: String?
  /// Where a preview is wanted.
  package var preview: LayoutConfig.Preview
  /// What is shown of a thread.
  package var columns: [ListColumn]
  /// The name of the theme.
  package var theme: String
  /// Whether the threads of lists that are opened are open.
  package var tree = false

  /// Makes the settings that the configuration has for all views.
  package init(_ config: Config) {
    sort = config.list.sort
    preview = config.layout.preview
    columns = config.list.columns
    theme = config.theme
  }
}

/// The settings of the view that is shown, kept beside the state: what a view sets on entering is
/// taken back on leaving, whatever happened between.
///
/// The effects register their inverses in a scope, which is closed without knowing what they were.
/// What a person changes by hand registers nothing, and stays unless a view had set it.
package final class ViewScope {
  /// The settings now.
  package private(set) var settings: ViewSettings
  private let scope = UndoScope()

  /// Makes the scope of a screen that has entered no view.
  package init(_ settings: ViewSettings) {
    self.settings = settings
  }

  /// Leaves the view that is shown and enters another.
  ///
  /// - Returns: The settings there.
  package func enter(_ effects: ViewEffects) -> ViewSettings {
    scope.close()
    set(\.sort, effects.sort)
    if let limit = effects.limit { set(\.limit, .some(limit)) }
    set(\.preview, effects.preview)
    set(\.columns, effects.columns)
    set(\.theme, effects.theme)
    set(\.tree, effects.tree)
    return settings
  }

  /// Keeps what a person has changed.
  package func keep(_ settings: ViewSettings) {
    self.settings = settings
  }

  private func set<Value>(_ path: WritableKeyPath<ViewSettings, Value>, _ value: Value?) {
    guard let value else { return }
    let before = settings[keyPath: path]
    scope.manager.registerUndo(withTarget: self) { $0.settings[keyPath: path] = before }
    settings[keyPath: path] = value
  }
}
