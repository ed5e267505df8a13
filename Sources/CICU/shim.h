// ICU's functions carry the library's version in their symbols (uplrules_open_72), by macros that
// Swift does not see. The wrappers here are compiled with those macros, so any installed ICU fits.
//
// Every wrapper takes a BCP 47 tag or a handle, answers in UTF-8, and reports failure as NULL or
// -1: what went wrong inside ICU helps no caller, each of which has a plain fallback.

#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/unumberformatter.h>
#include <unicode/upluralrules.h>
#include <unicode/uregion.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#define CICU_LOCALE_CAPACITY 160
#define CICU_TEXT_CAPACITY 256

// Locales

// Writes ICU's own locale id of a BCP 47 tag; false if the tag is not one.
static inline bool cicu_locale_id(const char *tag, char *id) {
  UErrorCode status = U_ZERO_ERROR;
  uloc_forLanguageTag(tag, id, CICU_LOCALE_CAPACITY, NULL, &status);
  return U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING;
}

// Writes the locale id by which numbers and dates are written. For a language it has no data for, ICU
// would take the process's own, which depends on the environment; here it is English.
static inline bool cicu_written_locale_id(const char *tag, char *id) {
  UErrorCode status = U_ZERO_ERROR;
  if (!cicu_locale_id(tag, id)) return false;
  UResourceBundle *bundle = ures_open(NULL, id, &status);
  ures_close(bundle);
  if (U_FAILURE(status)) return false;
  if (status == U_USING_DEFAULT_WARNING) strcpy(id, "en");
  return true;
}

