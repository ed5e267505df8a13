// Descriptors that no program started later inherits, and writing that never raises a signal.

#ifndef CLINUX_DESCRIPTORS_H
#define CLINUX_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
// No <sys/types.h>: a Swift file that sees pthread_attr_t through two modules cannot use it.

// Makes a pipe, read end first, both above the standard three and closed on exec; 0 or an errno.
int clinux_pipe(int ends[2]);

// Makes a non-blocking event counter, closed on exec; a negative errno on failure.
//
// It is readable while it is not zero; reading eight bytes sets it to zero, writing adds.
int clinux_event(void);

// Makes a file of so many zero bytes in memory, closed on exec, which is gone when nobody has it open;
// writing beyond its end fails with EPERM. A negative errno on failure.
int clinux_memory_file(int64_t size);

// Opens a descriptor of a child that is not yet reaped: readable, for poll, once the child has ended;
// a negative errno on failure.
int clinux_process_descriptor(int child);

// A time as poll takes it: rounded up to whole milliseconds, so that a wait never ends before its
// time only to be begun again.
int clinux_poll_timeout(int64_t seconds, int64_t attoseconds);

// Duplicates a descriptor to one above the standard three, closed on exec; a negative errno on
// failure.
int clinux_duplicate(int descriptor);

// Puts something in the place of standard descriptors that are closed, on which neither reading nor
// writing works: a file opened later must not be taken for standard output.
void clinux_hold_standard(void);

// How many descriptors the process may have open at once, and must be allowed to have.
struct clinux_room {
  unsigned long limit;
  unsigned long needed;
};

// Makes room for so many more descriptors, raising the limit as far as that is allowed; `needed` is
// above `limit` where there is no room.
struct clinux_room clinux_make_room(int wanted);

// Sets whether reading and writing wait; 0 or an errno.
int clinux_set_nonblocking(int descriptor, bool nonblocking);

// Reads, again after an interruption; a negative errno on failure, 0 at the end.
long clinux_read(int descriptor, void *bytes, size_t count);

// Writes, again after an interruption; a negative errno on failure.
//
// A reader that is gone is EPIPE, and never SIGPIPE, whatever the process does with that signal.
long clinux_write(int descriptor, const void *bytes, size_t count);

#endif
