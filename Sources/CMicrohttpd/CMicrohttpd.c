#include "CMicrohttpd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

struct cm_server {
  struct MHD_Daemon *daemon;
  cm_handler handler;
  void *context;
  uint64_t requests;
};

struct cm_request {
  struct MHD_Connection *connection;
  uint64_t number;
  uint8_t *body;
  size_t length;
  bool is_post;
  bool is_suspended;
  bool is_too_long;
};

/// How much a request may bring besides its head: more than any listing has.
enum { longest_body = 1 << 20 };

static bool append(struct cm_request *request, const char *bytes, size_t count) {
  if (count > longest_body - request->length) {
    request->is_too_long = true;
    free(request->body);
    request->body = NULL;
    request->length = 0;
  }
  if (request->is_too_long || count == 0) return true;
  uint8_t *longer = realloc(request->body, request->length + count);
  if (longer == NULL) return false;
  memcpy(longer + request->length, bytes, count);
  request->body = longer;
  request->length += count;
  return true;
}

static enum MHD_Result handle(void *closure, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **state) {
  (void)version;
  struct cm_server *server = closure;
  if (*state == NULL) {
    // The first call has the headers only; with a request of ours to remember, libmicrohttpd calls again.
    struct cm_request *request = calloc(1, sizeof *request);
    if (request == NULL) return MHD_NO;
    request->connection = connection;
    request->number = server->requests++;
    request->is_post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    *state = request;
    return MHD_YES;
  }
  struct cm_request *request = *state;
  if (*upload_size > 0) {
    if (request->is_post && !append(request, upload, *upload_size)) return MHD_NO;
    *upload_size = 0;
    return MHD_YES;
  }
  if (!request->is_post && strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
    static const char text[] = "Only GET, HEAD and POST are answered here.\n";
    static const struct cm_field fields[] = {{MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8"}};
    cm_answer(request, MHD_HTTP_METHOD_NOT_ALLOWED, fields, 1, text, sizeof text - 1);
    return MHD_YES;
  }
  server->handler(server->context, request, url);
  return MHD_YES;
}

static void completed(void *closure, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code) {
  (void)closure;
  (void)connection;
  (void)code;
  struct cm_request *request = *state;
  if (request != NULL) free(request->body);
  free(request);
  *state = NULL;
}

struct cm_server *cm_start(const char *address, uint16_t port, cm_handler handler, void *context) {
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  bool is_v6 = inet_pton(AF_INET6, address, &v6.sin6_addr) == 1;
  if (!is_v6 && inet_pton(AF_INET, address, &v4.sin_addr) != 1) {
    errno = EINVAL;
    return NULL;
  }
  struct cm_server *server = calloc(1, sizeof *server);
  if (server == NULL) return NULL;
  server->handler = handler;
  server->context = context;
  const struct sockaddr *socket_address = is_v6 ? (const struct sockaddr *)&v6 : (const struct sockaddr *)&v4;
  errno = 0;
  server->daemon =
      MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (is_v6 ? MHD_USE_IPv6 : 0), port, NULL, NULL, handle,
                       server, MHD_OPTION_SOCK_ADDR, socket_address, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
                       MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
  if (server->daemon == NULL) {
    int error = errno;
    free(server);
    errno = error;
    return NULL;
  }
  return server;
}

void cm_stop(struct cm_server *server) {
  MHD_stop_daemon(server->daemon);
  free(server);
}

uint16_t cm_port(struct cm_server *server) {
  const union MHD_DaemonInfo *information = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
  return information == NULL ? 0 : information->port;
}

int cm_descriptor(struct cm_server *server) {
  const union MHD_DaemonInfo *information = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return information == NULL ? -1 : information->epoll_fd;
}

void cm_run(struct cm_server *server) { MHD_run(server->daemon); }

int64_t cm_timeout(struct cm_server *server) {
  MHD_UNSIGNED_LONG_LONG timeout;
  return MHD_get_timeout(server->daemon, &timeout) == MHD_YES ? (int64_t)timeout : -1;
}

uint64_t cm_number(struct cm_request *request) { return request->number; }

bool cm_is_post(struct cm_request *request) { return request->is_post; }

const uint8_t *cm_body(struct cm_request *request, size_t *length) {
  *length = request->length;
  return request->body;
}

bool cm_is_too_long(struct cm_request *request) { return request->is_too_long; }

struct count {
  const char *name;
  int found;
};

static enum MHD_Result count_header(void *closure, enum MHD_ValueKind kind, const char *key, const char *value) {
  (void)kind;
  (void)value;
  struct count *count = closure;
  if (strcasecmp(key, count->name) == 0) count->found += 1;
  return MHD_YES;
}

int cm_header_count(struct cm_request *request, const char *name) {
  struct count count = {.name = name};
  MHD_get_connection_values(request->connection, MHD_HEADER_KIND, count_header, &count);
  return count.found;
}

const char *cm_header(struct cm_request *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *cm_argument(struct cm_request *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

void cm_answer(struct cm_request *request, unsigned status, const struct cm_field *fields, size_t field_count,
               const void *bytes, size_t length) {
  struct MHD_Response *response = MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_MUST_COPY);
  if (response == NULL) return;
  for (size_t index = 0; index < field_count; index++) {
    MHD_add_response_header(response, fields[index].name, fields[index].value);
  }
  MHD_queue_response(request->connection, status, response);
  MHD_destroy_response(response);
}

void cm_suspend(struct cm_request *request) {
  request->is_suspended = true;
  MHD_suspend_connection(request->connection);
}

void cm_resume(struct cm_request *request) {
  if (!request->is_suspended) return;
  request->is_suspended = false;
  MHD_resume_connection(request->connection);
}
