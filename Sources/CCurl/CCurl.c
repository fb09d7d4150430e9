#include "CCurl.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// What the headers of an answer may have; libcurl keeps all of them.
enum { most_header_bytes = 64 << 10 };

struct transfer {
  uint64_t number;
  CURL *easy;
  struct curl_slist *headers;
  uint8_t *body;
  size_t body_length;
  size_t sent;
  uint8_t *bytes;
  size_t length;
  size_t capacity;
  size_t limit;
  size_t header_bytes;
  bool is_too_large;
  struct transfer *next;
  struct transfer *previous;
};

struct cc_pool {
  CURLM *multi;
  struct transfer *all;
  // The one whose bytes were handed out.
  struct transfer *told;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void initialize(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  size_t length = size * count;
  if (length > transfer->limit - transfer->length) {
    transfer->is_too_large = true;
    return 0;
  }
  if (length > transfer->capacity - transfer->length) {
    size_t capacity =
        transfer->capacity * 2 > transfer->length + length ? transfer->capacity * 2 : transfer->length + length;
    uint8_t *grown = realloc(transfer->bytes, capacity);
    if (grown == NULL) return 0;
    transfer->bytes = grown;
    transfer->capacity = capacity;
  }
  memcpy(transfer->bytes + transfer->length, bytes, length);
  transfer->length += length;
  return length;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  struct transfer *transfer = context;
  transfer->header_bytes += size * count;
  if (transfer->header_bytes <= most_header_bytes) return size * count;
  transfer->is_too_large = true;
  return 0;
}

static size_t give(char *buffer, size_t size, size_t count, void *context) {
  struct transfer *transfer = context;
  size_t length = transfer->body_length - transfer->sent;
  if (length > size * count) length = size * count;
  memcpy(buffer, transfer->body + transfer->sent, length);
  transfer->sent += length;
  return length;
}

// A kept connection may turn out to be closed when half of the body is sent.
static int rewind_to(void *context, curl_off_t offset, int origin) {
  struct transfer *transfer = context;
  if (origin != SEEK_SET || offset < 0 || (size_t)offset > transfer->body_length) return CURL_SEEKFUNC_FAIL;
  transfer->sent = (size_t)offset;
  return CURL_SEEKFUNC_OK;
}

static void release(struct cc_pool *pool, struct transfer *transfer) {
  if (transfer->easy != NULL) {
    curl_multi_remove_handle(pool->multi, transfer->easy);
    curl_easy_cleanup(transfer->easy);
  }
  if (transfer->previous != NULL) transfer->previous->next = transfer->next;
  if (transfer->next != NULL) transfer->next->previous = transfer->previous;
  if (pool->all == transfer) pool->all = transfer->next;
  curl_slist_free_all(transfer->headers);
  free(transfer->body);
  free(transfer->bytes);
  free(transfer);
}

struct cc_pool *cc_open(long connections) {
  pthread_once(&once, initialize);
  struct cc_pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL) return NULL;
  pool->multi = curl_multi_init();
  if (pool->multi == NULL) {
    free(pool);
    return NULL;
  }
  curl_multi_setopt(pool->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
  curl_multi_setopt(pool->multi, CURLMOPT_MAXCONNECTS, connections);
  return pool;
}

void cc_close(struct cc_pool *pool) {
  while (pool->all != NULL) release(pool, pool->all);
  curl_multi_cleanup(pool->multi);
  free(pool);
}

static bool add_header(struct transfer *transfer, const char *name, const char *value) {
  char *line = malloc(strlen(name) + strlen(value) + 1);
  if (line == NULL) return false;
  strcpy(line, name);
  strcat(line, value);
  struct curl_slist *headers = curl_slist_append(transfer->headers, line);
  free(line);
  if (headers == NULL) return false;
  transfer->headers = headers;
  return true;
}

static bool prepare(struct transfer *transfer, const struct cc_request *request) {
  CURL *easy = transfer->easy;
  if (request->authorization != NULL && !add_header(transfer, "Authorization: ", request->authorization)) return false;
  if (request->body != NULL) {
    transfer->body = malloc(request->body_length + 1);
    if (transfer->body == NULL) return false;
    memcpy(transfer->body, request->body, request->body_length);
    transfer->body_length = request->body_length;
    // An answer before the body would cost a round trip, and some servers never give it.
    if (!add_header(transfer, "Expect:", "") || !add_header(transfer, "Content-Type: ", "application/octet-stream")) {
      return false;
    }
    curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->body_length);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(easy, CURLOPT_READDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, rewind_to);
    curl_easy_setopt(easy, CURLOPT_SEEKDATA, transfer);
  }
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, request->agent);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->total_milliseconds);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, request->stall_seconds);
  // The end must not wait for a name server.
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  // One connection of HTTP/2 carries many requests.
  curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
  curl_easy_setopt(easy, CURLOPT_NETRC, (long)(request->uses_netrc ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED));
  if (request->login != NULL) {
    // Sent with the first request: some servers take what is put before they ask.
    if (curl_easy_setopt(easy, CURLOPT_USERPWD, request->login) != CURLE_OK) return false;
    curl_easy_setopt(easy, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
  }
  // Without these nothing is sent: what they refuse must not happen in their absence.
  return curl_easy_setopt(easy, CURLOPT_URL, request->url) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer) == CURLE_OK;
}

bool cc_start(struct cc_pool *pool, uint64_t number, const struct cc_request *request) {
  struct transfer *transfer = calloc(1, sizeof *transfer);
  if (transfer == NULL) return false;
  transfer->number = number;
  transfer->limit = request->limit;
  transfer->next = pool->all;
  if (pool->all != NULL) pool->all->previous = transfer;
  pool->all = transfer;
  transfer->easy = curl_easy_init();
  if (transfer->easy == NULL || !prepare(transfer, request) ||
      curl_multi_add_handle(pool->multi, transfer->easy) != CURLM_OK) {
    release(pool, transfer);
    return false;
  }
  return true;
}

void cc_wait(struct cc_pool *pool, int milliseconds) {
  int before = 0, running = 0;
  for (struct transfer *transfer = pool->all; transfer != NULL; transfer = transfer->next) before += 1;
  curl_multi_perform(pool->multi, &running);
  // What is over already is told at once.
  if (running < before) return;
  curl_multi_poll(pool->multi, NULL, 0, milliseconds, NULL);
  curl_multi_perform(pool->multi, &running);
}

void cc_wake(struct cc_pool *pool) { curl_multi_wakeup(pool->multi); }

static enum cc_outcome outcome(CURLcode code, const struct transfer *transfer) {
  if (transfer->is_too_large) return cc_too_large;
  switch (code) {
  case CURLE_OK: return cc_answered;
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT: return cc_unreachable;
  case CURLE_OPERATION_TIMEDOUT: return cc_too_slow;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_SSL_CACERT_BADFILE: return cc_untrusted;
  default: return cc_broken;
  }
}

bool cc_next(struct cc_pool *pool, struct cc_answer *answer) {
  if (pool->told != NULL) {
    release(pool, pool->told);
    pool->told = NULL;
  }
  int queued = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(pool->multi, &queued)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    CURLcode code = message->data.result;
    struct transfer *transfer = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
    answer->number = transfer->number;
    answer->outcome = outcome(code, transfer);
    answer->status = 0;
    curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &answer->status);
    answer->bytes = transfer->bytes;
    answer->length = transfer->length;
    pool->told = transfer;
    return true;
  }
  return false;
}
