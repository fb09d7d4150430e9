// What the loop needs of Linux and Swift's Glibc module does not give: epoll, eventfd, futex, pidfd, thread-local
// storage, and Dispatch's main-queue hooks. Calls return the kernel's value, or -errno.
// In a page, where there is none of it, Sources/LoopPage has what programs on virtual time need.
#pragma once
#if !defined(__linux__) && !defined(__wasm__)
#error "LoopEngine runs on Linux only: depend on it under the condition .when(platforms: [.linux])"
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __linux__
#include <sys/types.h>
#include <time.h>
#else
typedef int pid_t;
#endif

// What a thread owns. Trivial, so that a read is one load; the destructor is the pthread key's (cl_thread_on_exit).
struct cl_thread {
  void *_Nullable loop;       // Unmanaged<Loop>, retained
  void *_Nullable chunk;      // the chunk that this thread's posts are taken from
  uint32_t chunk_used;        // nodes of it that are taken
  uint32_t exit_passes;       // destructor passes seen
  uint32_t number;            // tells it from all other threads that had a loop; 0: not given yet
  void *_Nullable scheduler;  // Unmanaged<ThreadScheduler>, not retained; null: the kernel schedules the thread
  uint64_t ticket;            // what its scheduler calls the thread
  void *_Nullable identity;   // Unmanaged<ThreadIdentity>, retained
};
#ifdef __linux__
extern _Thread_local struct cl_thread cl_thread_storage;
static inline struct cl_thread *_Nonnull cl_thread(void) { return &cl_thread_storage; }
#else
extern struct cl_thread *_Nonnull cl_current_thread;
static inline struct cl_thread *_Nonnull cl_thread(void) { return cl_current_thread; }
#endif

// Set while a sink is installed: the one branch that recording costs when it is off.
extern uint32_t cl_recording_flag;
static inline bool cl_recording(void) { return __atomic_load_n(&cl_recording_flag, __ATOMIC_RELAXED) != 0; }
static inline void cl_set_recording(bool on) { __atomic_store_n(&cl_recording_flag, on, __ATOMIC_RELEASE); }

// Set once any thread was given a scheduler: until then no thread looks for one.
extern uint32_t cl_virtual_flag;
static inline bool cl_virtual(void) { return __atomic_load_n(&cl_virtual_flag, __ATOMIC_RELAXED) != 0; }
static inline void cl_set_virtual(void) { __atomic_store_n(&cl_virtual_flag, 1, __ATOMIC_RELEASE); }

/// Has `ended` called when the calling thread ends, after the destructors of other thread-specific data had two passes.
/// Returns -errno when the key cannot be had.
int cl_thread_on_exit(void (*_Nonnull ended)(void));

#ifdef __linux__
static inline int64_t cl_now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}
/// The same as of the last tick of the kernel.
static inline int64_t cl_now_coarse_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}
#else
int64_t cl_now_ns(void);
int64_t cl_now_coarse_ns(void);
#endif

static inline void cl_prefetch(const void *_Nonnull address) { __builtin_prefetch(address); }

/// Memory of `new_size` bytes, 64-byte aligned, that begins with the first `old_size` of `old` (null when that is 0),
/// which is given up. Large ones are pages of their own, moved without copying. Null when there is no memory.
void *_Nullable cl_grow(void *_Nullable old, size_t old_size, size_t new_size);
void cl_release(void *_Nullable memory, size_t size);

// Futexes, private to the process. `deadline_ns` is absolute on CLOCK_MONOTONIC; INT64_MAX: none.
int cl_futex_wait(const void *_Nonnull word, uint32_t expected, int64_t deadline_ns);
int cl_futex_wake(const void *_Nonnull word, int count);

// epoll. The flags are plain numbers here, since the header's are an enum that Swift imports as a type of its own.
enum { CL_EPOLLIN = 0x001, CL_EPOLLOUT = 0x004, CL_EPOLLERR = 0x008, CL_EPOLLHUP = 0x010, CL_EPOLLRDHUP = 0x2000 };
#define CL_EPOLLET 0x80000000u
int cl_epoll_create(void);
int cl_epoll_add(int epoll, int fd, uint32_t events, uint64_t data);
int cl_epoll_modify(int epoll, int fd, uint32_t events, uint64_t data);
int cl_epoll_remove(int epoll, int fd);
/// Waits with nanosecond time-outs where the kernel has epoll_pwait2, else rounded up to milliseconds.
/// `timeout_ns` < 0: for ever. Writes up to `capacity` pairs of data and events.
int cl_epoll_wait(int epoll, uint64_t *_Nonnull data, uint32_t *_Nonnull events, int capacity, int64_t timeout_ns);

/// What of epoll's `events`, and of EPOLLHUP and EPOLLERR, the descriptor is ready for at this moment; regular files
/// always are. 0 when it is not open, or the system cannot say.
uint32_t cl_ready_now(int fd, uint32_t events);

int cl_eventfd(void);
/// Adds one to the counter.
int cl_eventfd_write(int fd);
/// Takes the counter; 0 when it was not set.
int64_t cl_eventfd_read(int fd);
int cl_close(int fd);

/// Has every arrival of a signal counted by an eventfd, until `cl_unlisten`; the action that the signal had before is
/// set again when the last listener ends. In a forked child nothing is counted. Returns the eventfd, or -errno.
struct cl_listener;
int cl_listen(int signal, struct cl_listener *_Nullable *_Nonnull listener);
void cl_unlisten(struct cl_listener *_Nonnull listener);

