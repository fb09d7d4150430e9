#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

int ct_fork_and_wait(int (*body)(void *), void *argument) {
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) _exit(body(argument));
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int ct_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0 ? 0 : -errno; }

int ct_eventfd(unsigned counter) {
  int made = eventfd(counter, EFD_CLOEXEC | EFD_NONBLOCK);
  return made < 0 ? -errno : made;
}

size_t ct_bytes_in_use(void) {
  struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}
