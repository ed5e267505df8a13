// A terminal taken over and given back, even by a program that dies of a fault.
//
// One terminal a process. Whatever the program does with it later, what is needed to give it back
// is kept here, where a signal handler can reach it.

#ifndef CLINUX_TERMINAL_RESTORE_H
#define CLINUX_TERMINAL_RESTORE_H

#include <stdbool.h>
#include <stddef.h>

// The most bytes that can be kept to be sent when the terminal is given back.
#define CLINUX_FAREWELL_CAPACITY 512

// Keeps a terminal's modes and the bytes that undo what will be sent to it; 0 or an errno.
int clinux_terminal_save(int input, int output, const void *farewell, size_t count);

// Sets the modes of a full-screen program: every key as it comes, no echo, no signals; 0 or an
// errno. From now on the terminal has to be given back.
int clinux_terminal_take(void);

// Sends the farewell and sets the modes that were saved; does nothing if the terminal is not taken.
//
// Safe in a signal handler. A terminal that takes no bytes is waited for a fifth of a second.
// `discard_input` drops what was typed or answered and not yet read.
void clinux_terminal_restore(bool discard_input);

// The character that erases one before it, in the modes that were saved.
unsigned char clinux_terminal_erase(void);

// Makes every signal by which a program dies of a fault (SEGV, BUS, ILL, FPE, TRAP, ABRT, QUIT)
// give the terminal back first, then do what it did before, and end the program; 0 or an errno.
// `exit` gives it back, too.
int clinux_terminal_guard(void);

// Ends that.
void clinux_terminal_unguard(void);

// Stops the program and all it stands with, as the terminal does; returns when it goes on.
//
// Where nobody could let it go on, the system does not stop it. TSTP and CONT are at their defaults
// afterwards.
void clinux_terminal_stop(void);

// The terminal's size in cells; 0 or an errno.
int clinux_terminal_size(int output, int *columns, int *rows);

// Says whether a signal is ignored, as a program started by `nohup` has it.
bool clinux_signal_is_ignored(int number);

#endif