/// A descriptor that is readable once the process has ended, or -errno.
int cl_process_open(pid_t process);
enum cl_process_end {
  CL_PROCESS_RUNS,
  CL_PROCESS_EXITED,   // with a status
  CL_PROCESS_KILLED,   // by a signal
  CL_PROCESS_UNKNOWN,  // it is not a child of ours, or its status was taken
};
/// Takes how the process ended, so that it does not stay a zombie, with its status or signal in `number`.
enum cl_process_end cl_process_take(int descriptor, int32_t *_Nonnull number);
/// Whether it is a child whose status is still to be taken, whether it runs or has ended.
bool cl_process_is_untaken(int descriptor);

// Error numbers that the engine expects.
enum { CL_EPERM = 1, CL_EINTR = 4, CL_EEXIST = 17 };
/// What the system calls the error.
const char *_Nonnull cl_error_text(int error);
/// The two numbers that tell the file which a descriptor names from all others; not 0 when it is not open.
int cl_file_identity(int fd, uint64_t *_Nonnull device, uint64_t *_Nonnull file);
/// Which of up to 1,024 descriptors are readable; waits up to `timeout_ms` (-1: for ever). Their number, or -errno.
int cl_poll_readable(const int32_t *_Nonnull descriptors, bool *_Nonnull ready, int count, int timeout_ms);

pid_t cl_gettid(void);
/// Whether that thread of the process waits in the kernel, but not only for time to pass; `number` tells one wait from
/// another.
bool cl_thread_waits(pid_t thread, uint64_t *_Nonnull number);
/// 1 on the thread that the process started with.
bool cl_is_main_thread(void);

/// Starts a detached or joinable thread; `name` is cut to the kernel's 15 bytes. 0 or -errno.
int cl_thread_start(uintptr_t *_Nonnull thread, size_t stack_size, const char *_Nullable name,
                    void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable argument);
int cl_thread_join(uintptr_t thread);
int cl_thread_detach(uintptr_t thread);

/// Has `in_child` called in the child of every fork.
int cl_at_fork(void (*_Nonnull in_child)(void));

/// Descriptor that is readable while the main dispatch queue has work, and the drain.
int cl_main_queue_descriptor(void);
void cl_main_queue_drain(void);

/// Has `called` called on the main thread when it comes to serve Swift's main actor for good: at the beginning of a
/// program whose top level waits with `await`. The Swift runtime's hook for that; false where the runtime is not there.
bool cl_on_async_main(void (*_Nonnull called)(void));

/// What becomes of the jobs of Swift's tasks, and of the clocks that tasks sleep by. Each may be called by any thread,
/// and tells whether it has taken over; where not, the Swift runtime does as always.
struct cl_task_hooks {
  bool (*_Nonnull enqueue)(void *_Nonnull job);
  bool (*_Nonnull enqueue_after)(void *_Nonnull job, uint64_t nanoseconds);
  /// At a time of `ContinuousClock` or `SuspendingClock`.
  bool (*_Nonnull enqueue_at)(void *_Nonnull job, int64_t seconds, int64_t nanoseconds);
  bool (*_Nonnull enqueue_main)(void *_Nonnull job);
  /// The runtime has this called by a global queue.
  bool (*_Nonnull call)(void (*_Nonnull call)(void *_Nonnull), void *_Nonnull job);
  /// The runtime has this called at a time of those clocks.
  bool (*_Nonnull call_at)(void (*_Nonnull call)(void *_Nonnull), void *_Nonnull argument, int64_t nanoseconds);
  /// The runtime has this called by the main queue, for the main actor.
  bool (*_Nonnull call_main)(void (*_Nonnull call)(void *_Nonnull), void *_Nonnull job);
  /// Whether the calling thread counts as the main actor's.
  bool (*_Nonnull is_main)(void);
  /// What those two clocks show on the calling thread.
  bool (*_Nonnull now)(int64_t *_Nonnull nanoseconds);
};
/// What became of the runtime's two clocks.
enum cl_clock_lead {
  /// They ask `now`.
  CL_CLOCKS_LED,
  /// The program does not contain the runtime for tasks.
  CL_CLOCKS_ABSENT,
  /// The runtime is linked statically, so that it has no table to replace entries in.
  CL_CLOCKS_LINKED_IN,
  /// The runtime asks other functions than those that are known.
  CL_CLOCKS_UNKNOWN,
};
/// Sets the Swift runtime's hooks, for good. False where the runtime is not there.
bool cl_take_tasks(struct cl_task_hooks hooks);
/// Has the runtime's two clocks ask `now`, and what it asks of Dispatch, for which it has no hooks, come to the
/// `call`s: the entries for those functions in its table are replaced.
enum cl_clock_lead cl_take_task_clocks(void);
/// Runs a job as the global executor does, or as the main actor's.
void cl_job_run(void *_Nonnull job, bool is_main);
/// A number that no other task of the process has; 0 for a job that is not a task.
uint64_t cl_job_number(void *_Nonnull job);
void *_Nullable cl_current_task(void);
bool cl_task_is_cancelled(void *_Nonnull task);
/// Queues a call on Dispatch's main queue.
void cl_main_queue_post(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument);

/// Writes out what standard output and error hold back, and has both hold back nothing from here on. 0 or -errno.
int cl_unbuffer_output(void);
