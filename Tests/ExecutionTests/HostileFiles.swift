import Execution

extension HostileProgram {
  /// Programs that look for what is not theirs, or would leave something behind.
  static let files = [
    HostileProgram(
      name: "look-at-host",
      text: """
        print(open("/proc/1/mem", O_RDWR), open("/proc/1/environ", O_RDONLY), csyscall(number(101, 117), 16, 1, 0))
        """, expectation: .prints("-1 -1 -1\n")),
    HostileProgram(
      name: "write-outside",
      text: """
        let folders = ["/", "/usr", "/etc", "/root", "/home", "/var/tmp", "/run", "/run/loopbook/made", "/run/loopbook/trace",
          "/run/loopbook/staging", "/run/loopbook", "/sys", "/proc", "/dev", "/dev/mqueue", "/dev/pts"]
        print(folders.filter { canCreate($0 + "/loopbook-hostile") })
        print(canCreate("/tmp/x"), canCreate("/dev/shm/x"))
        """, expectation: .prints("[]\ntrue true\n")),
    HostileProgram(
      name: "connect-outside",
      text: """
        let s = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var a = sockaddr_in()
        a.sin_family = sa_family_t(AF_INET)
        a.sin_port = UInt16(80).bigEndian
        a.sin_addr.s_addr = inet_addr("8.8.8.8")
        let r = withUnsafePointer(to: &a) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(s, $0, 16) } }
        print(r)
        """, expectation: .prints("-1\n")),
    HostileProgram(
      name: "many-files",
      text: """
        var made = 0
        for n in 0..<100_000 {
          let fd = open("/tmp/f\\(n)", O_CREAT | O_WRONLY, 0o600)
          if fd < 0 { break }
          close(fd)
          made += 1
        }
        print(made < 100_000)
        """, expectation: .prints("true\n")),
    HostileProgram(
      name: "all-descriptors", text: "var n = 0\nwhile open(\"/dev/null\", O_RDONLY) >= 0 { n += 1 }\nprint(n <= 1024)",
      expectation: .prints("true\n")),
    HostileProgram(
      name: "no-strange-descriptors", text: "print((3..<1024).filter { fcntl(Int32($0), F_GETFD) >= 0 })",
      expectation: .prints("[]\n")),
    HostileProgram(
      name: "namespaces",
      text: """
        print(csyscall(number(272, 97), 0x2_0000, 0, 0), mount("tmpfs", "/usr", "tmpfs", 0, nil), umount("/tmp"), sethostname("x", 1))
        print(chroot("/tmp"), setuid(0) == 0 && getuid() != 0, getegid() == getgid())
        """, expectation: .prints("-1 -1 -1 -1\n-1 false true\n")),
    HostileProgram(
      name: "user-namespace",
      text: """
        let made = csyscall(number(272, 97), 0x1002_0000, 0, 0)
        print(mount("tmpfs", "/usr", "tmpfs", 0, nil) == 0 && canCreate("/usr/loopbook-hostile") && made != 0)
        """, expectation: .prints("false\n")),
    HostileProgram(
      name: "remount",
      text: "print(mount(nil, \"/\", nil, 32 | 4096, nil))\nprint(canCreate(\"/usr/loopbook-hostile\"))",
      expectation: .prints("-1\nfalse\n")),
    HostileProgram(
      name: "secrets",
      text: """
        var names: [String] = []
        var next = environ
        while let entry = next.pointee { names.append(String(cString: entry).split(separator: "=").first.map(String.init) ?? ""); next += 1 }
        print(names.sorted())
        """,
      expectation: .prints(
        "[\"HOME\", \"LANG\", \"LC_ALL\", \"PATH\", \"PWD\", \"SWIFT_BACKTRACE\", \"SWIFT_DETERMINISTIC_HASHING\", \"TMPDIR\", \"TZ\"]\n"
      )),
    HostileProgram(
      name: "unreadable-folder", text: "mkdir(\"/tmp/a\", 0)\nchmod(\"/tmp\", 0)\nprint(\"done\")",
      expectation: .prints("done\n")),
    HostileProgram(
      name: "links",
      text: """
        print(symlink("/etc", "/tmp/etc"), canCreate("/tmp/etc/loopbook-hostile"), link("/etc/passwd", "/tmp/passwd"))
        """, expectation: .prints("0 false -1\n")),
    HostileProgram(
      name: "devices",
      text:
        "print(open(\"/dev/sda\", O_RDONLY), open(\"/dev/mem\", O_RDONLY), open(\"/dev/kmsg\", O_RDONLY), mknod(\"/tmp/d\", S_IFCHR | 0o600, 257))",
      expectation: .prints("-1 -1 -1 -1\n")),
    HostileProgram(
      name: "whole-root",
      text:
        "print(names(\"/\").filter { ![\"bin\", \"lib\", \"lib32\", \"lib64\", \"nix\", \"gnu\"].contains($0) && !known.contains($0) })",
      expectation: .prints("[]\n")),
    HostileProgram(
      name: "no-home",
      text:
        "print(names(\"/home\").flatMap { names(\"/home/\" + $0) }, [\"/root\", \"/var\", \"/sys\", \"/boot\", \"/mnt\", \"/usr/src\", \"/etc/shadow\", \"/etc/ssh\", \"/etc/machine-id\"].filter { (path: String) in access(path, F_OK) == 0 })",
      expectation: .prints("[] []\n")),
    HostileProgram(
      name: "machine-settings",
      text: """
        let settings = ["sys/kernel/core_pattern", "sys/kernel/modprobe", "sysrq-trigger", "sys/vm/drop_caches", "sys/kernel/shmall",
          "sys/kernel/pid_max", "kcore", "kallsyms", "keys", "irq", "bus", "acpi", "scsi", "fs", "timer_list", "slabinfo"]
        print(settings.filter { access("/proc/" + $0, F_OK) == 0 || open("/proc/" + $0, O_WRONLY) >= 0 })
        """, expectation: .prints("[]\n")),
    HostileProgram(
      name: "own-settings",
      text:
        "print(open(\"/proc/self/oom_score_adj\", O_WRONLY), open(\"/proc/1/oom_score_adj\", O_WRONLY), open(\"/proc/1/autogroup\", O_WRONLY))",
      expectation: .prints("-1 -1 -1\n")),
    HostileProgram(
      name: "guard-by-its-files",
      text:
        "print([\"mem\", \"environ\", \"maps\", \"cwd\", \"root\", \"exe\", \"fd/0\", \"ns/net\", \"io\", \"stack\"].filter { ![\"none\", \"\"].contains(text(\"/proc/1/\" + $0)) })",
      expectation: .prints("[]\n")),
    HostileProgram(
      name: "objects-of-others",
      text: """
        print(names("/run/loopbook/made"), names("/run/loopbook/made/objects"), names("/run/loopbook/staging"), names("/run/loopbook"))
        print(open("/run/loopbook/program", O_WRONLY), chmod("/run/loopbook/program", 0), unlink("/run/loopbook/program"))
        """,
      expectation: .prints(
        "[] [\"none\"] [] [\"made\", \"main\", \"program\", \"staging\", \"trace\"]\n-1 -1 -1\n")),
    HostileProgram(
      name: "telling-environment",
      text: """
        let words = text("/proc/self/environ") + text("/proc/self/cmdline")
        print(words.contains("LIBRARIES"), words.contains("lib/"), words.contains(".so"))
        """, expectation: .prints("false false false\n")),
    HostileProgram(
      name: "root-of-processes",
      text:
        "print(names(\"/proc/self/root\") == names(\"/\"), chdir(\"/proc/self/root/..\"), names(\"../../..\") == names(\"/\"))",
      expectation: .prints("true 0 true\n")),
    HostileProgram(
      name: "terminals",
      text:
        "print([\"/dev/ptmx\", \"/dev/tty\", \"/dev/console\", \"/dev/pts/0\", \"/dev/tty0\"].filter { (path: String) in open(path, O_RDWR) >= 0 })",
      expectation: .prints("[]\n")),
    HostileProgram(
      name: "devices-changed",
      // To the mode that it has: where this went through, the machine's own device would be changed.
      text:
        "print(unlink(\"/dev/null\"), chmod(\"/dev/null\", 0o666), fchmod(open(\"/dev/full\", O_RDWR), 0o666), rename(\"/dev/random\", \"/dev/x\"), truncate(\"/etc/passwd\", 0))",
      expectation: .prints("-1 -1 -1 -1 -1\n")),
    HostileProgram(
      name: "mount-by-program",
      text:
        "print(run(\"mount -o remount,rw / || mount --bind /tmp /usr || umount /proc\") != 0, canCreate(\"/usr/loopbook-hostile\"))",
      expectation: .prints("true false\n")),
    HostileProgram(
      name: "namespaces-by-program",
      text: "print(run(\"unshare -U true || unshare -m true || unshare -n true || nsenter -t 1 -m true\") != 0)",
      expectation: .prints("true\n")),
    HostileProgram(
      name: "other-user",
      text: "print(run(\"su -c true nobody || sudo -n true || newgrp\") != 0, setuid(1) == 0, setgroups(0, nil) == 0)",
      expectation: .prints("true false false\n")),
    HostileProgram(
      name: "deep-folders",
      text: "var n = 0\nwhile mkdir(\"d\", 0o700) == 0 && chdir(\"d\") == 0 { n += 1 }\nprint(n > 100)",
      expectation: .prints("true\n")),
    HostileProgram(
      name: "strange-names",
      text:
        "print(canCreate(\"/tmp/\\u{1B}[31m\"), open(\"/tmp/a\\nb\", O_CREAT | O_WRONLY, 0) >= 0, mkfifo(\"/tmp/f\", 0o600))",
      expectation: .prints("true true 0\n")),
    HostileProgram(
      name: "own-socket",
      text: """
        let (server, client) = (socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/tmp/s".utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          print(bind(server, $0, length), listen(server, 1), connect(client, $0, length))
        } }
        """, expectation: .prints("0 0 0\n")),
  ]
}