// Writes the tag with its likely script and region: "zh-TW" becomes "zh-Hant-TW".
static inline int32_t cicu_maximized_tag(const char *tag, char *out, int32_t capacity) {
  char id[CICU_LOCALE_CAPACITY], full[CICU_LOCALE_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  if (!cicu_locale_id(tag, id)) return -1;
  uloc_addLikelySubtags(id, full, CICU_LOCALE_CAPACITY, &status);
  int32_t length = uloc_toLanguageTag(full, out, capacity, false, &status);
  return U_SUCCESS(status) && length < capacity ? length : -1;
}

static inline bool cicu_is_right_to_left(const char *tag) {
  char id[CICU_LOCALE_CAPACITY];
  return cicu_locale_id(tag, id) && uloc_isRightToLeft(id);
}

// Says whether a macro-region ("419") contains a country ("MX").
static inline bool cicu_region_contains(const char *outer, const char *inner) {
  UErrorCode status = U_ZERO_ERROR;
  const URegion *whole = uregion_getRegionFromCode(outer, &status);
  const URegion *part = uregion_getRegionFromCode(inner, &status);
  return U_SUCCESS(status) && uregion_contains(whole, part);
}

static inline int32_t cicu_available_locale_count(void) { return uloc_countAvailable(); }

static inline int32_t cicu_available_tag(int32_t index, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const char *id = uloc_getAvailable(index);
  int32_t length = uloc_toLanguageTag(id, out, capacity, false, &status);
  return U_SUCCESS(status) && length < capacity ? length : -1;
}

// Says whether a character, or the control it is, can turn the direction of text to the left.
static inline bool cicu_turns_left(uint32_t scalar) {
  switch (u_charDirection((UChar32)scalar)) {
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

static inline int32_t cicu_utf8(const UChar *text, int32_t length, char *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t written = 0;
  u_strToUTF8(out, capacity, &written, text, length, &status);
  return U_SUCCESS(status) ? written : -1;
}

// Copies ASCII text, cut to what the buffer holds.
static inline void cicu_utf16(const char *text, UChar *out) {
  u_uastrncpy(out, text, CICU_TEXT_CAPACITY - 1);
  out[CICU_TEXT_CAPACITY - 1] = 0;
}

// Numbers

static inline UNumberFormatter *cicu_number_formatter_open(const char *skeleton, const char *tag) {
  char id[CICU_LOCALE_CAPACITY];
  UChar pattern[CICU_TEXT_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  if (!cicu_written_locale_id(tag, id)) return NULL;
  cicu_utf16(skeleton, pattern);
  UNumberFormatter *formatter = unumf_openForSkeletonAndLocale(pattern, -1, id, &status);
  if (U_SUCCESS(status)) return formatter;
  unumf_close(formatter);
  return NULL;
}

static inline void cicu_number_formatter_close(UNumberFormatter *formatter) {
  unumf_close(formatter);
}

static inline UFormattedNumber *cicu_formatted_number_open(void) {
  UErrorCode status = U_ZERO_ERROR;
  UFormattedNumber *number = unumf_openResult(&status);
  return U_SUCCESS(status) ? number : NULL;
}

static inline void cicu_formatted_number_close(UFormattedNumber *number) {
  unumf_closeResult(number);
}

static inline bool cicu_format_int(
    const UNumberFormatter *formatter, int64_t value, UFormattedNumber *out) {
  UErrorCode status = U_ZERO_ERROR;
  unumf_formatInt(formatter, value, out, &status);
  return U_SUCCESS(status);
}

static inline bool cicu_format_double(
    const UNumberFormatter *formatter, double value, UFormattedNumber *out) {
  UErrorCode status = U_ZERO_ERROR;
  unumf_formatDouble(formatter, value, out, &status);
  return U_SUCCESS(status);
}

static inline int32_t cicu_formatted_number_text(
    const UFormattedNumber *number, char *out, int32_t capacity) {
  UChar text[CICU_TEXT_CAPACITY * 2];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = unumf_resultToString(number, text, CICU_TEXT_CAPACITY * 2, &status);
  return U_SUCCESS(status) ? cicu_utf8(text, length, out, capacity) : -1;
}

// Plural rules

static inline UPluralRules *cicu_plural_rules_open(const char *tag) {
  char id[CICU_LOCALE_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  if (!cicu_locale_id(tag, id)) return NULL;
  UPluralRules *rules = uplrules_open(id, &status);
  if (U_SUCCESS(status)) return rules;
  uplrules_close(rules);
  return NULL;
}

static inline void cicu_plural_rules_close(UPluralRules *rules) { uplrules_close(rules); }

static inline int32_t cicu_plural_select(
    const UPluralRules *rules, double value, char *out, int32_t capacity) {
  UChar keyword[CICU_TEXT_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uplrules_select(rules, value, keyword, CICU_TEXT_CAPACITY, &status);
  return U_SUCCESS(status) ? cicu_utf8(keyword, length, out, capacity) : -1;
}

// Chooses by the number as it is written: "1.0" and "1" differ in many languages.
static inline int32_t cicu_plural_select_formatted(
    const UPluralRules *rules, const UFormattedNumber *number, char *out, int32_t capacity) {
  UChar keyword[CICU_TEXT_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      uplrules_selectFormatted(rules, number, keyword, CICU_TEXT_CAPACITY, &status);
  return U_SUCCESS(status) ? cicu_utf8(keyword, length, out, capacity) : -1;
}

// Dates

// Opens a format for the fields a skeleton names ("yMMMd"), in the tag's order and words; a NULL
// time zone means the process's own.
static inline UDateFormat *cicu_date_format_open(
    const char *skeleton, const char *tag, const char *zone) {
  char id[CICU_LOCALE_CAPACITY];
  UChar fields[CICU_TEXT_CAPACITY], pattern[CICU_TEXT_CAPACITY], place[CICU_TEXT_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  if (!cicu_written_locale_id(tag, id)) return NULL;
  cicu_utf16(skeleton, fields);
  if (zone) cicu_utf16(zone, place);
  UDateTimePatternGenerator *generator = udatpg_open(id, &status);
  int32_t length =
      udatpg_getBestPattern(generator, fields, -1, pattern, CICU_TEXT_CAPACITY, &status);
  udatpg_close(generator);
  UDateFormat *format = udat_open(
      UDAT_PATTERN, UDAT_PATTERN, id, zone ? place : NULL, -1, pattern, length, &status);
  if (U_SUCCESS(status)) return format;
  udat_close(format);
  return NULL;
}

static inline void cicu_date_format_close(UDateFormat *format) { udat_close(format); }

static inline int32_t cicu_date_text(
    const UDateFormat *format, double milliseconds, char *out, int32_t capacity) {
  UChar text[CICU_TEXT_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = udat_format(format, milliseconds, text, CICU_TEXT_CAPACITY, NULL, &status);
  return U_SUCCESS(status) ? cicu_utf8(text, length, out, capacity) : -1;
}

#endif
