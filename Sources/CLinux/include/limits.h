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

// Lets the system have each block of at least so many bytes when it is freed, whatever is in use above it.
void clinux_give_blocks_back(int bytes);

// Lets a crash leave no core: neither in a file, nor with a program that the system hands cores to.
int clinux_leave_no_core(void);

#endif
