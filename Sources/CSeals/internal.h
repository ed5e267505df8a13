#ifndef MULLIGAN_CSEALS_INTERNAL_H
#define MULLIGAN_CSEALS_INTERNAL_H

#include "include/CSeals.h"

// Processes that are children of this one.
struct children {
  int count, room;
  int *numbers;
  // The next of those that belong to calls.
  struct children *next;
};

// Runs a call on these streams; `signature` is `NULL` where the input holds its own.
void seals_run(
    struct cseals_call *call, GMimeStream *input, GMimeStream *signature, bool encrypted);

// The same in two steps: what every call is told, then what it is about.
typedef gpgme_error_t (*seals_start)(struct cseals_call *call, const void *argument);
gpgme_error_t seals_prepare(struct cseals_call *call);
void seals_run_prepared(struct cseals_call *call, seals_start start, const void *argument);

// Takes text for a call, whose most it does not pass.
ssize_t seals_take_text(void *call, const void *bytes, size_t count);

// Around all that may have gpgme start programs: one is started at a time.
void seals_lock_starts(void);
void seals_unlock_starts(void);

// Within that, around a start: afterwards it is known which programs are its own. What has ended of those
// that nobody waits for is forgotten.
void seals_begin_start(struct children *before);
void seals_end_start(struct children *before, struct children *started);

// Ends those of gpg that were started and are still there, running or not.
void seals_end_started(struct children *started);

// Ends the program that asks a person: the agent, whose child it is, would let it go on asking.
void seals_end_pinentry(int process);

#endif
