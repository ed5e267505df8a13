/// Turns a message's file into text.
///
/// Calls are made on one thread.
package protocol MessageReading: AnyObject {
  /// Returns the readable text of a message from the first of its files that can be read.
  func content(of message: MessageID, files: [String], options: MessageOptions) -> MessageContent
}

/// What a message is read from: its files, and the keys that the index has for what is encrypted.
package struct MessageSource: Hashable, Sendable {
  /// Its Message-ID.
  package var id: MessageID
  /// Its files: the first that can be read is shown.
  package var files: [String]
  /// Session keys of its encrypted parts.
  package var sessionKeys: [String]

  /// Makes a source.
  package init(id: MessageID, files: [String], sessionKeys: [String] = []) {
    self.id = id
    self.files = files
    self.sessionKeys = sessionKeys
  }
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
  /// The part lies in a seal that is not open.
  case sealed(Int, SealState)
}

/// Bytes of a part on their way to the screen.
///
/// A coder of values would write every byte as a number: they go as one text in which each byte is
/// the code point of its value, or, below 32, of its value and 256, since JSON needs six characters
/// for a control character.
package struct PartBytes: Hashable, Sendable {
  /// The bytes, in order.
  package var bytes: [UInt8]

  /// Wraps bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }
}

extension PartBytes: Codable {
  /// Reads the bytes from one text.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    bytes = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x120 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no byte: \(scalar.value)")
        )
      }
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    }
  }

  /// Writes the bytes as one text.
  package func encode(to encoder: any Encoder) throws {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      switch byte {
      case ..<0x20:
        text.append(0xC4)
        text.append(0x80 | byte)
      case ..<0x80:
        text.append(byte)
      default:
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: text, as: UTF8.self))
  }
}
