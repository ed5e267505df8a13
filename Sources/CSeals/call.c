// One call of gpgme with a loop of our own around it: gpgme's own one cannot be given a time.
#define _GNU_SOURCE

#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_WATCHED = 16 };

struct watched {
  int descriptor;
  bool is_input;
  gpgme_io_cb_t function;
  void *argument;
  struct loop *loop;
};

struct loop {
  struct cseals_call *call;
  struct watched watched[MOST_WATCHED];
  bool has_started, is_done;
  gpgme_error_t error;
  struct children before, started;
};

static gpgme_error_t add(
    void *context, int descriptor, int is_input, gpgme_io_cb_t function, void *argument,
    void **tag) {
  struct loop *loop = context;
  for (int index = 0; index < MOST_WATCHED; index++) {
    struct watched *free_one = &loop->watched[index];
    if (free_one->function != NULL) continue;
    *free_one = (struct watched){descriptor, is_input != 0, function, argument, loop};
    *tag = free_one;
    return 0;
  }
  return gpg_error(GPG_ERR_TOO_MANY);
}

static void drop(void *tag) {
  struct watched *watched = tag;
  watched->function = NULL;
}

static void event(void *context, gpgme_event_io_t type, void *data) {
  struct loop *loop = context;
  switch (type) {
  case GPGME_EVENT_START: loop->has_started = true; break;
  case GPGME_EVENT_DONE: {
    gpgme_io_event_done_data_t done = data;
    loop->is_done = true;
    loop->error = done->err ? done->err : done->op_err;
    break;
  }
  case GPGME_EVENT_NEXT_KEY: g_ptr_array_add(loop->call->keys, data); break;
  case GPGME_EVENT_NEXT_TRUSTITEM: break;
  }
}

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Lets gpgme handle what is ready. One callback may take others out, so each is looked at again.
static void handle(struct loop *loop, const struct pollfd *ready) {
  for (int index = 0; index < MOST_WATCHED && !loop->is_done; index++) {
    struct watched *watched = &loop->watched[index];
    if (ready[index].fd < 0 || ready[index].revents == 0) continue;
    if (watched->function == NULL || watched->descriptor != ready[index].fd) continue;
    watched->function(watched->argument, watched->descriptor);
  }
}

// Waits until the call is done, is cancelled or has had its time.
static void wait_for(struct loop *loop) {
  struct cseals_call *call = loop->call;
  long end = milliseconds() + call->time;
  while (!loop->is_done && !call->timed_out && !call->cancelled) {
    struct pollfd ready[MOST_WATCHED + 1];
    for (int index = 0; index < MOST_WATCHED; index++) {
      struct watched *watched = &loop->watched[index];
      bool is_used = loop->has_started && watched->function != NULL;
      ready[index] = (struct pollfd){
          is_used ? watched->descriptor : -1, watched->is_input ? POLLIN : POLLOUT, 0};
    }
    ready[MOST_WATCHED] = (struct pollfd){call->cancel, POLLIN, 0};
    long left = call->time < 0 ? -1 : end - milliseconds();
    if (call->time >= 0 && left <= 0) {
      call->timed_out = true;
      break;
    }
    if (poll(ready, MOST_WATCHED + 1, (int)left) < 0 && errno != EINTR) {
      call->cancelled = true;
      break;
    }
    if (ready[MOST_WATCHED].revents != 0) call->cancelled = true;
    else handle(loop, ready);
    // What is not wanted any more need not be made.
    if (call->exceeded) break;
  }
}

static ssize_t read_stream(void *stream, void *buffer, size_t size) {
  return g_mime_stream_read(stream, buffer, size);
}

static off_t seek_stream(void *stream, off_t offset, int whence) {
  GMimeSeekWhence from = whence == SEEK_CUR   ? GMIME_STREAM_SEEK_CUR
                         : whence == SEEK_END ? GMIME_STREAM_SEEK_END
                                              : GMIME_STREAM_SEEK_SET;
  return g_mime_stream_seek(stream, offset, from);
}

