#include "CICU.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>
#include <unicode/uregion.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

enum { locale_capacity = 160, text_capacity = 512 };

// The library

// The functions that are called. Their names carry its version, by macros of its headers.
#define FUNCTIONS(USE) \
  USE(u_charDirection) \
  USE(u_strToUTF8) \
  USE(u_uastrncpy) \
  USE(udat_close) \
  USE(udat_format) \
  USE(udat_open) \
  USE(udatpg_close) \
  USE(udatpg_getBestPattern) \
  USE(udatpg_open) \
  USE(uloc_addLikelySubtags) \
  USE(uloc_countAvailable) \
  USE(uloc_forLanguageTag) \
  USE(uloc_getAvailable) \
  USE(uloc_isRightToLeft) \
  USE(uloc_toLanguageTag) \
  USE(unumf_close) \
  USE(unumf_closeResult) \
  USE(unumf_formatDouble) \
  USE(unumf_formatInt) \
  USE(unumf_openForSkeletonAndLocale) \
  USE(unumf_openResult) \
  USE(unumf_resultToString) \
  USE(uplrules_close) \
  USE(uplrules_open) \
  USE(uplrules_select) \
  USE(uplrules_selectFormatted) \
  USE(uregion_contains) \
  USE(uregion_getRegionFromCode) \
  USE(ures_close) \
  USE(ures_open)

struct functions {
#define USE(function) __typeof__(function) *function;
  FUNCTIONS(USE)
#undef USE
};

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

static struct functions loaded;
static bool is_loaded;

static void load(void) {
  void *handle = dlopen("libicui18n.so." TEXT(U_ICU_VERSION_MAJOR_NUM), RTLD_LAZY | RTLD_LOCAL);
  is_loaded = handle != NULL;
  // Also what libicuuc has, which it needs.
#define USE(function) \
  loaded.function = is_loaded ? (__typeof__(function) *)dlsym(handle, TEXT(function)) : NULL; \
  is_loaded = loaded.function != NULL;
  FUNCTIONS(USE)
#undef USE
}

