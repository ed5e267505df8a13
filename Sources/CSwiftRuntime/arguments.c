// The arguments of this process, for Swift's `CommandLine`.
//
// On Linux the library of Swift looks for them on the stack, whose place it reads from
// /proc/self/maps, before `main` and whether anybody asks or not: a line for each piece of thirty
// libraries, 0.15 ms at each start, and no arguments where /proc is missing. The C library hands
// them to every initializer. Where Swift's libraries are linked dynamically these are not used.

#include "CSwiftRuntime.h"

static char **words;
static int count;

__attribute__((constructor(101))) static void take_arguments(int argc, char **argv) {
  words = argv;
  count = argc;
}

__attribute__((visibility("hidden"))) char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
  *length = count;
  return words;
}

__attribute__((visibility("hidden"))) void _swift_stdlib_overrideUnsafeArgvArgc(
    char **argv, int argc) {
  take_arguments(argc, argv);
}
