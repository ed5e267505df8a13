// Terminfo through ncurses. The library keeps the entry that was opened last in a global variable
// and marks absent capabilities by invalid pointers; both are macros or casts that Swift cannot see.

#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <curses.h>
#include <term.h>

// Opens the entry of a terminal's name; false if there is none that can be used.
//
// One entry is open at a time in a process: read what is needed and close it.
static inline bool cncurses_open(const char *name, int descriptor) {
  int found = 0;
  return setupterm(name, descriptor, &found) == OK && found == 1;
}

static inline void cncurses_close(void) {
  if (cur_term) del_curterm(cur_term);
}

// A string capability, or NULL if it is absent, cancelled or no string.
static inline const char *cncurses_string(const char *capability) {
  const char *value = tigetstr(capability);
  return value == (const char *)-1 ? NULL : value;
}

// A number, or a negative value if it is absent or no number.
static inline int cncurses_number(const char *capability) { return tigetnum(capability); }

static inline bool cncurses_flag(const char *capability) { return tigetflag(capability) > 0; }

#endif
