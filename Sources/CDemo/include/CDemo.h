#ifndef MULLIGAN_CDEMO_H
#define MULLIGAN_CDEMO_H

#include <stddef.h>

/// One embedded file of the demo mailbox; never empty, and not ended by a zero byte.
typedef struct {
  /// Relative to the mail root, `INBOX/cur/…`, or to GnuPG's folder.
  const char *path;
  const unsigned char *bytes;
  size_t count;
} mulligan_demo_file;

/// The mail files, sorted by the bytes of their paths.
extern const mulligan_demo_file *const mulligan_demo_files;
extern const size_t mulligan_demo_file_count;

/// The files of GnuPG's folder: what reads the sealed messages.
extern const mulligan_demo_file *const mulligan_demo_keys;
extern const size_t mulligan_demo_key_count;

/// The tags of each message, as `notmuch dump --format=batch-tag` writes them.
extern const mulligan_demo_file mulligan_demo_tags;

#endif
