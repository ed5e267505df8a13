// Runs the tasks of Swift's global executor on twice as many threads as the machine has processors.
//
// Swift has one thread a processor, and takes it that none of them waits. Most tests wait: for a
// program, a terminal, GnuPG. With a thread a processor, a third of the machine stood idle.

#include "threads.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Job Job;

// Swift's runtime: what is set here gets each task instead of its own executor.
extern void *swift_task_enqueueGlobal_hook;
__attribute__((swiftcall)) extern void swift_job_run(Job *job, void *identity, void *witness);

typedef struct Waiting {
  Job *job;
  struct Waiting *next;
} Waiting;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrival = PTHREAD_COND_INITIALIZER;
static Waiting *first, *last;
static pthread_once_t begin = PTHREAD_ONCE_INIT;

int test_threads_count(void) { return 2 * (int)sysconf(_SC_NPROCESSORS_ONLN); }

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!first) pthread_cond_wait(&arrival, &lock);
    Waiting *taken = first;
    first = taken->next;
    if (!first) last = NULL;
    pthread_mutex_unlock(&lock);
    Job *job = taken->job;
    free(taken);
    swift_job_run(job, NULL, NULL);
  }
  return unused;
}

static void start(void) {
  // Signals are the main thread's, but for those that tell a thread of its own fault.
  sigset_t blocked, before;
  sigfillset(&blocked);
  int own[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS};
  for (size_t index = 0; index < sizeof own / sizeof *own; index++) sigdelset(&blocked, own[index]);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  for (int count = test_threads_count(); count > 0; count--) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL)) abort();
    pthread_detach(thread);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

__attribute__((swiftcall)) static void enqueue(Job *job, void *original) {
  pthread_once(&begin, start);
  Waiting *added = malloc(sizeof *added);
  if (!added) abort();
  *added = (Waiting){.job = job};
  pthread_mutex_lock(&lock);
  if (last) last->next = added; else first = added;
  last = added;
  pthread_cond_signal(&arrival);
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void take_over(void) {
  swift_task_enqueueGlobal_hook = (void *)enqueue;
}
