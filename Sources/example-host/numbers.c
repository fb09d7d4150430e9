// Threads know their own number: the libraries of Swift ask the kernel once, and lock with it. The program's first
// thread is the host's, which asked before the fork, so in a program whose process has another number the kernel would
// not find out who has a lock that another thread waits for, and that one would try again and again, forever.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host.h"

struct numbers {
  uint32_t before, now;
};

/// Dispatch has the host's number in its main queue, too, and knows its main thread by it; the kernel sees none of it.
static bool has_numbers(const char *path) {
  static const char *const libraries[] = {"/libswift", "/libFoundation", "/lib_Foundation"};
  for (size_t index = 0; index < sizeof libraries / sizeof *libraries; index++)
    if (strstr(path, libraries[index]) != NULL) return true;
  return false;
}

/// What a library keeps for this thread: its number, and addresses, which are far greater.
static int renew_in(struct dl_phdr_info *library, size_t size, void *context) {
  const struct numbers *numbers = context;
  (void)size;
  if (library->dlpi_tls_data == NULL || library->dlpi_name == NULL || !has_numbers(library->dlpi_name)) return 0;
  for (int index = 0; index < library->dlpi_phnum; index++) {
    if (library->dlpi_phdr[index].p_type != PT_TLS) continue;
    uint32_t *words = library->dlpi_tls_data;
    for (size_t word = 0; word < library->dlpi_phdr[index].p_memsz / sizeof *words; word++)
      if (words[word] == numbers->before) words[word] = numbers->now;
  }
  return 0;
}

static uint32_t own_number(void) { return (uint32_t)syscall(SYS_gettid); }

static uint32_t hosts_number;

void eh_remember_number(void) { hosts_number = own_number(); }

void eh_renew_numbers(void) {
  struct numbers numbers = {hosts_number, own_number()};
  if (numbers.before != numbers.now) dl_iterate_phdr(renew_in, &numbers);
}
