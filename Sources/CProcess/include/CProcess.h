// What running other programs needs of Linux, and Swift's Glibc module does not give. Calls return the kernel's value, or
// -errno.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "ExampleHostProtocol.h"

/// How a process ended, and what it took.
struct cp_end {
  int32_t status;  // as waitpid gives it
  int64_t user_us, system_us, peak_kib;
};

/// Starts a program as the leader of a session of its own, with nothing but the given descriptors open: the first of
/// `descriptors` becomes 0, the next 1, and so on. It is killed when the calling thread ends. Returns its process number.
pid_t cp_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
               char *_Nullable const *_Nonnull environment, const char *_Nullable folder,
               const int32_t *_Nonnull descriptors, int count, uint64_t cpu_seconds, uint64_t memory);

/// A descriptor that becomes readable when the process ends.
int cp_pidfd(pid_t pid);

/// Waits for a process that has ended; 0 or -errno.
int cp_reap(pid_t pid, struct cp_end *_Nonnull end);

/// A pipe whose descriptors are closed on exec; the reading end does not block.
int cp_pipe(int32_t descriptors[_Nonnull 2]);

/// Two connected sockets that keep packets apart, closed on exec; the first does not block.
int cp_socket_pair(int32_t descriptors[_Nonnull 2]);

/// Sends a packet, with descriptors.
int cp_send(int socket, const void *_Nonnull bytes, size_t length, const int32_t *_Nonnull descriptors, int count);

/// Opens a file to read from, closed on exec.
int cp_open_null(void);
