#define _GNU_SOURCE

#include "include/stops.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool wanted = false;

static void note(int number) { atomic_store(&wanted, number == SIGTSTP); }

// A mask would hold for one thread only, and the signal would find another: dispositions are the
// whole process's.
static struct deferral {
  int number;
  void (*handler)(int);
  bool active;
  struct sigaction before;
} deferrals[] = {
    {.number = SIGCONT, .handler = note},
    {.number = SIGTSTP, .handler = note},
    // A write that such a signal interrupts is begun again, and interrupted again.
    {.number = SIGTTOU, .handler = SIG_IGN},
};
enum { DEFERRALS = sizeof deferrals / sizeof deferrals[0] };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int holds = 0;

static void defer(struct deferral *deferral) {
  struct sigaction action = {.sa_handler = deferral->handler, .sa_flags = SA_RESTART};
  // One at a time: a CONT that overtook the TSTP before it would call off nothing.
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTSTP);
  sigaddset(&action.sa_mask, SIGCONT);
  deferral->active = sigaction(deferral->number, NULL, &deferral->before) == 0 &&
                     !(deferral->before.sa_flags & SA_SIGINFO) &&
                     deferral->before.sa_handler == SIG_DFL &&
                     sigaction(deferral->number, &action, NULL) == 0;
}

static void end(struct deferral *deferral) {
  if (deferral->active) sigaction(deferral->number, &deferral->before, NULL);
  deferral->active = false;
}

void clinux_stop_defer(void) {
  pthread_mutex_lock(&guard);
  if (holds++ == 0)
    for (int index = 0; index < DEFERRALS; index++) defer(&deferrals[index]);
  pthread_mutex_unlock(&guard);
}

void clinux_stop_allow(void) {
  bool stop = false;
  pthread_mutex_lock(&guard);
  if (--holds == 0) {
    // CONT last: until then it calls off what has been noted.
    for (int index = DEFERRALS - 1; index >= 0; index--) end(&deferrals[index]);
    stop = atomic_exchange(&wanted, false);
  }
  pthread_mutex_unlock(&guard);
  if (stop) clinux_stop_now();
}

void clinux_stop_now(void) {
  // To this thread: a signal to the process may reach another one after this one has gone on.
  sigset_t signals, mask;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &signals, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}
