// libxml2's HTML parser.
//
// Its headers stay out of here: they would bring in those of ICU, which Foundation has in another
// version. The library is loaded for the first page: with ICU, which it needs, it takes an eighth of
// the time of a start, and most verbs show no page.

#ifndef CXML2_H
#define CXML2_H

#include <stdint.h>

typedef struct CXML2Parser CXML2Parser;

// What is told of a page, each time with the context that the parser was made with. Attributes are
// names and values in turn, with a NULL at the end; a value may be NULL. Text is not terminated.
typedef struct {
  void (*begin)(void *context, const char *name, const char *const *attributes);
  void (*end)(void *context);
  void (*text)(void *context, const char *text, int32_t length);
} CXML2Handlers;

// Makes a parser of a page of UTF-8, which must outlive it; NULL without memory.
CXML2Parser *cxml2_parser_open(
    const char *page, int32_t length, const CXML2Handlers *handlers, void *context);
void cxml2_parser_close(CXML2Parser *parser);

// Tells of the whole page, or until it is stopped.
void cxml2_parse(CXML2Parser *parser);
void cxml2_stop(CXML2Parser *parser);

// How many bytes have been read.
int64_t cxml2_consumed(CXML2Parser *parser);

#endif
