// Signing and encrypting, as calls like those that open and verify.
#include "internal.h"

struct sealing {
  gpgme_data_t source, result;
  bool signs;
  const char *recipients;
};

static gpgme_error_t start(struct cseals_call *call, const void *argument) {
  const struct sealing *sealing = argument;
  gpgme_encrypt_flags_t flags = GPGME_ENCRYPT_NO_ENCRYPT_TO;
  if (sealing->recipients == NULL)
    return gpgme_op_sign_start(
        call->context, sealing->source, sealing->result, GPGME_SIG_MODE_DETACH);
  if (sealing->signs)
    return gpgme_op_encrypt_sign_ext_start(
        call->context, NULL, sealing->recipients, flags, sealing->source, sealing->result);
  return gpgme_op_encrypt_ext_start(
      call->context, NULL, sealing->recipients, flags, sealing->source, sealing->result);
}

void cseals_seal(
    const void *bytes, size_t count, gpgme_key_t signer, const char *recipients,
    struct cseals_call *call) {
  static struct gpgme_data_cbs texts = {.write = seals_take_text};
  struct sealing sealing = {.signs = signer != NULL, .recipients = recipients};
  call->text = g_byte_array_new();
  call->error = seals_prepare(call);
  if (call->error == 0 && signer != NULL) call->error = gpgme_signers_add(call->context, signer);
  if (call->error == 0) call->error = gpgme_data_new_from_mem(&sealing.source, bytes, count, 0);
  if (call->error == 0) call->error = gpgme_data_new_from_cbs(&sealing.result, &texts, call);
  if (call->error == 0) {
    gpgme_set_armor(call->context, 1);
    seals_run_prepared(call, start, &sealing);
  }
  gpgme_data_release(sealing.source);
  gpgme_data_release(sealing.result);
}
