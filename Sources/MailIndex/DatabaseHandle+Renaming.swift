import CNotmuch
import Glibc
import TriageCore

extension DatabaseHandle {
  /// Gives a file that has been renamed its new name in the index; the message keeps its tags.
  func rename(_ old: String, to new: String) throws(IndexError) {
    if try renameAsLibrary(old, to: new) { return }
    guard let tags = try tags(ofFile: old) else { return }
    // In this order, since a message without a file is forgotten with its tags. Indexing brings
    // back tags that the library derives from the file, so the message's own are put back.
    try expectKnown(index(new, message: nil))
    try expectKnown(old.withFileName { databaseRemoveMessage(pointer, $0) })
    _ = try find(file: new) { message throws(IndexError) in
      let now = try message.tags()
      guard now != tags else { return }
      try change(message, adding: tags.subtracting(now), removing: now.subtracting(tags))
    }
  }

  /// Forgets a file, and what only that file had said of its message.
  func remove(_ file: String) throws(IndexError) {
    let found = try find(file: file) { message throws(IndexError) in
      (id: try message.decodedID(), tags: try message.tags())
    }
    guard let found else { return }
    try expectKnown(file.withFileName { databaseRemoveMessage(pointer, $0) })
    // Words of the file that is gone would be found until then.
    _ = try find(found.id) { message throws(IndexError) in
      try check(notmuch_message_reindex(message.pointer, nil))
    }
    _ = try find(found.id) { message throws(IndexError) in
      let now = try message.tags()
      try change(
        message,
        adding: found.tags.subtracting(now),
        removing: now.subtracting(found.tags)
      )
    }
  }

  /// Lets the library take over the new name as if it had renamed the file itself; `false` if it
  /// would choose another name, or cannot be made to.
  ///
  /// That writes the message once, where indexing the new name and forgetting the old one writes it
  /// twice and reads the file. The library renames with a call that overwrites. So the file gets its
  /// old name back as a second one, and then renaming one name of a file to another of its names
  /// does nothing, as POSIX says:
  ///
  /// ```
  ///          cur/a:2,            cur/a:2,S
  /// before                       file          renamed without overwriting, made durable
  /// link     file                file          fails if the old name is taken
  /// library  rename: nothing     file          the index has the new name
  /// unlink                       file
  /// ```
  ///
  /// A kill between the second and the last line leaves both names; who settles finds them to be one
  /// file.
  private func renameAsLibrary(_ old: String, to new: String) throws(IndexError) -> Bool {
    let renamed = try find(file: old) { message throws(IndexError) in
      guard try message.files() == [old], flagName(of: old, tags: try message.tags()) == new,
        new.withFileName({ new in old.withFileName { link(new, $0) } }) == 0
      else { return false }
      defer { old.withFileName { _ = unlink($0) } }
      try check(messageTagsToMaildirFlags(message.pointer))
      return true
    }
    guard renamed == true else { return false }
    guard try find(file: new, { _ in true }) == true else {
      throw .library(status: 0, detail: "the file's new name was not taken over")
    }
    return true
  }

  private func tags(ofFile file: String) throws(IndexError) -> Set<MailTag>? {
    try find(file: file) { message throws(IndexError) in try message.tags() }
  }

  /// Throws unless the library says that the message has another file.
  private func expectKnown(_ status: notmuch_status_t) throws(IndexError) {
    guard status != NOTMUCH_STATUS_DUPLICATE_MESSAGE_ID else { return }
    try check(status)
    throw .library(status: Int32(status.rawValue), detail: "the file is of another message")
  }

  private func find<T>(
    file: String,
    _ body: (LiveMessage) throws(IndexError) -> T
  ) throws(IndexError) -> T? {
    var found: OpaquePointer?
    try check(
      file.withFileName { notmuch_database_find_message_by_filename(pointer, $0, &found) }
    )
    guard let found else { return nil }
    defer { notmuch_message_destroy(found) }
    return try body(LiveMessage(pointer: found))
  }
}

/// Returns the name that the library would give a file of a message with these tags; `nil` if it
/// would leave the name as it is, or if that is not certain.
///
/// All letters that stand for tags follow them, also those of tags that were not changed.
func flagName(of file: String, tags: Set<MailTag>) -> String? {
  let mark = Array(":2,".utf8)
  let bytes = Array(file.utf8)
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
  let start = bytes.indices.first { bytes[$0...].starts(with: mark) } ?? bytes.count
  let letters = bytes[min(start + mark.count, bytes.count)...]
  guard start > slash, letters.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
    zip(letters, letters.dropFirst()).allSatisfy({ $0 < $1 })
  else { return nil }
  var wanted = Set(letters)
  var isSetSomething = false
  for (tag, letter) in FlagTag.letters {
    guard let letter = letter.asciiValue else { continue }
    let isSet = tags.contains(tag) != (tag == .unread)
    isSetSomething = isSetSomething || isSet
    if isSet { wanted.insert(letter) } else { wanted.remove(letter) }
  }
  var folder = bytes[..<slash]
  if folder.suffix(4).elementsEqual("/new".utf8) {
    // What has no letters stays new.
    guard isSetSomething else { return nil }
    folder = folder.dropLast(3) + "cur".utf8
  } else if !folder.suffix(4).elementsEqual("/cur".utf8) {
    return nil
  }
  let name = Array(folder) + bytes[slash..<start] + mark + wanted.sorted()
  return name == bytes ? nil : String(decoding: name, as: UTF8.self)
}