ssize_t seals_take_text(void *context, const void *bytes, size_t count) {
  struct cseals_call *call = context;
  if (count > call->most - call->text->len) {
    call->exceeded = true;
    errno = EFBIG;
    return -1;
  }
  g_byte_array_append(call->text, bytes, (guint)count);
  return (ssize_t)count;
}

static struct gpgme_data_cbs streams = {.read = read_stream, .seek = seek_stream};
static struct gpgme_data_cbs texts = {.write = seals_take_text};

// gpg tells which program the agent has asking the person, and why it got no key: gpgme says of both
// that, and of text that was altered, only that it could not be opened.
static gpgme_error_t note_status(void *context, const char *keyword, const char *arguments) {
  static const char failed[] = "pkdecrypt_failed ";
  struct cseals_call *call = context;
  if (keyword == NULL || arguments == NULL) return 0;
  if (strcmp(keyword, "PINENTRY_LAUNCHED") == 0) call->pinentry = atoi(arguments);
  if (strcmp(keyword, "ERROR") == 0 && strncmp(arguments, failed, sizeof failed - 1) == 0)
    call->key_error = (gpgme_error_t)strtoul(arguments + sizeof failed - 1, NULL, 10);
  return 0;
}

// The program and the folder of keys that contexts are made with, for each protocol.
struct engine {
  char *program, *home;
};

