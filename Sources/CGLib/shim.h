// GLib's checksums as Swift can see them.
#ifndef MULLIGAN_CGLIB_SHIM_H
#define MULLIGAN_CGLIB_SHIM_H

#include <glib.h>

#endif
