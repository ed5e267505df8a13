// What Swift needs of ICU, behind types of our own.
//
// ICU's headers stay out of here for two reasons: its functions carry the library's version in their
// symbols (uplrules_open_72) by macros that Swift does not see; and Foundation brings an ICU of its
// own, whose types may not meet these in one module.
//
// Every function takes a BCP 47 tag or a handle, answers in UTF-8, and reports failure as NULL,
// false or -1: what went wrong inside ICU helps no caller, each of which has a plain fallback; so does
// a machine without it, for it is loaded by the first call. A
// text's length is returned, it is not terminated, and one that does not fit is a failure.

#ifndef CICU_H
#define CICU_H

#include <stdbool.h>
#include <stdint.h>

// Locales

// Writes the tag with its likely script and region: "zh-TW" becomes "zh-Hant-TW".
int32_t cicu_maximized_tag(const char *tag, char *out, int32_t capacity);

// Says whether a language is written from right to left.
bool cicu_is_right_to_left(const char *tag);

// Says whether a macro-region ("419") contains a country ("MX").
bool cicu_region_contains(const char *outer, const char *inner);

// The number of locales ICU has data for, and the tag of each.
int32_t cicu_available_locale_count(void);
int32_t cicu_available_tag(int32_t index, char *out, int32_t capacity);

// Says whether a character, or the control it is, can turn the direction of text to the left.
bool cicu_turns_left(uint32_t scalar);

// Numbers

typedef struct CICUNumberFormatter CICUNumberFormatter;
typedef struct CICUFormattedNumber CICUFormattedNumber;

// Opens a formatter for a skeleton in ICU's notation; NULL if there can be none.
CICUNumberFormatter *cicu_number_formatter_open(const char *skeleton, const char *tag);
void cicu_number_formatter_close(CICUNumberFormatter *formatter);

// Opens a place for a written number, to be used again and again.
CICUFormattedNumber *cicu_formatted_number_open(void);
void cicu_formatted_number_close(CICUFormattedNumber *number);

bool cicu_format_int(
    const CICUNumberFormatter *formatter, int64_t value, CICUFormattedNumber *out);
bool cicu_format_double(
    const CICUNumberFormatter *formatter, double value, CICUFormattedNumber *out);
int32_t cicu_formatted_number_text(
    const CICUFormattedNumber *number, char *out, int32_t capacity);

// Plural rules

typedef struct CICUPluralRules CICUPluralRules;

CICUPluralRules *cicu_plural_rules_open(const char *tag);
void cicu_plural_rules_close(CICUPluralRules *rules);

// Writes the keyword ("few") for a number.
int32_t cicu_plural_select(
    const CICUPluralRules *rules, double value, char *out, int32_t capacity);

// Chooses by the number as it is written: "1.0" and "1" differ in many languages.
int32_t cicu_plural_select_formatted(
    const CICUPluralRules *rules, const CICUFormattedNumber *number, char *out, int32_t capacity);

// Dates

typedef struct CICUDateFormat CICUDateFormat;

// Opens a format for the fields a skeleton names ("yMMMd"), in the tag's order and words; a NULL
// time zone means the process's own.
CICUDateFormat *cicu_date_format_open(const char *skeleton, const char *tag, const char *zone);
void cicu_date_format_close(CICUDateFormat *format);
int32_t cicu_date_text(
    const CICUDateFormat *format, double milliseconds, char *out, int32_t capacity);

#endif
