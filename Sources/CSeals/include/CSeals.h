// GnuPG as GMime and Swift ask it: a crypto context of ours, one call of gpg or gpgsm at a time, each
// with its limits, and never with a question unless the caller says so.
#ifndef MULLIGAN_CSEALS_H
#define MULLIGAN_CSEALS_H

#include <gmime/gmime.h>
#include <gpgme.h>
#include <stdbool.h>
#include <stddef.h>

// One call: what it may do, and what came of it.
struct cseals_call {
  gpgme_protocol_t protocol;
  // GnuPG's folder, `NULL` for its own choice; and the program, `NULL` for the usual one.
  const char *home;
  const char *program;
  // A session key to open with, instead of a secret key; `NULL` for none.
  const char *session_key;
  // Whether a person may be asked for a passphrase.
  bool asks;
  // The milliseconds that it may take, -1 for as long as it takes.
  int time;
  // A descriptor whose input ends the call; -1 for none.
  int cancel;
  // The most bytes of text that are taken.
  size_t most;

  gpgme_error_t error;
  // Whether there was more text than is taken.
  bool exceeded;
  bool timed_out;
  bool cancelled;
  // The program that asks the person; 0 if none does.
  int pinentry;
  // Why a secret key could not be used although a person was asked; 0 if nothing was said of it.
  gpgme_error_t key_error;
  // What gpg returned as text: not to be shown unless there is no error.
  GByteArray *text;
  // Holds gpgme's results until the end.
  gpgme_ctx_t context;
  // The keys that were looked up.
  GPtrArray *keys;
};

// Makes GMime ask our context, whoever in this process calls it: once, before any mail is read.
void cseals_register(void);

// Whether there is a program for a protocol.
bool cseals_has_program(gpgme_protocol_t protocol);

// Verifies what a `multipart/signed` covers: its first part. It must have two, the second a leaf.
void cseals_verify(GMimeObject *object, struct cseals_call *call);

// Decrypts the content of a part, or verifies it and returns what it holds.
void cseals_open_part(GMimeObject *object, bool encrypted, struct cseals_call *call);

// The same with bytes.
void cseals_open_bytes(
    const void *bytes, size_t count, bool encrypted, struct cseals_call *call);

// Looks keys up by fingerprints, ids or `<addresses>`, up to a `NULL`; without any, all. With `secret`
// only those that have a secret part.
void cseals_find_keys(const char *const *names, bool secret, struct cseals_call *call);

// A key that was looked up; `NULL` behind the last one.
gpgme_key_t cseals_key(const struct cseals_call *call, unsigned index);

// Signs bytes, encrypts them, or both at once, in OpenPGP's armor.
//
// Without recipients the signature is returned alone. They are fingerprints, one a line, and `--hidden`
// before those that are not named; nobody else can read it, whatever gpg is configured to.
void cseals_seal(
    const void *bytes, size_t count, gpgme_key_t signer, const char *recipients,
    struct cseals_call *call);

// Frees what a call holds; text is overwritten first.
void cseals_end(struct cseals_call *call);

// A program that runs gpgsm and lets it ask nobody: gpgme passes no such wish on to it. It lies in
// memory, on no disk; `NULL` if there is no room for it.
const char *cseals_quiet_gpgsm(void);

// Makes this process the parent of what gpgme leaves behind, so that each call can end its own gpg. Not
// for a process that waits for any child whatever.
void cseals_adopt(void);

// Forgets what has ended of those that were adopted: others must not pile up behind a program that is
// read with.
void cseals_forget_adopted(void);

#endif
