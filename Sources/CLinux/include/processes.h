// Programs: starting them clean, ending them whole.

#ifndef CLINUX_PROCESSES_H
#define CLINUX_PROCESSES_H

#include <stdbool.h>
// No <sys/types.h>: a Swift file that sees pthread_attr_t through two modules cannot use it.

// What a started program has for its standard streams, and where it stands.
struct clinux_start {
  int input;
  int output;
  int error;
  // What it has as its fourth descriptor; -1 for nothing.
  int inherited;
  // Stand in a process group of its own: no signal of the terminal reaches it, and it can be ended
  // with all it has started. A program that is to read the terminal must stay in ours.
  bool own_group;
  // Have the system end it as soon as the thread that starts it ends, however that happens. It inherits
  // nothing then.
  bool bound;
};

// What has become of a child.
struct clinux_end {
  // It was ended by the signal `number`; else it exited with the status `number`.
  bool by_signal;
  int number;
};

// Starts a program; 0 or an errno.
//
// A name without a slash is looked for in our PATH. No environment means ours. The child has the
// three streams, what it inherits and no other descriptor, every signal at its default, none blocked. If
// this process ignores SIGCHLD it does so no longer.
int clinux_spawn(
    char *const arguments[], char *const environment[], struct clinux_start start, int *child);

// Ends a child's whole process group with SIGKILL, while the child is not yet reaped.
void clinux_kill_group(int child);

// Ends what is left of the process group of a child that has ended, and forgets the child.
//
// 1 if it has ended, 0 if it still runs (only without `wait`), a negative errno on failure.
int clinux_reap(int child, bool wait, struct clinux_end *end);

// Forgets a child that has ended, and leaves alone what it has started; does not wait.
//
// 1 if it has ended, 0 if it still runs, a negative errno on failure.
int clinux_release(int child, struct clinux_end *end);

// Waits on a thread of its own until a child has ended, and forgets it, after ending what is left of
// its process group if that is wanted: for a child nobody asks about any more.
void clinux_reap_later(int child, bool whole_group);

#endif
