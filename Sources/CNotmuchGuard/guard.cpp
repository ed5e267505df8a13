#include "guard.h"

namespace {

template <typename Call, typename Answer>
Answer guarded(Answer failure, Call call) noexcept {
  try {
    return call();
  } catch (...) {
    return failure;
  }
}

}  // namespace

notmuch_message_t *guarded_messages_get(notmuch_messages_t *messages) {
  return guarded<>(
      static_cast<notmuch_message_t *>(nullptr), [=] { return notmuch_messages_get(messages); });
}

notmuch_thread_t *guarded_threads_get(notmuch_threads_t *threads) {
  return guarded<>(
      static_cast<notmuch_thread_t *>(nullptr), [=] { return notmuch_threads_get(threads); });
}

notmuch_tags_t *guarded_message_get_tags(notmuch_message_t *message) {
  return guarded<>(
      static_cast<notmuch_tags_t *>(nullptr), [=] { return notmuch_message_get_tags(message); });
}

notmuch_filenames_t *guarded_message_get_filenames(notmuch_message_t *message) {
  return guarded<>(static_cast<notmuch_filenames_t *>(nullptr), [=] {
    return notmuch_message_get_filenames(message);
  });
}

notmuch_status_t guarded_message_thaw(notmuch_message_t *message) {
  return guarded<>(
      NOTMUCH_STATUS_XAPIAN_EXCEPTION, [=] { return notmuch_message_thaw(message); });
}

notmuch_status_t guarded_database_index_file(
    notmuch_database_t *database, const char *file, notmuch_indexopts_t *options,
    notmuch_message_t **message) {
  return guarded<>(NOTMUCH_STATUS_XAPIAN_EXCEPTION, [=] {
    return notmuch_database_index_file(database, file, options, message);
  });
}

notmuch_status_t guarded_database_remove_message(notmuch_database_t *database, const char *file) {
  return guarded<>(NOTMUCH_STATUS_XAPIAN_EXCEPTION, [=] {
    return notmuch_database_remove_message(database, file);
  });
}

notmuch_status_t guarded_message_tags_to_maildir_flags(notmuch_message_t *message) {
  return guarded<>(NOTMUCH_STATUS_XAPIAN_EXCEPTION, [=] {
    return notmuch_message_tags_to_maildir_flags(message);
  });
}

notmuch_status_t guarded_directory_set_mtime(
    notmuch_database_t *database, const char *folder, time_t time) {
  return guarded<>(NOTMUCH_STATUS_XAPIAN_EXCEPTION, [=] {
    notmuch_directory_t *directory = nullptr;
    notmuch_status_t status = notmuch_database_get_directory(database, folder, &directory);
    if (status == NOTMUCH_STATUS_SUCCESS && directory != nullptr) {
      status = notmuch_directory_set_mtime(directory, time);
      notmuch_directory_destroy(directory);
    }
    return status;
  });
}
