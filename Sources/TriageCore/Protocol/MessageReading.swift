/// Turns a message's file into text.
///
/// Calls are made on one thread.
package protocol MessageReading: AnyObject {
  /// Returns the readable text of a message from the first of its files that can be read.
  func content(of message: MessageID, files: [String], options: MessageOptions) -> MessageContent
}

/// Hands out the bytes of a message's parts.
///
/// Calls are made on the thread of `MessageReading`.
package protocol PartReading: AnyObject {
  /// Gives the decoded bytes of a part, in order, to `sink`, which says whether it wants more.
  ///
  /// A leaf is freed of its transfer encoding and of nothing else; a container comes with its
  /// headers, a message inside this one without those of the part that holds it. Part 0 is the file
  /// as it is. The chunks are of at most 64 KiB and do not grow with the part.
  ///
  /// - Returns: Whether all was given, which it is not after `sink` has said no.
  /// - Throws: `.noSuchPart`, or why none of the files can be read.
  func readPart(
    _ number: Int,
    files: [String],
    sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(MessageFileError) -> Bool
}

/// What keeps a message's file, or a part of it, from being read.
package enum MessageFileError: Error, Hashable, Sendable, Codable {
  /// None of the files is there.
  case missing
  /// A directory, a pipe or the like.
  case notAFile(String)
  case unreadable(String, errno: Int32)
  case noSuchPart(Int)
  /// The part is longer than what can be taken from this kind of file.
  case tooLong(Int)
}
