internal import Files

/// What a build of a package takes from the machine besides the package itself.
package enum PackageInputs {
  /// Folders of headers of the C library and the kernel, each with all that is in it.
  package static func headerFolders(_ toolchain: Toolchain) -> [String] {
    let machine = toolchain.target.prefix { $0 != "-" }
    return [
      "\(machine)-linux-gnu", "arpa", "asm", "asm-generic", "bits", "gnu", "linux", "misc", "net", "netinet",
      "protocols", "rpc", "sys",
    ].map { "\(headers)/\($0)" }
  }

  /// Where headers of the system lie, of which the files count that lie in no folder of it.
  package static let headers = "/usr/include"

  /// What is looked for before it is looked for there.
  package static let localHeaders = "/usr/local/include"

  /// What of the system is linked into every library.
  package static func linked(_ toolchain: Toolchain) -> [String] {
    let machine = toolchain.target.prefix { $0 != "-" }
    let compilers = FileTree.paths(in: "/usr/lib/gcc").flatMap(FileTree.paths)
    let folders = ["/usr/lib/\(machine)-linux-gnu", "/usr/lib64", "/usr/lib"] + compilers
    return folders.flatMap(FileTree.paths).filter { path in
      let name = BookPath.name(of: path)
      return name.hasSuffix(".o") && name.contains("crt") || name == "libc_nonshared.a"
        || name.hasPrefix("libgcc") && name.hasSuffix(".a")
    }
  }

  /// The parts of the toolchain that work on a package.
  package static func tools(_ toolchain: Toolchain) -> [String] {
    let programs = [
      "clang", "swift-autolink-extract", "swift-build", "swift-build-tool", "swift-driver", "swift-frontend",
    ]
    return programs.map { "\(toolchain.folder)/bin/\($0)" } + [toolchain.linker]
  }

  /// What a toolchain brings along for compilers to read.
  package static func toolchainFiles(_ toolchain: Toolchain) -> [String] {
    ["lib/swift", "lib/clang"].flatMap { part -> [String] in
      let folder = "\(toolchain.folder)/\(part)"
      return ((try? FileTree.files(in: folder).files) ?? []).map { "\(folder)/\($0)" }
    }
  }

  /// The variables that compilers, linkers and SwiftPM go by, as far as they are set, each with its value.
  package static func variables(_ environment: [String: String]) -> [String] {
    environment.keys.sorted().filter { name in
      prefixes.contains(where: name.hasPrefix) || names.contains(name)
    }.map { "\($0)=\(environment[$0] ?? "")" }
  }

  private static let prefixes = [
    "CCC_", "CLANG_", "COMPILER_", "GCC_", "LD_", "LIBCLANG_", "LLVM_", "PKG_CONFIG", "SWIFT", "XCTEST",
  ]

  private static let names: Set = [
    "AR", "ASFLAGS", "CC", "CFLAGS", "CPATH", "CPLUS_INCLUDE_PATH", "CPP", "CPPFLAGS", "CXX", "CXXFLAGS",
    "C_INCLUDE_PATH", "DEPENDENCIES_OUTPUT", "LDFLAGS", "LIBRARY_PATH", "LD", "OBJC_INCLUDE_PATH", "SDKROOT",
    "SOURCE_DATE_EPOCH", "SYSROOT", "TOOLCHAINS",
  ]
}
