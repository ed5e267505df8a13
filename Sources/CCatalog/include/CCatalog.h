// The strings catalog as Xcode writes it, carried inside the program.
#pragma once
#include <stddef.h>

extern const unsigned char *const mulligan_catalog;
extern const size_t mulligan_catalog_size;
