// File calls that need _GNU_SOURCE.

#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <stdbool.h>
#include <stdint.h>

// Renames without ever overwriting; 0 or an errno.
//
// EEXIST: there is a file of the new name. EINVAL, ENOSYS: the file system cannot do it.
int clinux_rename_noreplace(const char *from, const char *to);

// Whether another open file description has a lock on a file's first byte.
//
// Looks without taking the lock and without waiting: 0 free, 1 held, a negative errno on failure.
int clinux_lock_probe(const char *path);

// Takes the write lock of a file's first byte for an open file description, without waiting: 0 taken,
// 1 held by another, a negative errno on failure. It ends with the last descriptor of the description.
int clinux_lock_take(int descriptor);

// Finds a file's number in its file system and when it was made, in nanoseconds, 0 where the file
// system does not say; 0 or an errno.
int clinux_file_identity(const char *path, uint64_t *inode, int64_t *birth);

// Whether a folder lies in memory alone: what is written there comes on no disk, but for swapping.
bool clinux_is_in_memory(const char *folder);

#endif
