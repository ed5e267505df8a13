/// What says which mailing lists messages are from: their files do, and what is remembered of them.
package protocol ListLookup: AnyObject {
  /// Returns the list of a message whose file was read before; `nil` inside for one without a list.
  func known(_ message: MessageID) -> String??

  /// Returns the list of each message, from its files: `nil` for one without a list, or without a
  /// file that can be read.
  func lists(of messages: [(id: MessageID, files: [String])]) -> [String?]
}
