// What tests need of Linux and Swift may not do, or does not show.
#pragma once
#include <stddef.h>

/// fork and waitpid. The child runs `body` and exits with its value; returns that, 128 and the signal that ended it, or
/// -errno.
int ct_fork_and_wait(int (*_Nonnull body)(void *_Nullable), void *_Nullable argument);

/// A pipe that no program which is started keeps, and that blocks no reader or writer; 0 or -errno.
int ct_pipe(int ends[_Nonnull 2]);

/// A counter as a descriptor that blocks no reader, or -errno.
int ct_eventfd(unsigned counter);

/// What malloc has given out and not got back, in all its arenas.
size_t ct_bytes_in_use(void);
