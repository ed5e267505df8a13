// Foundation carries an ICU of its own, whose data take 34 MB: calendars, time zones and names in
// all languages. The program asks Foundation for none of these (its sentences and plurals come
// through the system's ICU), but whatever links Foundation statically gets them. Where
// WITHOUT_FOUNDATION_DATA is defined the linker finds an empty table of contents here first.
//
// The form is that of ICU's common data: a header, then the number of entries.

#include "CSwiftRuntime.h"

#ifdef WITHOUT_FOUNDATION_DATA

#include <stdint.h>

struct empty_data {
  struct {
    uint16_t size;
    uint8_t magic[2];
    struct {
      uint16_t size;
      uint16_t reserved;
      uint8_t is_big_endian;
      uint8_t charset;
      uint8_t size_of_character;
      uint8_t reserved_too;
      uint8_t format[4];
      uint8_t format_version[4];
      uint8_t data_version[4];
    } info;
    uint8_t padding[8];
  } header;
  uint32_t entries;
  uint32_t reserved[5];
};

__attribute__((visibility("hidden"))) _Alignas(16) const struct empty_data icudt76_dat = {
    .header = {
        .size = sizeof icudt76_dat.header,
        .magic = {0xDA, 0x27},
        .info = {
            .size = sizeof icudt76_dat.header.info,
            .size_of_character = 2,
            .format = "ToCP",
            .format_version = {1},
        },
    },
};

#endif
