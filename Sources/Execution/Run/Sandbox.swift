internal import Files
internal import Glibc
internal import LoopEngine

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

  /// The folder that a program would need a file in and does not see: the path stands in its words, after ` or `.
  package static func coveredFolder(in words: String) -> String? {
    SandboxRoot.covered.first { words.contains(" or \($0)/") }
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
        message: "this machine does not let the sandbox create namespaces: \(words)",
        cure: """
          Allow user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000
          on Ubuntu: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
          in a container: start it with --privileged, or with all of --security-opt seccomp=unconfined
            --security-opt apparmor=unconfined --security-opt systempaths=unconfined
          \(trusted)
          """)
    }
    return Missing(message: "the sandbox for examples cannot be made: \(words)", cure: trusted)
  }

  /// Finds bubblewrap on the search path given.
  package static func find(path: String) throws(Missing) -> Sandbox {
    let program = Disk.executable("bwrap", on: path)
    guard let program else {
      throw Missing(
        message: "examples run in a sandbox, and the program that makes it, bubblewrap, is not installed",
        cure: "sudo apt-get install bubblewrap\nor, for examples that you trust: --no-sandbox")
    }
    return .bubblewrap(program)
  }

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

  /// The command that starts a host, which loads its libraries later; one for programs on another machine if
  /// `isElsewhere`.
  func command(_ settings: HostSettings, libraries: [String], isElsewhere: Bool) throws(SystemError) -> Command {
    let environment = Self.environment.merging(ThreadSanitizer.environment(libraries, beside: settings.libraryFolder)) {
      $1
    }
    switch self {
    case .none:
      var command = Command(settings.host, [], environment: environment)
      command.name = Self.programName
      return command
    case .bubblewrap(let program):
      let root = SandboxRoot(settings, libraries: libraries, isElsewhere: isElsewhere)
      try root.writeFiles()
      var arguments = [
        "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
        "--die-with-parent", "--hostname", "loopbook",
      ]
      arguments += root.arguments
      // Libraries keep the path that they find when they are loaded, before there is a program.
      let place = "\(isElsewhere ? SandboxRoot.otherHome : SandboxRoot.own)/\(Self.programName)"
      arguments += ["--ro-bind", settings.host, place]
      // What is not an example's own it only reads.
      arguments += ["--remount-ro", "/dev", "--remount-ro", "/"]
      // The host needs these to give each example a view of its own, and the example gets none of them.
      for capability in ["CAP_SYS_ADMIN", "CAP_NET_ADMIN", "CAP_SYS_RESOURCE"] {
        arguments += ["--cap-add", capability]
      }
      arguments += ["--chdir", "/", "--clearenv"]
      for (name, value) in environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
      arguments += ["--", place]
      return Command(program, arguments)
    }
  }

  /// Where a file of the scratch folder is, seen from inside.
  func inside(_ path: String, scratch: Scratch) -> String {
    guard case .bubblewrap = self, path.hasPrefix(scratch.folder + "/") else { return path }
    return SandboxRoot.made + path.dropFirst(scratch.folder.count)
  }
}
