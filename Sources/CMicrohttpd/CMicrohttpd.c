#include "CMicrohttpd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct cm_server {
  struct MHD_Daemon *daemon;
  cm_handler handler;
  void *context;
};

struct cm_request {
  struct MHD_Connection *connection;
  bool is_suspended;
};

static enum MHD_Result handle(void *closure, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **state) {
  (void)version;
  (void)upload;
  struct cm_server *server = closure;
  if (*state == NULL) {
    // The first call has the headers only; with a request of ours to remember, libmicrohttpd calls again.
    struct cm_request *request = calloc(1, sizeof *request);
    if (request == NULL) return MHD_NO;
    request->connection = connection;
    *state = request;
    return MHD_YES;
  }
  if (*upload_size > 0) {
    *upload_size = 0;
    return MHD_YES;
  }
  struct cm_request *request = *state;
  if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
    static const char text[] = "Only GET and HEAD are answered here.\n";
    cm_answer(request, MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain; charset=utf-8", text, sizeof text - 1);
    return MHD_YES;
  }
  server->handler(server->context, request, url,
                  MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST));
  return MHD_YES;
}

static void completed(void *closure, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code) {
  (void)closure;
  (void)connection;
  (void)code;
  free(*state);
  *state = NULL;
}

struct cm_server *cm_start(uint16_t port, bool ipv6, cm_handler handler, void *context) {
  struct cm_server *server = calloc(1, sizeof *server);
  if (server == NULL) return NULL;
  server->handler = handler;
  server->context = context;
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  const struct sockaddr *address = ipv6 ? (const struct sockaddr *)&v6 : (const struct sockaddr *)&v4;
  errno = 0;
  server->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (ipv6 ? MHD_USE_IPv6 : 0), port, NULL,
                                    NULL, handle, server, MHD_OPTION_SOCK_ADDR, address, MHD_OPTION_NOTIFY_COMPLETED,
                                    completed, NULL, MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_END);
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

const char *cm_argument(struct cm_request *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

void cm_answer(struct cm_request *request, unsigned status, const char *type, const void *bytes, size_t length) {
  struct MHD_Response *response = MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_MUST_COPY);
  if (response == NULL) return;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
  MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
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
