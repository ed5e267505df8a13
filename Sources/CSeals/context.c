// The crypto context that GMime is given: it passes streams on to the call that runs on this thread.
#include "include/CSeals.h"
#include "internal.h"

#include <string.h>

typedef struct {
  GMimeCryptoContext parent;
  const struct protocol *protocol;
} SealsContext;

typedef struct {
  GMimeCryptoContextClass parent;
} SealsContextClass;

struct protocol {
  gpgme_protocol_t protocol;
  const char *signature, *encryption, *exchange;
};

static const struct protocol openpgp = {
    GPGME_PROTOCOL_OPENPGP, "application/pgp-signature", "application/pgp-encrypted",
    "application/pgp-keys"};
static const struct protocol cms = {
    GPGME_PROTOCOL_CMS, "application/pkcs7-signature", "application/pkcs7-mime",
    "application/pkcs7-keys"};

static _Thread_local struct cseals_call *current;

static GType seals_context_get_type(void);
G_DEFINE_TYPE(SealsContext, seals_context, GMIME_TYPE_CRYPTO_CONTEXT)

static const struct protocol *protocol_of(GMimeCryptoContext *context) {
  return ((SealsContext *)context)->protocol;
}

static const char *signature_protocol(GMimeCryptoContext *context) {
  return protocol_of(context)->signature;
}

static const char *encryption_protocol(GMimeCryptoContext *context) {
  return protocol_of(context)->encryption;
}

static const char *key_exchange_protocol(GMimeCryptoContext *context) {
  return protocol_of(context)->exchange;
}

static GMimeDigestAlgo digest_id(GMimeCryptoContext *context, const char *name) {
  (void)context, (void)name;
  return GMIME_DIGEST_ALGO_DEFAULT;
}

static const char *digest_name(GMimeCryptoContext *context, GMimeDigestAlgo digest) {
  (void)context, (void)digest;
  return NULL;
}

// Without a call of ours on this thread nobody may start gpg. What came of it stands in the call, so
// GMime is told no more than that it need not go on.
static void pass(
    GMimeCryptoContext *context, GMimeStream *input, GMimeStream *signature, bool encrypted,
    GError **error) {
  if (current != NULL) {
    current->protocol = protocol_of(context)->protocol;
    seals_run(current, input, signature, encrypted);
  }
  g_set_error_literal(error, GMIME_ERROR, GMIME_ERROR_GENERAL, "");
}

static GMimeSignatureList *verify(
    GMimeCryptoContext *context, GMimeVerifyFlags flags, GMimeStream *input,
    GMimeStream *signature, GMimeStream *output, GError **error) {
  (void)flags, (void)output;
  pass(context, input, signature, false, error);
  return NULL;
}

static GMimeDecryptResult *decrypt(
    GMimeCryptoContext *context, GMimeDecryptFlags flags, const char *session_key,
    GMimeStream *input, GMimeStream *output, GError **error) {
  (void)flags, (void)session_key, (void)output;
  pass(context, input, NULL, true, error);
  return NULL;
}

static void seals_context_class_init(SealsContextClass *type) {
  GMimeCryptoContextClass *context = (GMimeCryptoContextClass *)type;
  context->digest_id = digest_id;
  context->digest_name = digest_name;
  context->get_signature_protocol = signature_protocol;
  context->get_encryption_protocol = encryption_protocol;
  context->get_key_exchange_protocol = key_exchange_protocol;
  context->verify = verify;
  context->decrypt = decrypt;
}

static void seals_context_init(SealsContext *context) { context->protocol = &openpgp; }

static GMimeCryptoContext *make(const struct protocol *protocol) {
  SealsContext *context = g_object_new(seals_context_get_type(), NULL);
  context->protocol = protocol;
  return (GMimeCryptoContext *)context;
}

static GMimeCryptoContext *make_openpgp(void) { return make(&openpgp); }

static GMimeCryptoContext *make_cms(void) { return make(&cms); }

void cseals_register(void) {
  static const char *const openpgp_names[] = {
      "application/pgp-signature", "application/x-pgp-signature", "application/pgp-encrypted",
      "application/x-pgp-encrypted", "application/pgp-keys"};
  static const char *const cms_names[] = {
      "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pkcs7-mime",
      "application/x-pkcs7-mime", "application/pkcs7-keys"};
  for (size_t index = 0; index < G_N_ELEMENTS(openpgp_names); index++)
    g_mime_crypto_context_register(openpgp_names[index], make_openpgp);
  for (size_t index = 0; index < G_N_ELEMENTS(cms_names); index++)
    g_mime_crypto_context_register(cms_names[index], make_cms);
}

void cseals_verify(GMimeObject *object, struct cseals_call *call) {
  call->error = gpg_error(GPG_ERR_NOT_SUPPORTED);
  if (!GMIME_IS_MULTIPART_SIGNED(object)) return;
  current = call;
  GMimeSignatureList *none =
      g_mime_multipart_signed_verify(GMIME_MULTIPART_SIGNED(object), GMIME_VERIFY_NONE, NULL);
  current = NULL;
  if (none != NULL) g_object_unref(none);
}

static void open_stream(GMimeStream *stream, bool encrypted, struct cseals_call *call) {
  GMimeCryptoContext *context =
      make(call->protocol == GPGME_PROTOCOL_CMS ? &cms : &openpgp);
  // GMime wants a stream for the text, which goes into the call instead.
  GMimeStream *unused = g_mime_stream_null_new();
  current = call;
  if (encrypted)
    g_mime_crypto_context_decrypt(context, GMIME_DECRYPT_NONE, NULL, stream, unused, NULL);
  else
    g_mime_crypto_context_verify(context, GMIME_VERIFY_NONE, stream, NULL, unused, NULL);
  current = NULL;
  g_object_unref(unused);
  g_object_unref(context);
}

void cseals_open_part(GMimeObject *object, bool encrypted, struct cseals_call *call) {
  call->error = gpg_error(GPG_ERR_NOT_SUPPORTED);
  GMimeDataWrapper *content =
      GMIME_IS_PART(object) ? g_mime_part_get_content(GMIME_PART(object)) : NULL;
  if (content == NULL) return;
  GMimeStream *stream = g_mime_stream_mem_new();
  g_mime_data_wrapper_write_to_stream(content, stream);
  g_mime_stream_reset(stream);
  open_stream(stream, encrypted, call);
  g_object_unref(stream);
}

void cseals_open_bytes(
    const void *bytes, size_t count, bool encrypted, struct cseals_call *call) {
  GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, count);
  open_stream(stream, encrypted, call);
  g_object_unref(stream);
}