static bool is_same(const char *one, const char *other) {
  return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

static void keep(char **place, const char *text) {
  free(*place);
  *place = text == NULL ? NULL : strdup(text);
}

// Makes a context. A context that is told its own program asks that for its version, each time: so all
// are told, and only when something else is wanted than before. Who was asked need not go on.
static gpgme_error_t make_context(struct cseals_call *call) {
  static struct engine openpgp, cms;
  struct engine *engine = call->protocol == GPGME_PROTOCOL_CMS ? &cms : &openpgp;
  struct children before = {0}, started = {0};
  gpgme_error_t error = 0;
  seals_lock_starts();
  if (!is_same(engine->program, call->program) || !is_same(engine->home, call->home)) {
    seals_begin_start(&before);
    error = gpgme_set_engine_info(call->protocol, call->program, call->home);
    seals_end_start(&before, &started);
    keep(&engine->program, error == 0 ? call->program : NULL);
    keep(&engine->home, error == 0 ? call->home : NULL);
  }
  if (error == 0) error = gpgme_new(&call->context);
  seals_unlock_starts();
  seals_end_started(&started);
  return error;
}

gpgme_error_t seals_prepare(struct cseals_call *call) {
  gpgme_error_t error = make_context(call);
  if (error == 0) error = gpgme_set_protocol(call->context, call->protocol);
  if (error != 0) return error;
  // Nothing is fetched, and no list of revoked keys is asked for.
  gpgme_set_offline(call->context, 1);
  gpgme_set_ctx_flag(call->context, "auto-key-retrieve", "0");
  if (call->asks) {
    gpgme_set_ctx_flag(call->context, "full-status", "1");
    gpgme_set_status_cb(call->context, note_status, call);
  }
  if (call->protocol != GPGME_PROTOCOL_OPENPGP) return 0;
  error = gpgme_set_pinentry_mode(
      call->context, call->asks ? GPGME_PINENTRY_MODE_DEFAULT : GPGME_PINENTRY_MODE_ERROR);
  if (error == 0) error = gpgme_set_ctx_flag(call->context, "export-session-key", "1");
  if (error == 0 && call->session_key != NULL)
    error = gpgme_set_ctx_flag(call->context, "override-session-key", call->session_key);
  return error;
}

// Ends a call, whether it is done or not: gpgme forgets gpg, which goes on. It must not come back to a
// loop that is gone, so it is told here, while there is one.
static void finish(struct loop *loop, gpgme_error_t start) {
  struct cseals_call *call = loop->call;
  if (!loop->is_done) {
    if (call->pinentry > 0) seals_end_pinentry(call->pinentry);
    gpgme_cancel(call->context);
  }
  struct gpgme_io_cbs none = {0};
  gpgme_set_io_cbs(call->context, &none);
  seals_end_started(&loop->started);
  if (start != 0)
    call->error = start;
  else if (call->exceeded || call->timed_out || call->cancelled)
    call->error = gpg_error(
        call->exceeded ? GPG_ERR_TOO_LARGE : call->timed_out ? GPG_ERR_TIMEOUT
                                                             : GPG_ERR_CANCELED);
  else
    call->error = loop->error;
}

// What a call is given, and returns.
struct data {
  gpgme_data_t source, seal, text;
  bool encrypted;
};

static gpgme_error_t start_reading(struct cseals_call *call, const void *argument) {
  const struct data *data = argument;
  if (data->encrypted)
    return gpgme_op_decrypt_verify_start(call->context, data->source, data->text);
  if (data->seal != NULL)
    return gpgme_op_verify_start(call->context, data->seal, data->source, NULL);
  return gpgme_op_verify_start(call->context, data->source, NULL, data->text);
}

// Who is looked up.
struct search {
  const char *const *names;
  bool secret;
};

static gpgme_error_t start_search(struct cseals_call *call, const void *argument) {
  const struct search *search = argument;
  // The names are not changed, whatever the type says.
  const char **names = (const char **)search->names;
  return gpgme_op_keylist_ext_start(call->context, names, search->secret ? 1 : 0, 0);
}

void seals_run_prepared(struct cseals_call *call, seals_start start, const void *argument) {
  struct loop loop = {.call = call};
  struct gpgme_io_cbs callbacks = {
      .add = add, .add_priv = &loop, .remove = drop, .event = event, .event_priv = &loop};
  gpgme_set_io_cbs(call->context, &callbacks);
  seals_lock_starts();
  seals_begin_start(&loop.before);
  gpgme_error_t error = start(call, argument);
  seals_end_start(&loop.before, &loop.started);
  seals_unlock_starts();
  if (error == 0) wait_for(&loop);
  finish(&loop, error);
}

void seals_run(
    struct cseals_call *call, GMimeStream *input, GMimeStream *signature, bool encrypted) {
  struct data data = {.encrypted = encrypted};
  call->text = g_byte_array_new();
  gpgme_error_t error = seals_prepare(call);
  if (error == 0) error = gpgme_data_new_from_cbs(&data.source, &streams, input);
  if (error == 0 && signature != NULL)
    error = gpgme_data_new_from_cbs(&data.seal, &streams, signature);
  if (error == 0 && signature == NULL) error = gpgme_data_new_from_cbs(&data.text, &texts, call);
  call->error = error;
  if (error == 0) seals_run_prepared(call, start_reading, &data);
  gpgme_data_release(data.source);
  gpgme_data_release(data.seal);
  gpgme_data_release(data.text);
}

void cseals_find_keys(const char *const *names, bool secret, struct cseals_call *call) {
  struct search search = {.names = names, .secret = secret};
  call->keys = g_ptr_array_new_with_free_func((GDestroyNotify)gpgme_key_unref);
  call->error = seals_prepare(call);
  if (call->error != 0) return;
  gpgme_set_keylist_mode(call->context, GPGME_KEYLIST_MODE_LOCAL);
  seals_run_prepared(call, start_search, &search);
}

gpgme_key_t cseals_key(const struct cseals_call *call, unsigned index) {
  return call->keys != NULL && index < call->keys->len ? call->keys->pdata[index] : NULL;
}

bool cseals_has_program(gpgme_protocol_t protocol) {
  static bool were_asked;
  struct children before = {0}, started = {0};
  seals_lock_starts();
  // The first time it asks each program for its version, and does not wait until it has ended.
  if (!were_asked) seals_begin_start(&before);
  bool has = gpgme_engine_check_version(protocol) == 0;
  if (!were_asked) seals_end_start(&before, &started);
  were_asked = true;
  seals_unlock_starts();
  seals_end_started(&started);
  return has;
}

void cseals_end(struct cseals_call *call) {
  if (call->text != NULL) {
    explicit_bzero(call->text->data, call->text->len);
    g_byte_array_free(call->text, TRUE);
  }
  if (call->keys != NULL) g_ptr_array_free(call->keys, TRUE);
  if (call->context != NULL) gpgme_release(call->context);
  call->text = NULL;
  call->keys = NULL;
  call->context = NULL;
}
