internal import Files

extension Sandbox {
  /// The command that runs a program of the machine's own on input that is not trusted.
  ///
  /// It reads the system's programs and the files that are named, and finds neither a network nor a place to write but
  /// memory.
  ///
  /// - Parameters:
  ///   - program: The program's file.
  ///   - arguments: What comes after its name.
  ///   - files: Files of the machine, and what they are called inside.
  ///   - folders: Folders that are needed besides the system's.
  ///   - hidden: Files that are empty inside.
  package func tool(
    _ program: String, _ arguments: [String], files: [String: String], folders: [String] = [],
    hiding hidden: [String] = []
  ) -> Command {
    guard case .bubblewrap(let bubblewrap) = self else {
      return Command(program, arguments, environment: Self.environment)
    }
    var options = ["--unshare-all", "--die-with-parent", "--new-session", "--hostname", "loopbook"]
    for folder in SandboxRoot.folders { options += SandboxRoot.same(folder) }
    for file in SandboxRoot.files { options += ["--ro-bind-try", file, file] }
    for folder in folders { options += ["--ro-bind", folder, folder] }
    for file in hidden { options += ["--ro-bind", "/dev/null", file] }
    options += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    for (file, name) in files.sorted(by: { $0.value < $1.value }) { options += ["--ro-bind", file, name] }
    options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--clearenv"]
    for (name, value) in Self.environment.sorted(by: { $0.key < $1.key }) { options += ["--setenv", name, value] }
    return Command(bubblewrap, options + ["--", program] + arguments)
  }
}
