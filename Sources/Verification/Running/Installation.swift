internal import Files

/// The parts of this program that lie beside its executable.
package struct Installation: Sendable {
  /// The folder of the executable.
  package let folder: String

  /// This program.
  package let program: String

  /// The program that runs examples.
  package var host: String { "\(folder)/example-host" }

  /// What an example that imports the engine loads.
  package var runtime: String { "\(folder)/libLoopbookRuntime.so" }

  /// The same on CoreFoundation.
  package var referenceRuntime: String { "\(folder)/libLoopbookRuntimeOnReference.so" }

  /// Where the compiled modules are.
  package var modules: String { "\(folder)/Modules" }

  /// What the compiler has to read to import the engine, which stands on these C modules.
  package var moduleMaps: [String] {
    ["CLinux", "CReference"].map { "\(folder)/\($0).build/module.modulemap" }
  }

  /// A part that is missing, and what to do.
  package struct Missing: Error, Sendable {
    package var message: String
    package var cure: String
  }

  /// Finds the parts beside the executable of this process.
  package init() throws(Missing) {
    guard let path = Disk.realPath("/proc/self/exe") else {
      throw Missing(message: "the program's own file cannot be found", cure: "Is /proc mounted?")
    }
    program = path
    folder = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    for part in [host, runtime, referenceRuntime, modules] + moduleMaps where !Disk.isReadable(part) {
      throw Missing(message: "a part of loopbook is missing: \(part)", cure: "Build all of it again: make build")
    }
  }
}
