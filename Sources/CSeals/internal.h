#ifndef MULLIGAN_CSEALS_INTERNAL_H
#define MULLIGAN_CSEALS_INTERNAL_H

#include "include/CSeals.h"

enum { MOST_CHILDREN = 200 };

// Processes that are children of this one.
struct children {
  int count;
  int numbers[MOST_CHILDREN];
};

// Runs a call on these streams; `signature` is `NULL` where the input holds its own.
void seals_run(
    struct cseals_call *call, GMimeStream *input, GMimeStream *signature, bool encrypted);

// Around the start of a call: afterwards it is known which processes are its own.
void seals_begin_start(struct children *before);
void seals_end_start(const struct children *before, struct children *started);

// Ends what a call has left running of gpg and gpgsm, and forgets it.
void seals_end_started(const struct children *started);

// Ends the program that asks a person: the agent, whose child it is, would let it go on asking.
void seals_end_pinentry(int process);

#endif
