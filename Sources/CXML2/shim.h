// libxml2's HTML parser.
#ifndef MULLIGAN_CXML2_SHIM_H
#define MULLIGAN_CXML2_SHIM_H

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

#endif
