internal import Files
internal import Glibc

/// The Swift toolchain in use: the one whose `swiftc` comes first on the PATH.
package struct Toolchain: Hashable, Sendable {
  /// The toolchain's `usr` folder.
  package let folder: String

  /// What tells this toolchain from another: the compiler's size and date.
  package let identity: String

  package var frontend: String { "\(folder)/bin/swift-frontend" }
  package var linker: String { "\(folder)/bin/ld.lld" }
  package var swift: String { "\(folder)/bin/swift" }

  /// Where the libraries lie that programs load.
  package var libraryFolder: String { "\(folder)/lib/swift/linux" }

  /// Registers what a loaded object declares with Swift's runtime.
  package var registration: String { "\(libraryFolder)/\(Self.architecture)/swiftrt.o" }

  package var target: String { "\(Self.architecture)-unknown-linux-gnu" }

  #if arch(x86_64)
    private static let architecture = "x86_64"
  #elseif arch(arm64)
    private static let architecture = "aarch64"
  #endif

  /// Why no toolchain can be used, in a sentence, and what to do.
  package struct Missing: Error, Sendable {
    package var message: String
    package var cure: String
  }

  /// Finds the toolchain on the search path given.
  package init(path: String) throws(Missing) {
    guard let compiler = Disk.executable("swiftc", on: path) else {
      throw Missing(
        message: "there is no swiftc on the PATH", cure: "Install Swift: https://www.swift.org/install/linux/")
    }
    guard let resolved = Disk.realPath(compiler) else {
      throw Missing(message: "\(compiler) leads nowhere", cure: "Repair the installation of Swift.")
    }
    folder = resolved.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    var information = stat()
    let frontend = "\(folder)/bin/swift-frontend"
    guard stat(frontend, &information) == 0 else {
      throw Missing(message: "\(frontend) is missing", cure: "Repair the installation of Swift.")
    }
    identity = "\(information.st_size) \(information.st_mtim.tv_sec) \(information.st_mtim.tv_nsec)"
    for needed in [linker, registration] where !Disk.isReadable(needed) {
      throw Missing(message: "\(needed) is missing", cure: "Install a whole Swift toolchain, not a part of it.")
    }
  }
}
