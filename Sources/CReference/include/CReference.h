#pragma once

// This header includes no other: a system type that it declared would count as this module's in Swift.
//
// Every call returns its result, or -errno: Swift then never reads an errno that something else has overwritten.

// A counter with the 8 bytes that CoreFoundation reads from a version-1 source's port.
// Non-blocking: two loops may see the same post, and only one of them can read it.
int reference_eventfd(void);
// Makes the counter's port ready. Adding 1 fails only on overflow, when it is ready already.
void reference_eventfd_post(int counter);

int reference_epoll_create(void);
// Armed for one delivery, to one of the loops that hold the set.
int reference_epoll_add(int set, int descriptor, unsigned events);
int reference_epoll_arm(int set, int descriptor, unsigned events);
int reference_epoll_remove(int set, int descriptor);
// Takes what is ready now, without waiting: its events, or 0.
unsigned reference_epoll_take(int set);

// How many seconds one second on the clock of loops takes; set before there are other threads.
void reference_set_pace(int seconds);
int reference_pace(void);
// CLOCK_MONOTONIC at that pace, and CLOCK_REALTIME, in nanoseconds. They cannot fail.
long long reference_loop_clock(void);
long long reference_wall_clock(void);
// Sleeps until a moment of the clock of loops, whatever signals come in between.
void reference_sleep_until(long long nanoseconds);

// A lock between threads. Making one ends the process rather than fail.
typedef struct reference_lock reference_lock;
reference_lock *reference_lock_make(void);
void reference_lock_destroy(reference_lock *lock);
void reference_lock_acquire(reference_lock *lock);
void reference_lock_release(reference_lock *lock);

// Starts a joinable thread; a stack size of 0 is the system's.
int reference_thread_start(unsigned long *thread, unsigned long stack_size, void *(*body)(void *), void *argument);

// The main thread is the one whose thread id is the process id. The kernel is asked each time, so it holds after fork.
int reference_is_main_thread(void);
// Names the calling thread for the system, which keeps fifteen bytes. It cannot fail.
void reference_set_thread_name(const char *name);

// CoreFoundation exports these without declaring them in the headers that Swift imports.
void _CFRunLoopStopMode(const void *loop, const void *mode);
unsigned char _CFRunLoopFinished(const void *loop, const void *mode);
unsigned char CFRunLoopSourceIsSignalled(const void *source);
