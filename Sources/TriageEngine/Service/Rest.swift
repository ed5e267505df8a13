/// What an engine does once when nothing has been asked of it from one look at the mail to the next.
package struct Rest {
  private let begin: () -> Void
  private var isBusy = true
  private var hasBegun = false

  /// Makes a rest that begins with something.
  package init(_ begin: @escaping () -> Void) {
    self.begin = begin
  }

  /// Notes that something is asked.
  mutating func end() { (isBusy, hasBegun) = (true, false) }

  /// Notes a look at the mail; the second one without a question between begins the rest.
  mutating func noteLook() {
    defer { isBusy = false }
    guard !isBusy, !hasBegun else { return }
    hasBegun = true
    begin()
  }
}
