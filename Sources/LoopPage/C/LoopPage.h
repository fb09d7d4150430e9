// A page's process: what stands for the kernel and the C library in a WebAssembly module of programs on virtual time.
//
// Threads are fibers. One runs until it waits; Asyncify then unwinds its stack into memory of its own, and rewinds it
// when it goes on. The module drives them itself, so that any host with WASI's arguments and `fd_write` can run it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Appends to what was printed to standard output (1) or error (2).
void lp_print(int stream, const void *_Nonnull bytes, size_t count);
/// How many bytes were printed to it.
int64_t lp_printed(int stream);
/// Ends the process: no fiber goes on, and what was recorded is handed to the host.
void lp_end(int status) __attribute__((noreturn));

/// Calls `lp_reached` once so many bytes were printed to standard output (1) or error (2).
void lp_watch(int stream, size_t count);
/// Nothing in it may wait.
void lp_reached(void);

/// Says where the recording is (0), and what is told of states beside it (1), whenever it has moved or grown.
void lp_recorded(int number, const void *_Nonnull bytes, size_t count);
/// Writes the argument into `buffer`, which has `capacity` bytes, and returns its length, or 0
/// if the process has fewer arguments.
size_t lp_argument(int number, uint8_t *_Nonnull buffer, size_t capacity);

/// Has hashing, which draws numbers with the first hash that is taken, begin with this number; with 0, all of them are
/// 0.
void lp_seed_hashes(uint64_t seed);
/// Has chance begin, which is the same in every run. `hash` is one that was taken before.
void lp_begin_chance(intptr_t hash);

/// What the main fiber does.
void lp_main(void);
/// Runs the module's program of that number: made with the programs.
void lp_program(int32_t number);
