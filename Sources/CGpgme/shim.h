// gpgme as Swift can see it.
#ifndef MULLIGAN_CGPGME_SHIM_H
#define MULLIGAN_CGPGME_SHIM_H

#include <gpgme.h>

#endif
