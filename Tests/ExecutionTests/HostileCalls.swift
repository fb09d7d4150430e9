/// A system call that an example does not get, and how it is refused: the filter's own error, before the kernel looks
/// at the arguments.
struct HostileCall: Sendable {
  var name: String
  /// The numbers on x86-64 and on arm64.
  var numbers: (Int, Int)
  var arguments: (Int, Int, Int) = (-1, -1, -1)
  var error: String

  /// Those that are refused whatever their arguments are.
  private static let whole: [(name: String, x86: Int, arm: Int, error: String)] = [
    ("mount", 165, 40, "EPERM"), ("umount2", 166, 39, "EPERM"), ("pivot_root", 155, 41, "EPERM"),
    ("chroot", 161, 51, "EPERM"), ("open_tree", 428, 428, "EPERM"), ("move_mount", 429, 429, "EPERM"),
    ("fsopen", 430, 430, "EPERM"), ("fsconfig", 431, 431, "EPERM"), ("fsmount", 432, 432, "EPERM"),
    ("fspick", 433, 433, "EPERM"), ("mount_setattr", 442, 442, "EPERM"), ("open_by_handle_at", 304, 265, "EPERM"),
    ("name_to_handle_at", 303, 264, "EPERM"), ("quotactl", 179, 60, "EPERM"), ("swapon", 167, 224, "EPERM"),
    ("swapoff", 168, 225, "EPERM"), ("fanotify_init", 300, 262, "EPERM"), ("acct", 163, 89, "EPERM"),
    ("unshare", 272, 97, "EPERM"), ("setns", 308, 268, "EPERM"), ("sethostname", 170, 161, "EPERM"),
    ("setdomainname", 171, 162, "EPERM"), ("clone3", 435, 435, "ENOSYS"), ("ptrace", 101, 117, "EPERM"),
    ("process_vm_readv", 310, 270, "EPERM"), ("process_vm_writev", 311, 271, "EPERM"), ("kcmp", 312, 272, "EPERM"),
    ("pidfd_getfd", 438, 438, "EPERM"), ("process_madvise", 440, 440, "EPERM"), ("move_pages", 279, 239, "EPERM"),
    ("migrate_pages", 256, 238, "EPERM"), ("ioprio_set", 251, 30, "EPERM"), ("bpf", 321, 280, "EPERM"),
    ("perf_event_open", 298, 241, "EPERM"), ("userfaultfd", 323, 282, "EPERM"), ("keyctl", 250, 219, "EPERM"),
    ("add_key", 248, 217, "EPERM"), ("request_key", 249, 218, "EPERM"), ("seccomp", 317, 277, "EPERM"),
    ("io_uring_setup", 425, 425, "ENOSYS"), ("io_uring_enter", 426, 426, "ENOSYS"),
    ("io_uring_register", 427, 427, "ENOSYS"), ("reboot", 169, 142, "EPERM"), ("kexec_load", 246, 104, "EPERM"),
    ("init_module", 175, 105, "EPERM"), ("finit_module", 313, 273, "EPERM"), ("delete_module", 176, 106, "EPERM"),
    ("settimeofday", 164, 170, "EPERM"), ("clock_settime", 227, 112, "EPERM"), ("clock_adjtime", 305, 266, "EPERM"),
    ("adjtimex", 159, 171, "EPERM"), ("syslog", 103, 116, "EPERM"), ("memfd_create", 319, 279, "ENOSYS"),
    ("memfd_secret", 447, 447, "ENOSYS"), ("vmsplice", 278, 75, "ENOSYS"), ("shmget", 29, 194, "ENOSYS"),
    ("shmat", 30, 196, "ENOSYS"), ("semget", 64, 190, "ENOSYS"), ("msgget", 68, 186, "ENOSYS"),
    ("mq_open", 240, 180, "ENOSYS"), ("a call newer than the filter", 900, 900, "ENOSYS"),
    ("the other table of x86", 0x4000_0000 + 39, 900, "ENOSYS"),
  ]

  /// Those that are refused with some arguments.
  private static let partly = [
    HostileCall(
      name: "clone with a user namespace", numbers: (56, 220), arguments: (0x1000_0011, 0, 0), error: "EPERM"),
    HostileCall(
      name: "clone with a mount namespace", numbers: (56, 220), arguments: (0x0002_0011, 0, 0), error: "EPERM"),
    HostileCall(name: "personality", numbers: (135, 92), arguments: (0x004_0000, 0, 0), error: "EPERM"),
    HostileCall(name: "a socket of the kernel's ciphers", numbers: (41, 198), arguments: (38, 5, 0), error: "EPERM"),
    HostileCall(name: "a socket of virtual machines", numbers: (41, 198), arguments: (40, 1, 0), error: "EPERM"),
    HostileCall(name: "a packet socket", numbers: (41, 198), arguments: (17, 3, 0), error: "EPERM"),
    HostileCall(name: "a netlink socket of the firewall", numbers: (41, 198), arguments: (16, 3, 12), error: "EPERM"),
    HostileCall(name: "a stream of another protocol", numbers: (41, 198), arguments: (2, 1, 132), error: "EPERM"),
    HostileCall(name: "a pair of other sockets", numbers: (53, 199), arguments: (30, 1, 0), error: "EPERM"),
    HostileCall(name: "to type into a terminal", numbers: (16, 29), arguments: (0, 0x5412, 0), error: "EPERM"),
    HostileCall(name: "a filter of its own", numbers: (157, 167), arguments: (22, 2, 0), error: "EPERM"),
    HostileCall(name: "the guard's scheduler", numbers: (144, 119), arguments: (1, 5, 0), error: "EPERM"),
  ]

  static let all =
    whole.map { HostileCall(name: $0.name, numbers: ($0.x86, $0.arm), error: $0.error) } + partly

  /// A program that makes all the calls, and prints those that went otherwise.
  static var program: String {
    let calls = all.map { call in
      let (a, b, c) = call.arguments
      return "(\"\(call.name)\", number(\(call.numbers.0), \(call.numbers.1)), \(a), \(b), \(c), \(call.error))"
    }
    return HostileProgram.preamble + """
      let calls: [(String, Int, Int, Int, Int, Int32)] = [
        \(calls.joined(separator: ",\n  "))
      ]
      for call in calls {
        errno = 0
        let result = csyscall(call.1, call.2, call.3, call.4)
        if result != -1 || errno != call.5 { print(call.0, result, errno) }
      }
      print("all")

      """
  }
}
