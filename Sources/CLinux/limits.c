#define _GNU_SOURCE

#include "include/limits.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

static int lower(__rlimit_resource_t resource, uint64_t bytes) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  // What a sanitizer knows of each byte counts as data, and is terabytes.
  return 0;
#endif
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return errno;
  // The hard limit stays: a child that is not ours to limit may raise its own again.
  if (bytes < limit.rlim_cur) limit.rlim_cur = bytes;
  return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

int clinux_limit_data(uint64_t bytes) { return lower(RLIMIT_DATA, bytes); }

int clinux_limit_data_of(int process, uint64_t bytes) {
  struct rlimit limit;
  if (prlimit(process, RLIMIT_DATA, 0, &limit) != 0) return errno;
  if (bytes < limit.rlim_max) limit.rlim_max = bytes;
  if (limit.rlim_max < limit.rlim_cur) limit.rlim_cur = limit.rlim_max;
  return prlimit(process, RLIMIT_DATA, &limit, 0) == 0 ? 0 : errno;
}

bool clinux_has_memory(uint64_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  munmap(memory, bytes);
  return true;
}

void clinux_keep_memory(void) {
  // More than 32 MB are refused.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

void clinux_give_memory_back(void) { malloc_trim(0); }

// A limit of 0, even one that was there before, is only for files: a program at the other end of a pipe
// gets all. For 1 the system writes to neither, see core(5) and `coredump_pipe` of the kernel.
int clinux_leave_no_core(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return errno;
  limit.rlim_cur = limit.rlim_max < 1 ? 0 : 1;
  return setrlimit(RLIMIT_CORE, &limit) == 0 ? 0 : errno;
}
