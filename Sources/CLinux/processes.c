#define _GNU_SOURCE

#include "include/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_FREE = 3 };

static int set_attributes(posix_spawnattr_t *attributes, bool own_group) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (own_group) flags |= POSIX_SPAWN_SETPGROUP;
  int reason = posix_spawnattr_setsigdefault(attributes, &all);
  if (reason == 0) reason = posix_spawnattr_setsigmask(attributes, &none);
  if (reason == 0) reason = posix_spawnattr_setpgroup(attributes, 0);
  if (reason == 0) reason = posix_spawnattr_setflags(attributes, flags);
  return reason;
}

static int set_streams(posix_spawn_file_actions_t *actions, struct clinux_start start) {
  int reason = posix_spawn_file_actions_adddup2(actions, start.input, 0);
  if (reason == 0) reason = posix_spawn_file_actions_adddup2(actions, start.output, 1);
  if (reason == 0) reason = posix_spawn_file_actions_adddup2(actions, start.error, 2);
  // Last: the streams may lie where it comes to lie.
  if (reason == 0 && start.inherited >= 0)
    reason = posix_spawn_file_actions_adddup2(actions, start.inherited, FIRST_FREE);
  int first_closed = FIRST_FREE + (start.inherited >= 0);
  if (reason == 0) reason = posix_spawn_file_actions_addclosefrom_np(actions, first_closed);
  return reason;
}

// The system forgets the children of a process that ignores SIGCHLD, and with them how they ended: a
// parent of ours may have left it ignored.
static void remember_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) != 0 || action.sa_handler != SIG_IGN) return;
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, NULL);
}

// In the child, which may call nothing that takes a lock: becomes the program, or returns an errno.
static int become(
    char *const arguments[], char *const environment[], struct clinux_start start, int *report) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
  if (start.own_group && setpgid(0, 0) != 0) return errno;
  if (dup2(start.input, 0) < 0 || dup2(start.output, 1) < 0 || dup2(start.error, 2) < 0)
    return errno;
  if (*report != FIRST_FREE && dup3(*report, FIRST_FREE, O_CLOEXEC) < 0) return errno;
  *report = FIRST_FREE;
  closefrom(FIRST_FREE + 1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execvpe(arguments[0], arguments, environment);
  return errno;
}

// What posix_spawn cannot do: the system ends the child when the calling thread ends.
static int spawn_bound(
    char *const arguments[], char *const environment[], struct clinux_start start, int *child) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  pid_t parent = getpid();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t made = fork();
  int reason = made < 0 ? errno : 0;
  if (made == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before that.
    if (getppid() != parent) _exit(127);
    reason = become(arguments, environment, start, &report[1]);
    _exit(write(report[1], &reason, sizeof reason) < 0 ? 126 : 127);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  ssize_t count = 0;
  while (made > 0 && (count = read(report[0], &reason, sizeof reason)) < 0 && errno == EINTR)
    continue;
  close(report[0]);
  if (made > 0 && count == sizeof reason) {
    while (waitpid(made, NULL, 0) < 0 && errno == EINTR) continue;
  } else if (made > 0) {
    *child = made;
  }
  return reason;
}

int clinux_spawn(
    char *const arguments[], char *const environment[], struct clinux_start start, int *child) {
  if (start.bound) {
    remember_children();
    return spawn_bound(arguments, environment ?: environ, start, child);
  }
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  remember_children();
  int reason = posix_spawnattr_init(&attributes);
  if (reason != 0) return reason;
  reason = posix_spawn_file_actions_init(&actions);
  if (reason == 0) {
    reason = set_attributes(&attributes, start.own_group);
    if (reason == 0) reason = set_streams(&actions, start);
    if (reason == 0)
      reason = posix_spawnp(
          child, arguments[0], &actions, &attributes, arguments, environment ?: environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_destroy(&attributes);
  return reason;
}

void clinux_kill_group(int child) {
  if (child > 1) kill(-child, SIGKILL);
}

int clinux_reap(int child, bool wait, struct clinux_end *end) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  // The child is looked at first and forgotten last: until then its number, which is its group's
  // too, cannot become another program's.
  int options = WEXITED | WNOWAIT | (wait ? 0 : WNOHANG);
  while (waitid(P_PID, (id_t)child, &info, options) != 0)
    if (errno != EINTR) return -errno;
  if (info.si_pid == 0) return 0;
  if (getpgid(child) == child) kill(-child, SIGKILL);
  while (waitid(P_PID, (id_t)child, &info, WEXITED) != 0)
    if (errno != EINTR) return -errno;
  end->by_signal = info.si_code != CLD_EXITED;
  end->number = info.si_status;
  return 1;
}

int clinux_release(int child, struct clinux_end *end) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG) != 0)
    if (errno != EINTR) return -errno;
  if (info.si_pid == 0) return 0;
  end->by_signal = info.si_code != CLD_EXITED;
  end->number = info.si_status;
  return 1;
}

struct leftover {
  int child;
  bool whole_group;
};

static void *reap_leftover(void *context) {
  struct leftover left = *(struct leftover *)context;
  free(context);
  siginfo_t info;
  struct clinux_end end;
  if (left.whole_group) {
    clinux_reap(left.child, true, &end);
  } else {
    while (waitid(P_PID, (id_t)left.child, &info, WEXITED) != 0 && errno == EINTR) continue;
  }
  return NULL;
}

void clinux_reap_later(int child, bool whole_group) {
  struct leftover *left = malloc(sizeof *left);
  if (left == NULL) return;
  *left = (struct leftover){.child = child, .whole_group = whole_group};
  sigset_t all, before;
  sigfillset(&all);
  pthread_t thread;
  // A new thread begins with the signals blocked that its maker blocks.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int reason = pthread_create(&thread, NULL, reap_leftover, left);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (reason == 0) {
    pthread_detach(thread);
  } else {
    free(left);
  }
}
