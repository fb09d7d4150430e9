// What goes over the control socket between the generator and a host: one message a packet, numbers in the machine's
// order.
#pragma once
#include <stdint.h>

enum { EH_VERSION = 8 };

// A request begins with this and goes on with the strings it counts, each ended by a zero byte, in the order named. Two
// descriptors come with `EH_RUN`: where the program's standard output and error go. A third may come: its standard
// input.
//
// The first request is `EH_LOAD`, whose strings are the libraries to load; the host answers it.
enum eh_request_kind { EH_RUN = 1, EH_KILL = 2, EH_LOAD = 3 };

enum eh_flags {
  EH_NAMESPACES = 1,        // processes, mounts and temporary folder of its own
  EH_NETWORK = 2,           // a network of its own, with nothing but loopback
  EH_LINGERS = 4,           // the end waits a moment for what other threads still do
  EH_RENUMBERS = 8,         // its processes have other numbers than usual
  EH_HAS_INPUT = 16,        // its standard input, if none comes with it, has a few lines, and is not empty
  EH_ANOTHER_MACHINE = 32,  // with other names, another user, and more of everything
};

struct eh_request {
  uint32_t version;
  uint32_t kind;
  uint64_t run;     // chosen by the generator; every answer repeats it
  uint64_t secret;  // what the program's text says beside each report; see EH_REACHED
  uint32_t flags;
  uint32_t processes;     // at most, at once, the program itself included
  uint64_t cpu_seconds;   // of each process
  uint64_t memory;        // bytes, of all processes together
  uint64_t file_size;     // bytes, of a file, of the temporary folder and of what is recorded
  uint32_t hash_seed;     // of Swift's hashes; 0: the usual one
  uint32_t layout;        // where things lie in memory; 0: as usual
  uint32_t date;          // which other date and time zone it has; 0: the machine's date, and no zone
  uint32_t folder_order;  // in which folders list their files; 0: in their own
  uint32_t precedence;    // which of its threads and tasks come first; 0: as it comes
  uint32_t open_files;
  uint32_t strings;  // of EH_RUN 6: object, entry, temporary folder (without namespaces), trace folder, clock, schedule
};

// ended: its program's status is the kernel's; lost: its guard was ended before it could tell
enum eh_answer_kind { EH_READY = 1, EH_ENDED = 2, EH_REFUSED = 3, EH_LOST = 4 };

// Why a program was ended by its host.
enum eh_verdict { EH_NONE = 0, EH_MEMORY = 1, EH_PROCESSES = 2, EH_KILLED = 3, EH_FILES = 4 };

enum eh_stage {
  EH_STARTING = 0,  // not yet in the program; `text` says what failed
  EH_INSIDE = 1,    // in the program
  EH_REACHED = 2,   // at its last statement: its text said so, with the secret
  EH_RETURNED = 3,  // its entry returned
};

// What a program on the virtual clock did in real time: bits.
enum eh_real_time {
  EH_READS = 1,   // it read the machine's clocks, more than once
  EH_SLEEPS = 2,  // it waited for a time of theirs
};

struct eh_answer {
  uint32_t version;
  uint32_t kind;
  uint64_t run;
  int32_t status;  // as waitpid gives it
  uint32_t stage;
  uint32_t verdict;
  uint32_t left_processes;  // that were still there when the program had ended
  uint32_t closed_output;   // standard output was no longer what it was given
  uint32_t real_time;       // bits of eh_real_time
  uint32_t waiting_tasks;   // a task waited for the main actor, and had not begun
  uint64_t user_us;
  uint64_t system_us;
  uint64_t peak_kib;
  char text[400];
};
