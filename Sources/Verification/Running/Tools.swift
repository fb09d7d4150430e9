internal import Book
internal import Execution
internal import Files

/// What of the machine is needed to compile and run examples.
struct Tools: Sendable {
  let toolchain: Toolchain
  let installation: Installation
  let sandbox: Sandbox

  /// Looks for everything, and throws what the machine lacks.
  static func find(
    for configuration: Configuration, _ options: VerificationOptions, path: String
  ) throws(MachineLack) -> Tools {
    let tools: (Toolchain, Installation)
    do throws(Toolchain.Missing) { tools.0 = try Toolchain(path: path) } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
    do throws(Installation.Missing) { tools.1 = try Installation() } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
    var sandbox = Sandbox.none
    if !options.isUnconfined, configuration.examples.isSandboxed {
      do throws(Sandbox.Missing) { sandbox = try Sandbox.find(path: path) } catch {
        throw MachineLack(error.message, cure: error.cure)
      }
    }
    return Tools(toolchain: tools.0, installation: tools.1, sandbox: sandbox)
  }

  /// What tells results of these tools from those of others.
  func identity(_ files: FileIdentities) -> [String] {
    let folder = toolchain.libraryFolder
    // What changes with the libraries that programs run with.
    let libraries = files.identity(
      of: FileTree.names(in: folder).filter { $0.hasSuffix(".so") }.map { "\(folder)/\($0)" } + Self.systemLibraries)
    return [
      LoopbookVersion.text, files.identity(of: [installation.program, installation.host]), toolchain.identity, libraries,
      "\(sandbox == .none)",
    ]
  }

  /// The libraries of C that this process runs with, as programs do.
  private static var systemLibraries: [String] {
    guard let maps = Disk.bytes(of: "/proc/self/maps") else { return [] }
    let names = ["libc.so.", "libm.so.", "libstdc++.so."]
    let paths = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
      guard let start = line.firstIndex(of: "/") else { return nil }
      let path = String(line[start...])
      return names.contains { (path.split(separator: "/").last ?? "").hasPrefix($0) } ? path : nil
    }
    return Set(paths).sorted()
  }
}
