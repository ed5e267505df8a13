// What gpgme leaves behind: it forks twice, so gpg is nobody's child who could end it. Once this process
// adopts such orphans, they are known by their numbers.
#define _GNU_SOURCE

#include "internal.h"

#include <ctype.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool adopts;
// Starting is one thing at a time: who is new afterwards belongs to the call that was started.
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
// What belongs to calls, which forget it themselves.
static struct children *owned;

void cseals_adopt(void) { adopts = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

static bool holds(const struct children *children, int number) {
  for (int index = 0; index < children->count; index++)
    if (children->numbers[index] == number) return true;
  return false;
}

// Without room a child is none of ours: it goes on, as it would without us.
static void append(struct children *children, int number) {
  if (children->count == children->room) {
    int room = children->room == 0 ? 32 : 2 * children->room;
    int *larger = realloc(children->numbers, (size_t)room * sizeof *larger);
    if (larger == NULL) return;
    children->numbers = larger;
    children->room = room;
  }
  children->numbers[children->count++] = number;
}

static bool are_same(const struct children *one, const struct children *other) {
  size_t bytes = (size_t)one->count * sizeof *one->numbers;
  return one->count == other->count
      && (bytes == 0 || memcmp(one->numbers, other->numbers, bytes) == 0);
}

static void empty(struct children *children) {
  free(children->numbers);
  *children = (struct children){0};
}

// Orphans come to the first thread of a process, which is here as long as the process.
static struct children list_once(void) {
  struct children children = {0};
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  FILE *file = fopen(path, "re");
  if (file == NULL) return children;
  int child;
  while (fscanf(file, "%d", &child) == 1) append(&children, child);
  fclose(file);
  return children;
}

// While a child is forgotten by another thread the system leaves out one beside it: two lists that are
// the same have all.
static struct children list_children(void) {
  struct children children = list_once();
  for (int tries = 0; tries < 20; tries++) {
    struct children again = list_once();
    bool is_known = are_same(&children, &again);
    empty(&children);
    children = again;
    if (is_known) break;
  }
  return children;
}

// A process as the system describes it.
struct look {
  char name[64];
  // It has ended and is only not forgotten.
  bool has_ended;
  int group, session;
};

// Returns false if the process is not there.
static bool look_at(int process, struct look *look) {
  char path[64], state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  int found = fscanf(
      file, "%*d (%63[^)]) %c %*d %d %d", look->name, &state, &look->group, &look->session);
  fclose(file);
  look->has_ended = state == 'Z' || state == 'X';
  return found == 4;
}

// Whether it is gpg or gpgsm, or the script that is about to become gpgsm, which is named as a
// descriptor. An agent is neither.
static bool is_gpg(const struct look *look) {
  bool is_script = true;
  for (const char *letter = look->name; *letter != 0; letter++)
    if (!isdigit((unsigned char)*letter)) is_script = false;
  return is_script || strcmp(look->name, "gpg") == 0 || strcmp(look->name, "gpgsm") == 0
      || strcmp(look->name, "gpg2") == 0;
}

// Whether nobody waits for a child: gpgme asks gpg and gpgconf this and that in our own group, and
// others have a group or a session that none of our own programs is given.
static bool is_adopted(int child, const struct look *look) {
  if (look->session == child) return true;
  if (look->group == getpgrp()) return is_gpg(look) || strcmp(look->name, "gpgconf") == 0;
  return look->group != child;
}

static bool is_owned(int child) {
  for (const struct children *call = owned; call != NULL; call = call->next)
    if (holds(call, child)) return true;
  return false;
}

static void forget_ended(const struct children *children) {
  for (int index = 0; index < children->count; index++) {
    int child = children->numbers[index];
    struct look look;
    if (is_owned(child) || !look_at(child, &look) || !look.has_ended) continue;
    if (is_adopted(child, &look)) waitpid(child, NULL, WNOHANG);
  }
}

void cseals_forget_adopted(void) {
  siginfo_t ended = {0};
  // Mostly there is nothing to forget, which is known at once.
  if (!adopts || waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return;
  if (ended.si_pid == 0) return;
  pthread_mutex_lock(&starting);
  struct children children = list_children();
  forget_ended(&children);
  empty(&children);
  pthread_mutex_unlock(&starting);
}

void seals_lock_starts(void) { pthread_mutex_lock(&starting); }

void seals_unlock_starts(void) { pthread_mutex_unlock(&starting); }

void seals_begin_start(struct children *before) {
  if (!adopts) return;
  *before = list_children();
  forget_ended(before);
}

void seals_end_start(struct children *before, struct children *started) {
  if (!adopts) return;
  struct children now = list_children();
  for (int index = 0; index < now.count; index++) {
    int child = now.numbers[index];
    if (!holds(before, child) && !is_owned(child)) append(started, child);
  }
  started->next = owned;
  owned = started;
  empty(&now);
  empty(before);
}

void seals_end_pinentry(int process) {
  struct look look;
  if (!look_at(process, &look) || strncmp(look.name, "pinentry", 8) != 0) return;
  kill(process, SIGTERM);
  // Until it has gone it would read what is typed.
  for (int tries = 0; tries < 100 && look_at(process, &look) && !look.has_ended; tries++)
    poll(NULL, 0, 2);
}

// Looks at a child that runs its program: before, it has the name of this thread, and may become
// whatever it was started for.
static bool look_at_program(int child, struct look *look) {
  char own[16] = {0};
  prctl(PR_GET_NAME, own);
  for (int tries = 0; tries < 5000 && look_at(child, look); tries++) {
    bool is_program = look->has_ended || strcmp(look->name, own) != 0;
    if (is_program || look->group != getpgrp()) return true;
    poll(NULL, 0, 1);
  }
  return false;
}

// Ends what belongs to a call: an agent lives on, and other threads' children are theirs.
void seals_end_started(struct children *started) {
  if (!adopts) return;
  for (int index = 0; index < started->count; index++) {
    int child = started->numbers[index];
    struct look look;
    if (!look_at_program(child, &look) || look.group != getpgrp()) continue;
    if (!is_gpg(&look) && strcmp(look.name, "gpgconf") != 0) continue;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  pthread_mutex_lock(&starting);
  struct children **place = &owned;
  while (*place != NULL && *place != started) place = &(*place)->next;
  if (*place != NULL) *place = started->next;
  empty(started);
  pthread_mutex_unlock(&starting);
}
