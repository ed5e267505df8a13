// Limits of this process, for itself and what it starts; each 0 or an errno.

#ifndef CLINUX_LIMITS_H
#define CLINUX_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

// Bounds the memory for data, never above what is already allowed.
int clinux_limit_data(uint64_t bytes);

// Bounds the memory for data of another process of ours, and of what it starts from then on.
int clinux_limit_data_of(int process, uint64_t bytes);

// Whether as much memory for data could be had now, at once.
bool clinux_has_memory(uint64_t bytes);

// Keeps what is freed for what comes next, blocks of up to 32 MB too, until it is given back.
void clinux_keep_memory(void);

// Lets the system have what memory was freed since.
void clinux_give_memory_back(void);

// Lets a crash leave no core: neither in a file, nor with a program that the system hands cores to.
int clinux_leave_no_core(void);

#endif
