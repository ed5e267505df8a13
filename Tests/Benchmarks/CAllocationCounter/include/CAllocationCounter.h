#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

/// Returns how many blocks of memory the process has asked for so far.
///
/// A program that links this file has its own `malloc` family, which counts and then asks glibc; all
/// libraries of the process use it too. Only benchmarks link it.
unsigned long allocation_count(void);

#endif
