internal import Glibc

/// How a host of examples is kept from the rest of the machine.
package enum Sandbox: Hashable, Sendable {
  /// By bubblewrap, the program at this path.
  case bubblewrap(String)
  /// Not at all: the author asked for it.
  case none

  /// Why there is no sandbox, and what to do.
  package struct Missing: Error, Sendable {
    package var message: String
    package var cure: String
  }

  /// What it means that bubblewrap, or a host inside of it, failed with these words.
  package static func explain(_ words: String) -> Missing {
    let trusted = "or, for examples that you trust: --no-sandbox"
    if words.contains("nknown option") {
      return Missing(
        message: "the bubblewrap that is installed is too old for the sandbox: \(words)",
        cure: "Install bubblewrap 0.4 or later: sudo apt-get install bubblewrap\n\(trusted)")
    }
    let refusals = ["ermission", "not permitted", "amespace", "uid map", "No space left", "RTM_NEWADDR"]
    if refusals.contains(where: words.contains) {
      return Missing(
        message: "this machine does not let the sandbox have namespaces of its own: \(words)",
        cure: """
          Allow user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000
          on Ubuntu: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
          in a container: start it with --security-opt seccomp=unconfined --security-opt systempaths=unconfined
          \(trusted)
          """)
    }
    return Missing(message: "the sandbox for examples cannot be made: \(words)", cure: trusted)
  }

  /// Finds bubblewrap on the search path given.
  package static func find(path: String) throws(Missing) -> Sandbox {
    let program = FileTree.executable("bwrap", on: path)
    guard let program else {
      throw Missing(
        message: "examples run in a sandbox, and the program that makes it, bubblewrap, is not installed",
        cure: "sudo apt-get install bubblewrap\nor, for examples that you trust: --no-sandbox")
    }
    return .bubblewrap(program)
  }

  /// Where an example finds what it needs, inside the sandbox.
  ///
  /// The host's sources know the same names.
  static let inside = "/run/loopbook"

  /// What an example's environment holds: the same on every machine.
  package static let environment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// What an example is called: it finds its name, and no argument, in the place where its host finds its own.
  private static let programName = "main"

  /// What a host's environment holds: the libraries to load besides, which it takes out before any example runs.
  private static func environment(loading libraries: [String]) -> [String: String] {
    environment.merging(["LOOPBOOK_LIBRARIES": libraries.joined(separator: ":")]) { $1 }
  }

  /// The command that starts a host with its libraries.
  func command(host: String, libraries: [String], scratch: Scratch) -> Command {
    switch self {
    case .none:
      var command = Command(host, [], environment: Self.environment(loading: libraries))
      command.name = Self.programName
      return command
    case .bubblewrap(let program):
      var arguments = [
        "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
        "--die-with-parent", "--hostname", "loopbook",
        "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run",
        "--dir", "\(Self.inside)/trace",
        "--bind", scratch.runs, "\(Self.inside)/runs",
        "--ro-bind", scratch.objects, "\(Self.inside)/objects",
        "--ro-bind", host, "\(Self.inside)/\(Self.programName)",
      ]
      // What lies in a folder that the sandbox has its own of has to be shown again.
      let outside = libraries.filter { !$0.hasPrefix(scratch.folder + "/") }
      let hidden = Set(outside.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) })
        .filter { folder in ["/tmp", "/run"].contains { folder.hasPrefix($0 + "/") } }
      for folder in hidden.sorted() { arguments += ["--ro-bind", folder, folder] }
      // The host needs these to give each example a view of its own, and the example gets neither.
      arguments += ["--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_NET_ADMIN", "--chdir", "/", "--clearenv"]
      let inner = libraries.map { inside($0, scratch: scratch) }
      for (name, value) in Self.environment(loading: inner).sorted(by: { $0.key < $1.key }) {
        arguments += ["--setenv", name, value]
      }
      arguments += ["--", "\(Self.inside)/\(Self.programName)"]
      return Command(program, arguments)
    }
  }

  /// Where a file of the scratch folder is, seen from inside.
  func inside(_ path: String, scratch: Scratch) -> String {
    guard case .bubblewrap = self, path.hasPrefix(scratch.folder + "/") else { return path }
    return Self.inside + path.dropFirst(scratch.folder.count)
  }
}
