// libmicrohttpd as the preview needs it: driven from outside by its epoll descriptor; GET, HEAD and small POSTs.
// Its own functions take variable arguments, which Swift cannot call.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cm_server;
struct cm_request;

/// Asked for each request, on the thread that calls `cm_run`: answers with one of the functions below, at once or
/// later.
typedef void (*cm_handler)(void *_Nullable context, struct cm_request *_Nonnull request, const char *_Nonnull path);

/// Starts a server at an address such as 127.0.0.1 or ::1; port 0 takes any that is free. Null and errno when it
/// cannot, EINVAL where the text is not an address.
struct cm_server *_Nullable cm_start(const char *_Nonnull address, uint16_t port, cm_handler _Nonnull handler,
                                     void *_Nullable context);
void cm_stop(struct cm_server *_Nonnull server);

/// The port that it listens on.
uint16_t cm_port(struct cm_server *_Nonnull server);
/// Readable when there is something to do.
int cm_descriptor(struct cm_server *_Nonnull server);
/// Does what there is to do.
void cm_run(struct cm_server *_Nonnull server);
/// Milliseconds after which `cm_run` has to be called even if the descriptor is silent; -1: never.
int64_t cm_timeout(struct cm_server *_Nonnull server);

/// The number of a request: no other of its server has it, while another may come to lie where this one lay.
uint64_t cm_number(struct cm_request *_Nonnull request);
/// Whether the request is a POST; all others are GET or HEAD.
bool cm_is_post(struct cm_request *_Nonnull request);
/// What the request brought besides its head; null where that was nothing, or too much.
const uint8_t *_Nullable cm_body(struct cm_request *_Nonnull request, size_t *_Nonnull length);
/// Whether it brought more than any request may.
bool cm_is_too_long(struct cm_request *_Nonnull request);
/// How many headers of a name the request has.
int cm_header_count(struct cm_request *_Nonnull request, const char *_Nonnull name);
/// The value of a header; null if it is not there.
const char *_Nullable cm_header(struct cm_request *_Nonnull request, const char *_Nonnull name);
/// The value of an argument of the address, such as `version` in `?version=3`; null if it is not there.
const char *_Nullable cm_argument(struct cm_request *_Nonnull request, const char *_Nonnull name);

/// A header of an answer.
struct cm_field {
  const char *_Nonnull name;
  const char *_Nonnull value;
};

/// Answers a request with a copy of the bytes.
void cm_answer(struct cm_request *_Nonnull request, unsigned status, const struct cm_field *_Nullable fields,
               size_t field_count, const void *_Nullable bytes, size_t length);
/// Keeps a request open until `cm_resume`, after which the handler is asked about it again.
void cm_suspend(struct cm_request *_Nonnull request);
void cm_resume(struct cm_request *_Nonnull request);
