import CNotmuchGuard

// The library's calls that may throw C++ exceptions, which Swift cannot catch: reads that other
// programs' commits overtake, and writes that fail.

let messagesGet = guarded_messages_get
let threadsGet = guarded_threads_get
let messageGetTags = guarded_message_get_tags
let messageGetFilenames = guarded_message_get_filenames
let messageThaw = guarded_message_thaw
let databaseIndexFile = guarded_database_index_file
let databaseRemoveMessage = guarded_database_remove_message
let messageTagsToMaildirFlags = guarded_message_tags_to_maildir_flags
