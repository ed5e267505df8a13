#define _GNU_SOURCE

#include "include/files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

int clinux_rename_noreplace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int clinux_lock_probe(const char *path) {
  // Closing this description drops no lock of ours: a lock belongs to the description that took it.
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return -errno;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  int result = fcntl(file, F_OFD_GETLK, &lock) == 0 ? lock.l_type != F_UNLCK : -errno;
  close(file);
  return result;
}

int clinux_lock_take(int descriptor) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  if (fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return 0;
  return errno == EAGAIN || errno == EACCES ? 1 : -errno;
}

int clinux_file_identity(const char *path, uint64_t *inode, int64_t *birth) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &status) != 0)
    return errno;
  *inode = status.stx_ino;
  *birth = status.stx_mask & STATX_BTIME
               ? status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec
               : 0;
  return 0;
}

bool clinux_is_in_memory(const char *folder) {
  struct statfs status;
  if (statfs(folder, &status) != 0) return false;
  return status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC;
}
