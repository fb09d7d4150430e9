// libmicrohttpd as the preview needs it: on loopback, driven from outside by its epoll descriptor, GET and HEAD only.
// Its own functions take variable arguments, which Swift cannot call.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cm_server;
struct cm_request;

/// Asked for each request, on the thread that calls `cm_run`: answers with one of the functions below, at once or
/// later.
typedef void (*cm_handler)(void *_Nullable context, struct cm_request *_Nonnull request, const char *_Nonnull path,
                           const char *_Nullable host);

/// Starts a server on 127.0.0.1 (or, `ipv6`, ::1); port 0 takes any that is free. Null and errno when it cannot.
struct cm_server *_Nullable cm_start(uint16_t port, bool ipv6, cm_handler _Nonnull handler, void *_Nullable context);
void cm_stop(struct cm_server *_Nonnull server);

/// The port that it listens on.
uint16_t cm_port(struct cm_server *_Nonnull server);
/// Readable when there is something to do.
int cm_descriptor(struct cm_server *_Nonnull server);
/// Does what there is to do.
void cm_run(struct cm_server *_Nonnull server);
/// Milliseconds after which `cm_run` has to be called even if the descriptor is silent; -1: never.
int64_t cm_timeout(struct cm_server *_Nonnull server);

/// The value of an argument of the address, such as `version` in `?version=3`; null if it is not there.
const char *_Nullable cm_argument(struct cm_request *_Nonnull request, const char *_Nonnull name);

/// Answers a request with a copy of the bytes.
void cm_answer(struct cm_request *_Nonnull request, unsigned status, const char *_Nonnull type,
               const void *_Nullable bytes, size_t length);
/// Keeps a request open until `cm_resume`, after which the handler is asked about it again.
void cm_suspend(struct cm_request *_Nonnull request);
void cm_resume(struct cm_request *_Nonnull request);
