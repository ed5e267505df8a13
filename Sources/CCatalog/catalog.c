#include "CCatalog.h"

// `#embed` is C23; the compiler accepts it in older modes and only says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "Localizable.xcstrings"
};

const unsigned char *const mulligan_catalog = bytes;
const size_t mulligan_catalog_size = sizeof bytes;
