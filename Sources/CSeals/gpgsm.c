#define _GNU_SOURCE

#include "include/CSeals.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char script[] =
    "#!/bin/sh\nexec gpgsm --pinentry-mode error --disable-dirmngr \"$@\"\n";
static char path[64];

static void make(void) {
  int file = memfd_create("gpgsm", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return;
  if (write(file, script, sizeof script - 1) == sizeof script - 1)
    snprintf(path, sizeof path, "/proc/%d/fd/%d", getpid(), file);
  else
    close(file);
}

const char *cseals_quiet_gpgsm(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make);
  return path[0] == 0 ? NULL : path;
}
