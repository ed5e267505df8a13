/// How messages become frames: the only place that knows their form.
///
/// A page of 50 threads takes 0.18 ms to write and 0.25 ms to read, against 0.54 and 0.56 ms as
/// JSON and 0.85 and 1.6 ms as a binary property list, and needs no Foundation. Both sides must
/// have the same types, which the number in the greeting stands for. Class hierarchies are not
/// coded.
package enum MessageCoding {
  /// Returns a message as a frame, length included.
  ///
  /// - Throws: `.unencodable`, `.frameTooLong`.
  package static func frame(of message: some Encodable) throws(LinkError) -> [UInt8] {
    var frame: [UInt8]
    do {
      let writer = BinaryWriter(leaving: FrameLimit.prefix)
      try writer.write(message)
      frame = try writer.finish()
    } catch {
      throw .unencodable(String(describing: error))
    }
    try FrameLimit.setLength(of: &frame)
    return frame
  }

  /// Returns the message of a frame's contents.
  ///
  /// - Throws: `.undecodable`.
  package static func message<Message: Decodable>(
    _ type: Message.Type,
    from contents: [UInt8]
  ) throws(LinkError) -> Message {
    do {
      let reader = try BinaryReader(contents, from: 0)
      return try Message(from: BinaryDecoder(reader: reader, range: reader.value))
    } catch {
      throw .undecodable(String(describing: error))
    }
  }
}
