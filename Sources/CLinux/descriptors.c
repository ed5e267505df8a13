#define _GNU_SOURCE

#include "include/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The first descriptor after standard error.
enum { FIRST_FREE = 3 };

// In a process started with a standard descriptor closed, a new one would take its number and be
// overwritten when a child's standard streams are laid out.
static int lifted(int descriptor) {
  if (descriptor < 0) return -errno;
  if (descriptor >= FIRST_FREE) return descriptor;
  int above = clinux_duplicate(descriptor);
  close(descriptor);
  return above;
}

int clinux_pipe(int ends[2]) {
  int made[2];
  if (pipe2(made, O_CLOEXEC) != 0) return errno;
  ends[0] = lifted(made[0]);
  ends[1] = lifted(made[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  int reason = ends[0] < 0 ? -ends[0] : -ends[1];
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
  return reason;
}

int clinux_event(void) { return lifted(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

int clinux_memory_file(int64_t size) {
  int file = lifted(memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file < 0) return file;
  if (ftruncate(file, size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW) == 0) return file;
  int reason = errno;
  close(file);
  return -reason;
}

// By its number: C libraries before glibc 2.36 have no name for the call.
int clinux_process_descriptor(int child) {
  return lifted((int)syscall(SYS_pidfd_open, child, 0));
}

int clinux_poll_timeout(int64_t seconds, int64_t attoseconds) {
  const int64_t millisecond = 1000000000000000;
  if (seconds < 0 || attoseconds < 0) return 0;
  if (seconds >= INT32_MAX / 1000) return INT32_MAX;
  return (int)(seconds * 1000 + (attoseconds + millisecond - 1) / millisecond);
}

int clinux_duplicate(int descriptor) {
  int above = fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_FREE);
  return above < 0 ? -errno : above;
}

void clinux_hold_standard(void) {
  for (int descriptor = 0; descriptor < FIRST_FREE; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest free number is taken; who reads gets an error from what is only for writing.
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

static unsigned long limit_for(int wanted) {
  int number = 0;
  for (int free = 0; free < wanted; number++) free += fcntl(number, F_GETFD) < 0;
  return (unsigned long)number;
}

struct clinux_room clinux_make_room(int wanted) {
  struct clinux_room room = {.limit = 0, .needed = limit_for(wanted)};
  struct rlimit limit;
  // Where nobody can tell, opening will.
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = room.needed;
  if (limit.rlim_cur < room.needed && limit.rlim_max >= room.needed) {
    limit.rlim_cur = room.needed;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    (void)getrlimit(RLIMIT_NOFILE, &limit);
  }
  room.limit = limit.rlim_cur;
  return room;
}

int clinux_set_nonblocking(int descriptor, bool nonblocking) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return errno;
  int wanted = nonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
  return wanted == flags || fcntl(descriptor, F_SETFL, wanted) == 0 ? 0 : errno;
}

long clinux_read(int descriptor, void *bytes, size_t count) {
  ssize_t done;
  do done = read(descriptor, bytes, count);
  while (done < 0 && errno == EINTR);
  return done < 0 ? -errno : done;
}

// Takes back the SIGPIPE that a write of this thread has just raised.
static void forget_sigpipe(const sigset_t *pipe_signal) {
  struct timespec at_once = {0, 0};
  while (sigtimedwait(pipe_signal, NULL, &at_once) < 0 && errno == EINTR) continue;
}

long clinux_write(int descriptor, const void *bytes, size_t count) {
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  int reason = pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  if (reason != 0) return -reason;
  ssize_t done;
  do done = write(descriptor, bytes, count);
  while (done < 0 && errno == EINTR);
  ssize_t result = done < 0 ? -errno : done;
  // One that was pending before is somebody else's.
  if (result == -EPIPE && !sigismember(&pending, SIGPIPE)) forget_sigpipe(&pipe_signal);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}
