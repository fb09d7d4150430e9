// libcurl as the shared cache needs it: many requests at once on connections that are kept, each with limits. Its own
// functions take variable arguments, which Swift cannot call.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Requests under way; for one thread at a time, but for `cc_wake`.
struct cc_pool;

struct cc_request {
  const char *_Nonnull url;
  /// The value of the header Authorization; null: there is none.
  const char *_Nullable authorization;
  /// What the server may ask for, as user:password; null: nothing.
  const char *_Nullable login;
  const char *_Nonnull agent;
  /// Whether the user's netrc may be asked for a password.
  bool uses_netrc;
  /// What is put there; it is copied. Null: the request is GET.
  const void *_Nullable body;
  size_t body_length;
  /// The most bytes that the body of an answer may have.
  size_t limit;
  long connect_milliseconds;
  long total_milliseconds;
  /// How long not a byte may move.
  long stall_seconds;
};

enum cc_outcome {
  cc_answered,
  /// No connection came about.
  cc_unreachable,
  /// It took longer than the request allows.
  cc_too_slow,
  /// It has more bytes than the request allows.
  cc_too_large,
  /// The other side cannot show that it is the one that the address names.
  cc_untrusted,
  /// Anything else went wrong.
  cc_broken,
};

struct cc_answer {
  uint64_t number;
  enum cc_outcome outcome;
  long status;
  const uint8_t *_Nullable bytes;
  size_t length;
};

/// At most `connections` requests are under way at once; the others wait. Null if memory runs out.
struct cc_pool *_Nullable cc_open(long connections);
/// Ends all requests.
void cc_close(struct cc_pool *_Nonnull pool);
/// Starts a request that goes by a number; false if memory runs out.
bool cc_start(struct cc_pool *_Nonnull pool, uint64_t number, const struct cc_request *_Nonnull request);
/// Does what there is to do, and waits at most so long for more, or for `cc_wake`.
void cc_wait(struct cc_pool *_Nonnull pool, int milliseconds);
/// Ends `cc_wait`; for any thread.
void cc_wake(struct cc_pool *_Nonnull pool);
/// Tells of a request that is over; its bytes are there until the next call. False where there is none.
bool cc_next(struct cc_pool *_Nonnull pool, struct cc_answer *_Nonnull answer);
