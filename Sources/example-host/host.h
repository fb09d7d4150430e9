// The parts of the host: see main.c for the whole.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <ExampleHostProtocol.h>

// Where the guard, the program and the host meet: a page that the three share, and no other program sees.
struct page {
  volatile uint32_t stage;
  volatile uint32_t closed_output;
  volatile uint32_t verdict;
  volatile uint32_t left_processes;
  volatile int32_t status;
  volatile bool ended;
  uint64_t user_us, system_us, peak_kib;
  char text[400];
};

struct run {
  struct eh_request request;
  const char *object, *entry, *temporary, *trace, *clock, *schedule;
  int output, error;
  struct page *page;
};

/// Where the sandbox puts what an example needs.
#define RUNS "/run/loopbook/runs"
#define TRACE "/run/loopbook/trace"

/// Writes a sentence about a failed call to the page; returns 127 for _exit.
int eh_fail(struct page *page, const char *what, const char *detail);

/// Gives the calling process its own view of the machine; the calling process is the first of its namespaces.
bool eh_enter_namespaces(const struct run *run);

/// Gives up every privilege that the sandbox lent.
bool eh_drop_privileges(struct page *page);

/// Starts the program and stays with it until it ends: limits, leftovers, figures. Never returns.
_Noreturn void eh_guard(const struct run *run);

/// Becomes the program. Never returns.
_Noreturn void eh_program(const struct run *run);
