internal import Files

/// The parts of this program: beside its executable in the folder of a build, or in `lib/loopbook` of the prefix under
/// which it is installed.
package struct Installation: Sendable {
  /// This program.
  package let program: String

  /// The folder of its parts.
  package let folder: String

  /// Whether it is a copy that `make install` made.
  package let isInstalled: Bool

  /// Where the libraries that examples load are, and their compiled modules.
  package var runtimeFolder: String

  /// The program that runs examples.
  package var host: String { "\(folder)/example-host" }

  /// The program that asks the compiler what names mean.
  package var typeReader: String { "\(folder)/type-reader" }

  /// What an example that imports the engine loads.
  package var runtime: String { "\(runtimeFolder)/lib\(Self.runtimeProducts[0]).so" }

  /// The same on CoreFoundation.
  package var referenceRuntime: String { "\(runtimeFolder)/lib\(Self.runtimeProducts[1]).so" }

  /// Where the compiled modules are.
  package var modules: String { "\(runtimeFolder)/Modules" }

  /// What the compiler has to read to import the engine, which stands on these C modules.
  package var moduleMaps: [String] {
    ["CLinux", "CReference"].map {
      isInstalled ? "\(folder)/include/\($0)/module.modulemap" : "\(folder)/\($0).build/module.modulemap"
    }
  }

  /// The sources of what examples load: an installed copy has its own.
  package var sources: String { isInstalled ? "\(folder)/sources" : Self.checkout }

  /// What the compiler tells of the engine's modules: an installed copy has it, since their doc comments are not among
  /// its modules.
  package var symbols: String? { isInstalled ? "\(folder)/symbols" : nil }

  /// The checkout that this program was built in: three folders above that of this file.
  private static let checkout = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  /// What is known of how it was built.
  package var stamp: String { "\(folder)/build-stamp" }

  /// The libraries that examples load, as products of the package.
  static let runtimeProducts = ["LoopbookRuntime", "LoopbookRuntimeOnReference"]

  /// A part that is missing, and what to do.
  package struct Missing: Error, Sendable {
    package var message: String
    package var cure: String
  }

  /// Finds the parts by the place of this process's executable.
  package init() throws(Missing) {
    guard let path = Disk.realPath("/proc/self/exe") else {
      throw Missing(message: "the program's own file cannot be found", cure: "Is /proc mounted?")
    }
    program = path
    let own = path.split(separator: "/").dropLast().map { "/\($0)" }
    let installed = own.dropLast().joined() + "/lib/loopbook"
    isInstalled = own.last == "/bin" && Disk.isReadable(installed)
    folder = isInstalled ? installed : own.joined()
    runtimeFolder = isInstalled ? "\(installed)/runtime" : folder
    if let part = needed.first(where: { !Disk.isReadable($0) }) {
      throw Missing(
        message: "a part of loopbook is missing: \(part)",
        cure: isInstalled ? "Install loopbook again." : "Build all of it again: make build")
    }
  }

  private var needed: [String] {
    // An installed copy can compile what depends on the compiler.
    [host, typeReader] + moduleMaps
      + (isInstalled ? ["\(sources)/Package.swift"] : [runtime, referenceRuntime, modules])
  }
}
