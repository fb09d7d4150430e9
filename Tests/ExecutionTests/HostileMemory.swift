import Execution

extension HostileProgram {
  /// Programs that would have more memory than they may, in every way that there is.
  ///
  /// The tests' limits are 256 MB, and 16 MB of files.
  static let memory = [
    HostileProgram(
      name: "memory-private",
      text: "let p = malloc(10 << 30)\nif p == nil { exit(9) }\nmemset(p!, 1, 10 << 30)\nprint(\"had it\")",
      expectation: .ends([.memory, .process(.exited(9)), killed])),
    HostileProgram(
      name: "memory-shared",
      text: """
        let p = mmap(nil, 10 << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        if p == MAP_FAILED { exit(9) }
        memset(p!, 1, 10 << 30)
        print("had it")
        """, expectation: .ends([.memory, .process(.exited(9)), killed])),
    HostileProgram(
      name: "memory-of-many",
      text: """
        for _ in 0..<8 where cfork() == 0 {
          let p = malloc(100 << 20)
          memset(p!, 1, 100 << 20)
          sleep(100)
        }
        sleep(100)
        """, expectation: .ends([.memory])),
    HostileProgram(
      name: "memory-memfd",
      text: """
        var held = 0
        for n in 0..<30 {
          let file = csyscall(number(319, 279), n, 0, 0)
          if file >= 0 && ftruncate(Int32(file), 60 << 20) == 0 { held += 1 }
        }
        print(held)
        """, expectation: .prints("0\n")),
    HostileProgram(
      name: "memory-segments",
      text: """
        var held = 0
        for _ in 0..<30 {
          let segment = shmget(0, 60 << 20, 0o1600)
          if segment >= 0, let p = shmat(segment, nil, 0), p != MAP_FAILED { memset(p, 1, 60 << 20); shmdt(p); held += 1 }
        }
        print(held)
        """, expectation: .prints("0\n")),
    HostileProgram(
      name: "memory-semaphores", text: "print(semget(0, 32000, 0o1600), errno == ENOSYS)",
      expectation: .prints("-1 true\n")),
    HostileProgram(
      name: "memory-messages", text: "print(msgget(0, 0o1600), errno == ENOSYS)", expectation: .prints("-1 true\n")),
    HostileProgram(
      name: "memory-forgotten",
      text: """
        var held = 0
        for _ in 0..<30 {
          guard let p = mmap(nil, 60 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), p != MAP_FAILED else { continue }
          memset(p, 1, 60 << 20)
          madvise(p, 60 << 20, MADV_DONTNEED)
          held += 1
        }
        print(held)
        """, expectation: .prints("0\n")),
    HostileProgram(
      name: "memory-zero-device",
      text: """
        let zero = open("/dev/zero", O_RDWR)
        var bytes = [UInt8](repeating: 1, count: 4)
        print(read(zero, &bytes, 4), bytes, mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0) == MAP_FAILED)
        """, expectation: .prints("4 [0, 0, 0, 0] true\n")),
    HostileProgram(
      name: "memory-shared-folder",
      text: """
        let fd = open("/dev/shm/x", O_CREAT | O_RDWR, 0o600)
        signal(SIGXFSZ, SIG_IGN)
        print(ftruncate(fd, 1 << 40) != 0)
        """, expectation: .prints("true\n")),
    HostileProgram(
      name: "memory-folders",
      text: """
        signal(SIGXFSZ, SIG_IGN)
        let block = [UInt8](repeating: 1, count: 1 << 20)
        var written = 0
        for folder in ["/tmp", "/dev/shm"] {
          for n in 0..<64 {
            let file = open("\\(folder)/big\\(n)", O_CREAT | O_WRONLY, 0o600)
            // What has no name takes as much.
            if n % 2 == 0 { unlink("\\(folder)/big\\(n)") }
            while true {
              let count = write(file, block, block.count)
              if count <= 0 { break }
              written += count
            }
          }
        }
        print(written <= 16 << 20, written > 8 << 20)
        """, expectation: .prints("true true\n")),
    HostileProgram(
      name: "memory-one-file",
      text: "let fd = open(\"/tmp/x\", O_CREAT | O_RDWR, 0o600)\nprint(ftruncate(fd, 1 << 30))",
      expectation: .ends([.files(16 << 20)])),
    HostileProgram(
      name: "memory-sockets",
      text: """
        var held = 0
        let block = [UInt8](repeating: 1, count: 1 << 16)
        while true {
          var ends: [Int32] = [0, 0]
          if socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) != 0 { break }
          for end in ends { while write(end, block, block.count) > 0 { held += 1 } }
        }
        sleep(100)
        """, expectation: .ends([.memory])),
    HostileProgram(
      name: "memory-pipes",
      text: """
        for _ in 0..<8 where cfork() == 0 {
          var ends: [Int32] = [0, 0]
          while pipe(&ends) == 0 { }
          sleep(100)
        }
        sleep(100)
        """, expectation: .ends([.memory])),
    HostileProgram(
      name: "memory-large-pipes",
      text: "var ends: [Int32] = [0, 0]\npipe(&ends)\nprint(cfcntl(ends[0], 1031, 1 << 20), errno == EPERM)",
      expectation: .prints("-1 true\n")),
    HostileProgram(
      name: "memory-locked", text: "print(csyscall(number(151, 230), 3, 0, 0), errno == ENOMEM || errno == EPERM)",
      expectation: .prints("-1 true\n")),
    HostileProgram(
      name: "memory-of-another-program",
      text: "exit(run(\"x=1234567890; while :; do x=$x$x; done\") == 0 ? 0 : 3)",
      expectation: .ends([.memory, .process(.exited(3)), killed])),
  ]
}