// Says whether the library is there, and loads it: that takes a tenth of a start, and much of what is
// started says nothing with a number in it.
static bool has_icu(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

// Its functions, for whoever has asked, or has a handle that it made.
static const struct functions *icu(void) { return &loaded; }

// Locales

// Writes ICU's own locale id of a BCP 47 tag; false if the tag is not one.
static bool locale_id(const char *tag, char *id) {
  UErrorCode status = U_ZERO_ERROR;
  if (!has_icu()) return false;
  icu()->uloc_forLanguageTag(tag, id, locale_capacity, NULL, &status);
  return U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING;
}

// Writes the locale id by which numbers and dates are written. For a language it has no data for,
// ICU would take the process's own, which depends on the environment; here it is English.
static bool written_locale_id(const char *tag, char *id) {
  UErrorCode status = U_ZERO_ERROR;
  if (!locale_id(tag, id)) return false;
  UResourceBundle *bundle = icu()->ures_open(NULL, id, &status);
  icu()->ures_close(bundle);
  if (status == U_USING_DEFAULT_WARNING) strcpy(id, "en");
  return U_SUCCESS(status);
}

// Writes a locale id as a tag.
static int32_t tag_of(const char *id, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = icu()->uloc_toLanguageTag(id, out, capacity, false, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t cicu_maximized_tag(const char *tag, char *out, int32_t capacity) {
  char id[locale_capacity], full[locale_capacity];
  UErrorCode status = U_ZERO_ERROR;
  if (!locale_id(tag, id)) return -1;
  icu()->uloc_addLikelySubtags(id, full, locale_capacity, &status);
  return U_SUCCESS(status) ? tag_of(full, out, capacity) : -1;
}

bool cicu_is_right_to_left(const char *tag) {
  char id[locale_capacity];
  return locale_id(tag, id) && icu()->uloc_isRightToLeft(id);
}

bool cicu_region_contains(const char *outer, const char *inner) {
  UErrorCode status = U_ZERO_ERROR;
  if (!has_icu()) return false;
  const URegion *whole = icu()->uregion_getRegionFromCode(outer, &status);
  const URegion *part = icu()->uregion_getRegionFromCode(inner, &status);
  return U_SUCCESS(status) && icu()->uregion_contains(whole, part);
}

int32_t cicu_available_locale_count(void) {
  return has_icu() ? icu()->uloc_countAvailable() : 0;
}

int32_t cicu_available_tag(int32_t index, char *out, int32_t capacity) {
  return tag_of(icu()->uloc_getAvailable(index), out, capacity);
}

bool cicu_turns_left(uint32_t scalar) {
  if (!has_icu()) return true;
  switch (icu()->u_charDirection((UChar32)scalar)) {
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
    case U_ARABIC_NUMBER:
    case U_LEFT_TO_RIGHT_EMBEDDING:
    case U_LEFT_TO_RIGHT_OVERRIDE:
    case U_RIGHT_TO_LEFT_EMBEDDING:
    case U_RIGHT_TO_LEFT_OVERRIDE:
    case U_POP_DIRECTIONAL_FORMAT:
    case U_FIRST_STRONG_ISOLATE:
    case U_LEFT_TO_RIGHT_ISOLATE:
    case U_RIGHT_TO_LEFT_ISOLATE:
    case U_POP_DIRECTIONAL_ISOLATE:
      return true;
    default:
      return false;
  }
}

// Text

static int32_t to_utf8(const UChar *text, int32_t length, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t written = 0;
  icu()->u_strToUTF8(out, capacity, &written, text, length, &status);
  return U_SUCCESS(status) ? written : -1;
}

// Copies ASCII text, cut to what the buffer holds.
static void to_utf16(const char *text, UChar *out) {
  icu()->u_uastrncpy(out, text, text_capacity - 1);
  out[text_capacity - 1] = 0;
}

// Numbers

CICUNumberFormatter *cicu_number_formatter_open(const char *skeleton, const char *tag) {
  char id[locale_capacity];
  UChar pattern[text_capacity];
  UErrorCode status = U_ZERO_ERROR;
  if (!written_locale_id(tag, id)) return NULL;
  to_utf16(skeleton, pattern);
  UNumberFormatter *formatter = icu()->unumf_openForSkeletonAndLocale(pattern, -1, id, &status);
  if (U_SUCCESS(status)) return (CICUNumberFormatter *)formatter;
  icu()->unumf_close(formatter);
  return NULL;
}

void cicu_number_formatter_close(CICUNumberFormatter *formatter) {
  icu()->unumf_close((UNumberFormatter *)formatter);
}

CICUFormattedNumber *cicu_formatted_number_open(void) {
  UErrorCode status = U_ZERO_ERROR;
  if (!has_icu()) return NULL;
  UFormattedNumber *number = icu()->unumf_openResult(&status);
  return U_SUCCESS(status) ? (CICUFormattedNumber *)number : NULL;
}

void cicu_formatted_number_close(CICUFormattedNumber *number) {
  icu()->unumf_closeResult((UFormattedNumber *)number);
}

bool cicu_format_int(
    const CICUNumberFormatter *formatter, int64_t value, CICUFormattedNumber *out) {
  UErrorCode status = U_ZERO_ERROR;
  icu()->unumf_formatInt((const UNumberFormatter *)formatter, value, (UFormattedNumber *)out, &status);
  return U_SUCCESS(status);
}

bool cicu_format_double(
    const CICUNumberFormatter *formatter, double value, CICUFormattedNumber *out) {
  UErrorCode status = U_ZERO_ERROR;
  icu()->unumf_formatDouble((const UNumberFormatter *)formatter, value, (UFormattedNumber *)out, &status);
  return U_SUCCESS(status);
}

int32_t cicu_formatted_number_text(
    const CICUFormattedNumber *number, char *out, int32_t capacity) {
  UChar text[text_capacity];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      icu()->unumf_resultToString((const UFormattedNumber *)number, text, text_capacity, &status);
  return U_SUCCESS(status) ? to_utf8(text, length, out, capacity) : -1;
}

// Plural rules

CICUPluralRules *cicu_plural_rules_open(const char *tag) {
  char id[locale_capacity];
  UErrorCode status = U_ZERO_ERROR;
  if (!locale_id(tag, id)) return NULL;
  UPluralRules *rules = icu()->uplrules_open(id, &status);
  if (U_SUCCESS(status)) return (CICUPluralRules *)rules;
  icu()->uplrules_close(rules);
  return NULL;
}

void cicu_plural_rules_close(CICUPluralRules *rules) { icu()->uplrules_close((UPluralRules *)rules); }

int32_t cicu_plural_select(
    const CICUPluralRules *rules, double value, char *out, int32_t capacity) {
  UChar keyword[text_capacity];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      icu()->uplrules_select((const UPluralRules *)rules, value, keyword, text_capacity, &status);
  return U_SUCCESS(status) ? to_utf8(keyword, length, out, capacity) : -1;
}

int32_t cicu_plural_select_formatted(
    const CICUPluralRules *rules, const CICUFormattedNumber *number, char *out, int32_t capacity) {
  UChar keyword[text_capacity];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = icu()->uplrules_selectFormatted(
      (const UPluralRules *)rules, (const UFormattedNumber *)number, keyword, text_capacity,
      &status);
  return U_SUCCESS(status) ? to_utf8(keyword, length, out, capacity) : -1;
}

// Dates

CICUDateFormat *cicu_date_format_open(const char *skeleton, const char *tag, const char *zone) {
  char id[locale_capacity];
  UChar fields[text_capacity], pattern[text_capacity], place[text_capacity];
  UErrorCode status = U_ZERO_ERROR;
  if (!written_locale_id(tag, id)) return NULL;
  to_utf16(skeleton, fields);
  if (zone) to_utf16(zone, place);
  UDateTimePatternGenerator *generator = icu()->udatpg_open(id, &status);
  int32_t length = icu()->udatpg_getBestPattern(generator, fields, -1, pattern, text_capacity, &status);
  icu()->udatpg_close(generator);
  UDateFormat *format = icu()->udat_open(
      UDAT_PATTERN, UDAT_PATTERN, id, zone ? place : NULL, -1, pattern, length, &status);
  if (U_SUCCESS(status)) return (CICUDateFormat *)format;
  icu()->udat_close(format);
  return NULL;
}

void cicu_date_format_close(CICUDateFormat *format) { icu()->udat_close((UDateFormat *)format); }

int32_t cicu_date_text(
    const CICUDateFormat *format, double milliseconds, char *out, int32_t capacity) {
  UChar text[text_capacity];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = icu()->udat_format(
      (const UDateFormat *)format, milliseconds, text, text_capacity, NULL, &status);
  return U_SUCCESS(status) ? to_utf8(text, length, out, capacity) : -1;
}
