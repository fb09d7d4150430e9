// What the generator needs of C: what running other programs takes of Linux and Swift's Glibc module does not give, and
// what is to be fast in debug builds, too. Calls return the kernel's value, or -errno, unless they say otherwise.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "ExampleHostProtocol.h"

/// How a process ended, and what it took.
struct cs_end {
  int32_t status;  // as waitpid gives it
  int64_t user_us, system_us, peak_kib;
};

/// Starts a program as the leader of a session of its own, with nothing but the given descriptors open: the first of
/// `descriptors` becomes 0, the next 1, and so on. It is killed when the calling thread ends. One `in_background`
/// leaves the processors to others that want them. Returns its process number.
pid_t cs_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
               char *_Nullable const *_Nonnull environment, const char *_Nullable folder,
               const int32_t *_Nonnull descriptors, int count, uint64_t cpu_seconds, uint64_t memory,
               bool in_background);

/// A descriptor that becomes readable when the process ends.
int cs_pidfd(pid_t pid);

/// Waits for a process that has ended; 0 or -errno.
int cs_reap(pid_t pid, struct cs_end *_Nonnull end);

/// A pipe whose descriptors are closed on exec; the reading end does not block.
int cs_pipe(int32_t descriptors[_Nonnull 2]);

/// The reading end of a pipe that holds these bytes, at most as many as a pipe has room for, and then ends; closed on
/// exec.
int cs_filled_pipe(const void *_Nonnull bytes, size_t length);

/// How many bytes of a pipe have not been read.
int cs_unread(int pipe);

/// Two connected sockets that keep packets apart, closed on exec; the first does not block.
int cs_socket_pair(int32_t descriptors[_Nonnull 2]);

/// Sends a packet, with descriptors.
int cs_send(int socket, const void *_Nonnull bytes, size_t length, const int32_t *_Nonnull descriptors, int count);

/// Opens a file to read from, closed on exec.
int cs_open_null(void);

/// Lets two paths change places in one step. Returns 0 or an error's number.
int cs_exchange(const char *_Nonnull one, const char *_Nonnull other);

/// Has memory taken from the system so many bytes at once.
void cs_grow_in_steps(int bytes);

/// The arithmetic of SHA-256: mixes whole blocks of 64 bytes into the eight words of a hash. It is in C so that it is
/// fast in every build: tests, too, hash programs of many megabytes. Processors that have instructions for it use them.
void cs_sha256_blocks(uint32_t state[_Nonnull 8], const void *_Nonnull blocks, size_t count);

/// The same on any processor, in C alone.
void cs_sha256_blocks_anywhere(uint32_t state[_Nonnull 8], const void *_Nonnull blocks, size_t count);

/// What Swift's runtime makes of the name of a symbol, in a buffer to be freed; NULL for one that is not Swift's. The
/// runtime exports it without a header.
char *_Nullable swift_demangle(const char *_Nonnull name, size_t length, char *_Nullable buffer,
                               size_t *_Nullable capacity, uint32_t flags);
