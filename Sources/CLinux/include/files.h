// File calls that need _GNU_SOURCE.

#ifndef CLINUX_FILES_H
#define CLINUX_FILES_H

#include <stdbool.h>

// Renames without ever overwriting; 0 or an errno.
//
// EEXIST: there is a file of the new name. EINVAL, ENOSYS: the file system cannot do it.
int clinux_rename_noreplace(const char *from, const char *to);

// Whether another open file description has a lock on a file's first byte.
//
// Looks without taking the lock and without waiting: 0 free, 1 held, a negative errno on failure.
int clinux_lock_probe(const char *path);

// Whether a folder lies in memory alone: what is written there comes on no disk, but for swapping.
bool clinux_is_in_memory(const char *folder);

#endif
