// libxml2's HTML parser.
#ifndef MULLIGAN_CXML2_SHIM_H
#define MULLIGAN_CXML2_SHIM_H

// libxml2's headers would bring in those of ICU, which Foundation has in another version; only the
// end of a structure that we never make depends on it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

#endif
