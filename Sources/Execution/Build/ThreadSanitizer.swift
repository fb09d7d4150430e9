internal import Files

/// The toolchain's library that watches a program's threads for data races.
///
/// It has to be in the process from its start, so that a host is started for what needs it.
package enum ThreadSanitizer {
  /// The library; `nil`: this toolchain has none for this machine.
  package static func runtime(of toolchain: Toolchain) -> String? {
    let versions = "\(toolchain.folder)/lib/clang"
    return FileTree.names(in: versions).sorted()
      .map { "\(versions)/\($0)/lib/linux/\(name)" }.last(where: Disk.isReadable)
  }

  private static var name: String {
    #if arch(x86_64)
      "libclang_rt.tsan-x86_64.so"
    #elseif arch(arm64)
      "libclang_rt.tsan-aarch64.so"
    #endif
  }

  /// What the compiler is told, besides where what the library reports stands in the program.
  static let flags = ["-sanitize=thread", "-gline-tables-only"]

  /// With what status a program ends at its first race.
  package static let status: Int32 = 66

  /// What a host's environment has besides, that has to load one of these libraries.
  static func environment(_ libraries: [String], beside folder: String) -> [String: String] {
    guard let library = libraries.first(where: { $0.hasSuffix("/\(name)") }) else { return [:] }
    // Only races of the program's own are asked for: what libraries count with atomics is not seen. They are told by
    // places in the program's file, since its symbols are read outside.
    let options = [
      "halt_on_error=1", "exitcode=\(status)", "symbolize=0", "stack_trace_format=\"\(frameFormat)\"",
      "die_after_fork=0", "report_signal_unsafe=0", "report_thread_leaks=0", "report_destroy_locked=0",
      "report_mutex_bugs=0", "detect_deadlocks=0",
      "color=never",
    ]
    // It calls Dispatch without saying that it needs it.
    let preloaded = [library] + ["BlocksRuntime", "dispatch"].map { "\(folder)/lib\($0).so" }
    return [
      "LD_PRELOAD": preloaded.joined(separator: ":"), "TSAN_OPTIONS": options.joined(separator: ":"),
    ]
  }

  /// How a frame is written: its number, its file, and its place there.
  private static let frameFormat = "    #%n %m+%o"
}

extension Compiler {
  /// Where in their files these places of an object stand, as `main.swift:12:5`; `nil` for those of which that is not
  /// known.
  package func lines(of offsets: [String], in object: String) async -> [String?] {
    let command = Command(
      "\(toolchain.folder)/bin/llvm-symbolizer", ["--obj=\(object)", "--functions=none", "--no-inlines"] + offsets,
      environment: environment, timeout: Self.timeout)
    // A toolchain may come without the program: then the race is told without its lines.
    guard let result = try? await supervisor.run(command), result.succeeded else { return offsets.map { _ in nil } }
    let answers = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    guard answers.count == offsets.count else { return offsets.map { _ in nil } }
    return answers.map { $0.hasPrefix("?") ? nil : $0 }
  }
}
