// What gpgme leaves behind: it forks twice, so gpg is nobody's child who could end it. Once this process
// adopts such orphans, they are known by their numbers.
#define _GNU_SOURCE

#include "internal.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool adopts;
// Starting is one thing at a time: who is new afterwards belongs to the call that was started.
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

void cseals_adopt(void) { adopts = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

// Adds the children of one thread of ours.
static void add_children(const char *thread, struct children *children) {
  char path[300];
  snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
  FILE *file = fopen(path, "re");
  if (file == NULL) return;
  int child;
  while (children->count < MOST_CHILDREN && fscanf(file, "%d", &child) == 1)
    children->numbers[children->count++] = child;
  fclose(file);
}

static void list_children(struct children *children) {
  children->count = 0;
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL)
    if (entry->d_name[0] != '.') add_children(entry->d_name, children);
  closedir(folder);
}

// The name of a process, and whether it has ended and is only not forgotten; false if it is not there.
static bool look_at(int process, char name[64], bool *has_ended) {
  char path[64], state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "re");
  if (file == NULL) return false;
  bool is_there = fscanf(file, "%*d (%63[^)]) %c", name, &state) == 2;
  fclose(file);
  *has_ended = state == 'Z' || state == 'X';
  return is_there;
}

// Forgets an agent, or another of GnuPG's daemons, that has been left to us and has ended.
static void forget_daemon(int child) {
  char name[64];
  bool has_ended;
  if (!look_at(child, name, &has_ended) || !has_ended) return;
  static const char *const daemons[] = {"gpg-agent", "scdaemon", "dirmngr", "gpg", "gpgsm"};
  for (size_t index = 0; index < sizeof daemons / sizeof daemons[0]; index++)
    if (strcmp(name, daemons[index]) == 0) waitpid(child, NULL, WNOHANG);
}

void seals_begin_start(struct children *before) {
  if (!adopts) return;
  pthread_mutex_lock(&starting);
  list_children(before);
  for (int index = 0; index < before->count; index++) forget_daemon(before->numbers[index]);
}

void seals_end_start(const struct children *before, struct children *started) {
  if (!adopts) return;
  struct children now;
  list_children(&now);
  pthread_mutex_unlock(&starting);
  started->count = 0;
  for (int index = 0; index < now.count; index++) {
    bool is_old = false;
    for (int other = 0; other < before->count; other++)
      if (before->numbers[other] == now.numbers[index]) is_old = true;
    if (!is_old) started->numbers[started->count++] = now.numbers[index];
  }
}

// Whether a child runs gpg or gpgsm, or has done so and is not forgotten: an agent lives on, and
// other threads' children are theirs.
static bool is_gpg(int child) {
  char name[64];
  bool has_ended;
  if (!look_at(child, name, &has_ended)) return false;
  return strcmp(name, "gpg") == 0 || strcmp(name, "gpgsm") == 0 || strcmp(name, "gpg2") == 0;
}

void seals_end_pinentry(int process) {
  char name[64];
  bool has_ended;
  if (!look_at(process, name, &has_ended) || strncmp(name, "pinentry", 8) != 0) return;
  kill(process, SIGTERM);
  // Until it has gone it would read what is typed.
  for (int tries = 0; tries < 100 && look_at(process, name, &has_ended) && !has_ended; tries++)
    poll(NULL, 0, 2);
}

void seals_end_started(const struct children *started) {
  if (!adopts) return;
  for (int index = 0; index < started->count; index++) {
    int child = started->numbers[index];
    if (!is_gpg(child)) continue;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
}
