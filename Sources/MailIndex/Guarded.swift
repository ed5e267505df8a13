import CNotmuch

// The library's calls that may throw C++ exceptions, which Swift cannot catch: reads that other
// programs' commits overtake, and writes that fail.

#if canImport(CNotmuchGuard)
  import CNotmuchGuard

  /// Whether exceptions become failures; else they end the process.
  package let exceptionsAreCaught = true

  let messagesGet = guarded_messages_get
  let messageGetTags = guarded_message_get_tags
  let messageGetFilenames = guarded_message_get_filenames
  let messageThaw = guarded_message_thaw
  let databaseIndexFile = guarded_database_index_file
  let databaseRemoveMessage = guarded_database_remove_message
#else
  /// Whether exceptions become failures; else they end the process.
  package let exceptionsAreCaught = false

  let messagesGet = notmuch_messages_get
  let messageGetTags = notmuch_message_get_tags
  let messageGetFilenames = notmuch_message_get_filenames
  let messageThaw = notmuch_message_thaw
  let databaseIndexFile = notmuch_database_index_file
  let databaseRemoveMessage = notmuch_database_remove_message
#endif
