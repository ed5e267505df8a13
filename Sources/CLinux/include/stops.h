// A stop by the terminal, put off while something is held that other programs wait for.

#ifndef CLINUX_STOPS_H
#define CLINUX_STOPS_H

// Puts off what the terminal stops programs with, in all threads of the process. Calls nest.
//
// TSTP waits for the `clinux_stop_allow` of the first call, and CONT calls it off, as it does with a
// signal that is blocked. A background program may write to its terminal meanwhile, whatever `stty
// tostop` says. Where the process ignores these signals or has handlers of its own, these stay.
void clinux_stop_defer(void);

// Ends that. If it was the last one and a TSTP has come, the process stops now, and this returns when
// it goes on.
void clinux_stop_allow(void);

// Stops the process as TSTP does by default, and returns when it goes on.
//
// Where nobody could let it go on, the system does not stop it.
void clinux_stop_now(void);

#endif
