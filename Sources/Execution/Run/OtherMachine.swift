/// What a program finds on another machine besides what it always does: made up, and empty where that is possible.
enum OtherMachine {
  /// The files in /etc, which few systems lack.
  static let files = [
    "hostname": "desk\n", "machine-id": "4d3a1f0c9b8e47d6a5c2e1f07b6d5a49\n", "fstab": "", "environment": "",
    "issue": "Other Linux 42\n", "profile": "", "shells": "/bin/sh\n/bin/bash\n", "timezone": "Etc/UTC\n",
  ]

  /// What bubblewrap is told to make the folders of, where programs need these files.
  static func folders(besides needed: [String]) -> [String] {
    // An ordinary user finds that this one is there, and nothing of what is in it.
    let home = "/root"
    let closed = needed.contains { $0.hasPrefix("\(home)/") } ? [] : ["--perms", "0000"]
    return made.flatMap { ["--dir", $0] } + closed + ["--dir", home]
  }

  private static let made = [
    "/boot", "/dev/block", "/dev/disk", "/dev/input", "/dev/mapper", "/etc/cron.d", "/etc/default", "/etc/init.d",
    "/etc/ssh", "/etc/ssl", "/media", "/mnt", "/opt", "/run/lock", "/run/user", "/srv", "/sys/block", "/sys/class",
    "/sys/devices", "/sys/fs", "/sys/kernel", "/usr/games", "/usr/include", "/usr/libexec", "/usr/local/bin",
    "/usr/local/etc", "/usr/local/include", "/usr/local/lib", "/usr/local/share", "/usr/sbin", "/usr/share/doc",
    "/usr/share/man", "/usr/src", "/var/cache", "/var/lib", "/var/log", "/var/mail", "/var/spool", "/var/tmp",
  ]
}
