#define _GNU_SOURCE

#include "include/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int report_to = -1;

static int dispose(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL) == 0 ? 0 : errno;
}

static void report(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(atomic_load(&report_to), &byte, 1);
  (void)written;
  errno = before;
}

int clinux_signal_ignore(int number) { return dispose(number, SIG_IGN, 0); }

int clinux_signal_default(int number) { return dispose(number, SIG_DFL, 0); }

int clinux_signal_report(int number, int descriptor) {
  atomic_store(&report_to, descriptor);
  return dispose(number, report, SA_RESTART);
}
