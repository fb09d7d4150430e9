// What a page has none of. The engine's loops watch descriptors of their own, which here are never ready: threads wake
// each other by words in memory.
#include "../../CLinux/include/CLinux.h"
#include "Memory.h"

int cl_epoll_create(void) { return 3; }
int cl_epoll_add(int epoll, int fd, uint32_t events, uint64_t data) {
  (void)epoll, (void)fd, (void)events, (void)data;
  return 0;
}
int cl_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data) { return cl_epoll_add(epoll, fd, events, data); }
int cl_epoll_remove(int epoll, int fd) {
  (void)epoll, (void)fd;
  return 0;
}
int cl_epoll_wait(int epoll, uint64_t *data, uint32_t *events, int capacity, int64_t timeout_ns) {
  (void)epoll, (void)data, (void)events, (void)capacity, (void)timeout_ns;
  return 0;
}
int cl_poll_readable(const int32_t *descriptors, bool *ready, int count, int timeout_ms) {
  (void)descriptors, (void)timeout_ms;
  for (int i = 0; i < count; i++) ready[i] = false;
  return 0;
}
bool cl_thread_waits(pid_t thread, uint64_t *number) {
  (void)thread, (void)number;
  return false;
}
uint32_t cl_ready_now(int fd, uint32_t events) {
  (void)fd, (void)events;
  return 0;
}
int cl_eventfd(void) { return 4; }
int cl_eventfd_write(int fd) {
  (void)fd;
  return 0;
}
int64_t cl_eventfd_read(int fd) {
  (void)fd;
  return 0;
}
int cl_close(int fd) {
  (void)fd;
  return 0;
}
int cl_file_identity(int fd, uint64_t *device, uint64_t *file) {
  *device = 0;
  *file = (uint64_t)fd;
  return 0;
}
const char *cl_error_text(int error) {
  (void)error;
  return "not available in a page";
}
int cl_at_fork(void (*in_child)(void)) {
  (void)in_child;
  return 0;
}
// No task runs in a page, so no job is ever posted to the main queue.
int cl_main_queue_descriptor(void) { return 5; }
void cl_main_queue_drain(void) {}
void cl_main_queue_post(void (*body)(void *), void *argument) {
  (void)body, (void)argument;
  __builtin_trap();
}
void cl_job_run(void *job, bool is_main) {
  (void)job, (void)is_main;
  __builtin_trap();
}
uint64_t cl_job_number(void *job) {
  (void)job;
  return 0;
}
void *cl_current_task(void) { return NULL; }
bool cl_task_is_cancelled(void *task) {
  (void)task;
  return false;
}

// The same in every run: zeros for hashing, so that sets and dictionaries keep the order that the book's programs have
// natively, unless the page asks for another; then SplitMix64, since what draws numbers may draw until one fits.
static uint64_t seed;
void lp_seed_hashes(uint64_t with) { seed = with; }
void lp_begin_chance(intptr_t hash) {
  (void)hash;
  seed = 0x5AFE57AC;
}
void arc4random_buf(void *memory, size_t count) {
  memset(memory, 0, count);
  for (uint8_t *at = memory; seed && count > 0;) {
    uint64_t mixed = seed += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    mixed ^= mixed >> 31;
    size_t part = count < sizeof mixed ? count : sizeof mixed;
    memcpy(at, &mixed, part);
    at += part;
    count -= part;
  }
}
uintptr_t __stack_chk_guard = 0x5AFE57AC;
void __stack_chk_fail(void) { __builtin_trap(); }
