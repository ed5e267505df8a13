// What this process does when a signal arrives.

#ifndef CLINUX_SIGNALS_H
#define CLINUX_SIGNALS_H

// Lets a signal pass without effect; 0 or an errno.
int clinux_signal_ignore(int number);

// Lets a signal do what it does by default; 0 or an errno.
int clinux_signal_default(int number);

// Makes a signal write its number, as one byte, to a descriptor; 0 or an errno.
//
// All signals caught so share the descriptor given last. It should not block: a byte that does not
// fit is dropped. System calls that a signal interrupts go on, except waiting ones such as poll.
int clinux_signal_report(int number, int descriptor);

#endif
