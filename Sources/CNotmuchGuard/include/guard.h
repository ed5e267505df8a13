// Calls of libnotmuch that let a C++ exception out when another program's commits overtake a read,
// or when a write fails: here it becomes the answer that the library gives for other failures.

#ifndef CNOTMUCHGUARD_GUARD_H
#define CNOTMUCHGUARD_GUARD_H

#include <notmuch.h>

#ifdef __cplusplus
extern "C" {
#endif

// NULL if the message cannot be read.
notmuch_message_t *guarded_messages_get(notmuch_messages_t *messages);

// NULL if the thread cannot be read.
notmuch_thread_t *guarded_threads_get(notmuch_threads_t *threads);

// NULL if the tags cannot be read.
notmuch_tags_t *guarded_message_get_tags(notmuch_message_t *message);

// NULL if the names cannot be read.
notmuch_filenames_t *guarded_message_get_filenames(notmuch_message_t *message);

// The statuses of the calls below are NOTMUCH_STATUS_XAPIAN_EXCEPTION if the index cannot be written;
// errno then says why, if the system knows.

notmuch_status_t guarded_message_thaw(notmuch_message_t *message);

notmuch_status_t guarded_database_index_file(
    notmuch_database_t *database, const char *file, notmuch_indexopts_t *options,
    notmuch_message_t **message);

notmuch_status_t guarded_database_remove_message(notmuch_database_t *database, const char *file);

notmuch_status_t guarded_message_tags_to_maildir_flags(notmuch_message_t *message);

// Does nothing for a folder that the index does not know.
notmuch_status_t guarded_directory_set_mtime(
    notmuch_database_t *database, const char *folder, time_t time);

#ifdef __cplusplus
}
#endif

#endif
