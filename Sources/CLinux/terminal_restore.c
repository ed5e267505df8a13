#define _GNU_SOURCE

#include "include/terminal_restore.h"
#include "include/stops.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// How long a terminal may refuse the farewell, in milliseconds.
enum { PATIENCE = 200 };

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT};
enum { FAULTS = sizeof faults / sizeof faults[0] };

static struct {
  int input;
  int output;
  struct termios modes;
  unsigned char farewell[CLINUX_FAREWELL_CAPACITY];
  size_t count;
} saved;

static atomic_bool taken = false;
static struct sigaction before[FAULTS];
static bool guarded[FAULTS];

// A fault may be an overflow of the stack, so its handler needs another.
static unsigned char other_stack[65536];

int clinux_terminal_save(int input, int output, const void *farewell, size_t count) {
  if (count > CLINUX_FAREWELL_CAPACITY) return ENOSPC;
  if (tcgetattr(input, &saved.modes) != 0) return errno;
  saved.input = input;
  saved.output = output;
  memcpy(saved.farewell, farewell, count);
  saved.count = count;
  return 0;
}

int clinux_terminal_take(void) {
  struct termios modes = saved.modes;
  cfmakeraw(&modes);
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  // Before the first change: a fault in between must find it.
  atomic_store(&taken, true);
  while (tcsetattr(saved.input, TCSANOW, &modes) != 0) {
    if (errno == EINTR) continue;
    atomic_store(&taken, false);
    return errno;
  }
  return 0;
}

static void send_farewell(void) {
  size_t sent = 0;
  while (sent < saved.count) {
    ssize_t done = write(saved.output, saved.farewell + sent, saved.count - sent);
    if (done > 0) {
      sent += (size_t)done;
    } else if (done < 0 && errno == EAGAIN) {
      struct pollfd wait = {.fd = saved.output, .events = POLLOUT};
      if (poll(&wait, 1, PATIENCE) <= 0) return;
    } else if (done == 0 || errno != EINTR) {
      return;
    }
  }
}

void clinux_terminal_restore(bool discard_input) {
  if (!atomic_exchange(&taken, false)) return;
  int reason = errno;
  // A program in the background is stopped for setting modes, unless it blocks that signal.
  sigset_t background, mask;
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background, &mask);
  send_farewell();
  if (discard_input) tcflush(saved.input, TCIFLUSH);
  while (tcsetattr(saved.input, TCSANOW, &saved.modes) != 0 && errno == EINTR) continue;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = reason;
}

unsigned char clinux_terminal_erase(void) { return saved.modes.c_cc[VERASE]; }

// What was there before us may print where the fault was, but may also return.
static void call_before(int number, siginfo_t *info, void *context) {
  for (int index = 0; index < FAULTS; index++) {
    if (faults[index] != number) continue;
    if (before[index].sa_flags & SA_SIGINFO) {
      before[index].sa_sigaction(number, info, context);
    } else if (before[index].sa_handler != SIG_DFL) {
      before[index].sa_handler(number);
    }
  }
}

static void restore_and_die(int number, siginfo_t *info, void *context) {
  clinux_terminal_restore(false);
  call_before(number, info, context);
  struct sigaction deadly = {.sa_handler = SIG_DFL};
  sigemptyset(&deadly.sa_mask);
  sigaction(number, &deadly, NULL);
  // Blocked until this handler returns.
  raise(number);
}

static void provide_other_stack(void) {
  stack_t present;
  if (sigaltstack(NULL, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
  stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
  sigaltstack(&stack, NULL);
}

static void restore_at_exit(void) { clinux_terminal_restore(false); }

int clinux_terminal_guard(void) {
  static bool registered = false;
  if (!registered && atexit(restore_at_exit) != 0) return ENOMEM;
  registered = true;
  provide_other_stack();
  struct sigaction action = {
      .sa_sigaction = restore_and_die, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < FAULTS; index++) {
    if (guarded[index] || clinux_signal_is_ignored(faults[index])) continue;
    if (sigaction(faults[index], &action, &before[index]) != 0) return errno;
    guarded[index] = true;
  }
  return 0;
}

void clinux_terminal_unguard(void) {
  for (int index = 0; index < FAULTS; index++) {
    if (guarded[index]) sigaction(faults[index], &before[index], NULL);
    guarded[index] = false;
  }
}

void clinux_terminal_stop(void) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, NULL);
  kill(0, SIGTSTP);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  sigaction(SIGCONT, &action, NULL);
  clinux_stop_now();
}

int clinux_terminal_size(int output, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(output, TIOCGWINSZ, &size) != 0) return errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

bool clinux_signal_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
