// GMime and iconv as Swift can see them: the casts that GMime has as macros.
#ifndef MULLIGAN_CGMIME_SHIM_H
#define MULLIGAN_CGMIME_SHIM_H

#include <gmime/gmime.h>
#include <iconv.h>

static inline GMimeMultipart *cgmime_multipart(GMimeObject *object) {
  return GMIME_IS_MULTIPART(object) ? GMIME_MULTIPART(object) : NULL;
}

static inline GMimeMessagePart *cgmime_message_part(GMimeObject *object) {
  return GMIME_IS_MESSAGE_PART(object) ? GMIME_MESSAGE_PART(object) : NULL;
}

static inline GMimePart *cgmime_part(GMimeObject *object) {
  return GMIME_IS_PART(object) ? GMIME_PART(object) : NULL;
}

static inline GMimeObject *cgmime_object(GMimeMessage *message) { return GMIME_OBJECT(message); }

static inline GMimeObject *cgmime_multipart_object(GMimeMultipart *multipart) {
  return GMIME_OBJECT(multipart);
}

static inline GMimeObject *cgmime_part_object(GMimePart *part) { return GMIME_OBJECT(part); }

static inline InternetAddressGroup *cgmime_group(InternetAddress *address) {
  return INTERNET_ADDRESS_IS_GROUP(address) ? INTERNET_ADDRESS_GROUP(address) : NULL;
}

static inline InternetAddressMailbox *cgmime_mailbox(InternetAddress *address) {
  return INTERNET_ADDRESS_IS_MAILBOX(address) ? INTERNET_ADDRESS_MAILBOX(address) : NULL;
}

// A stream that reads `array` and leaves it to its owner.
static inline GMimeStream *cgmime_stream_over(GByteArray *array) {
  GMimeStream *stream = g_mime_stream_mem_new_with_byte_array(array);
  g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
  return stream;
}

static inline GByteArray *cgmime_bytes(GMimeStream *stream) {
  return g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
}

// Leaves the descriptor behind a stream to its owner.
static inline void cgmime_leave_open(GMimeStream *stream) {
  g_mime_stream_fs_set_owner(GMIME_STREAM_FS(stream), FALSE);
}

// A stream of what the gzip file behind `descriptor` holds; the descriptor stays the caller's.
static inline GMimeStream *cgmime_gunzip(int descriptor) {
  GMimeStream *file = g_mime_stream_fs_new(descriptor);
  g_mime_stream_fs_set_owner(GMIME_STREAM_FS(file), FALSE);
  GMimeStream *filtered = g_mime_stream_filter_new(file);
  GMimeFilter *gzip = g_mime_filter_gzip_new(GMIME_FILTER_GZIP_MODE_UNZIP, 6);
  g_mime_stream_filter_add(GMIME_STREAM_FILTER(filtered), gzip);
  g_object_unref(gzip);
  g_object_unref(file);
  return filtered;
}

#endif
