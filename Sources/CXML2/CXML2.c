#include "CXML2.h"

#include <dlfcn.h>
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The functions of the library that are called.
#define FUNCTIONS(USE) \
  USE(htmlCreateMemoryParserCtxt) \
  USE(htmlCtxtUseOptions) \
  USE(htmlFreeParserCtxt) \
  USE(htmlParseDocument) \
  USE(xmlByteConsumed) \
  USE(xmlInitParser) \
  USE(xmlStopParser) \
  USE(xmlSwitchEncoding)

static struct {
#define USE(function) __typeof__(function) *function;
  FUNCTIONS(USE)
#undef USE
} library;

static const char soname[] = "libxml2.so.2";

// Ends the program as the system does that misses a library, only later.
static void *required(void *found) {
  if (found) return found;
  fprintf(stderr, "mulligan: %s\n", dlerror());
  _Exit(127);
}

static void load(void) {
  void *handle = required(dlopen(soname, RTLD_LAZY | RTLD_LOCAL));
#define USE(function) library.function = (__typeof__(library.function))required(dlsym(handle, #function));
  FUNCTIONS(USE)
#undef USE
  library.xmlInitParser();
}

struct CXML2Parser {
  htmlParserCtxtPtr context;
  CXML2Handlers handlers;
  void *told;
};

static void begin(void *context, const xmlChar *name, const xmlChar **attributes) {
  CXML2Parser *parser = context;
  parser->handlers.begin(parser->told, (const char *)name, (const char *const *)attributes);
}

static void end(void *context, const xmlChar *name) {
  (void)name;
  CXML2Parser *parser = context;
  parser->handlers.end(parser->told);
}

static void text(void *context, const xmlChar *text, int length) {
  CXML2Parser *parser = context;
  parser->handlers.text(parser->told, (const char *)text, length);
}

CXML2Parser *cxml2_parser_open(
    const char *page, int32_t length, const CXML2Handlers *handlers, void *context) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  CXML2Parser *parser = malloc(sizeof *parser);
  if (!parser) return NULL;
  *parser = (CXML2Parser){
      .context = library.htmlCreateMemoryParserCtxt(page, length),
      .handlers = *handlers,
      .told = context,
  };
  if (!parser->context) {
    free(parser);
    return NULL;
  }
  library.htmlCtxtUseOptions(
      parser->context, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                           HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
  library.xmlSwitchEncoding(parser->context, XML_CHAR_ENCODING_UTF8);
  *parser->context->sax = (xmlSAXHandler){
      .initialized = 1,
      .startElement = begin,
      .endElement = end,
      .characters = text,
      .ignorableWhitespace = text,
      .cdataBlock = text,
  };
  parser->context->userData = parser;
  return parser;
}

void cxml2_parser_close(CXML2Parser *parser) {
  library.htmlFreeParserCtxt(parser->context);
  free(parser);
}

void cxml2_parse(CXML2Parser *parser) { library.htmlParseDocument(parser->context); }

void cxml2_stop(CXML2Parser *parser) { library.xmlStopParser(parser->context); }

int64_t cxml2_consumed(CXML2Parser *parser) { return library.xmlByteConsumed(parser->context); }
