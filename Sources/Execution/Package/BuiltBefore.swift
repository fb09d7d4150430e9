internal import Files

/// What changed since a package was built that SwiftPM and the compiler would not notice: they would go on with what
/// they have built.
struct BuiltBefore {
  private let known: Set<Substring>
  private let now: [Substring]
  private let memory: FileStatus

  /// - Parameters:
  ///   - before: The stamp's text of the last build.
  ///   - now: The text as it is now.
  ///   - memory: The status of the file that the last build is remembered in.
  init(_ before: String, now: String, memory: FileStatus) {
    known = Set(before.split(separator: "\n"))
    self.now = now.split(separator: "\n")
    self.memory = memory
  }

  /// Whether all has to be built from nothing.
  var isStale: Bool {
    let current = Set(now)
    let changed = Set((now.filter { !known.contains($0) } + known.filter { !current.contains($0) }))
    if changed.isEmpty { return false }
    // Of which package a build is, and what a link to another leads to.
    if changed.contains(where: { $0.hasPrefix("package ") || $0.hasPrefix("place ") }) { return true }
    let paths = Set(changed.compactMap(PackageStamp.path))
    return paths.contains(where: isDatedBefore) || paths.contains(where: Self.isHeader) && hasModuleMap
      || paths.contains { !Self.isFollowed($0) } && readsAnyFile
  }

  /// Whether a file has changed and is dated before the build, as one that was put back from elsewhere: dates are what
  /// the compiler goes by.
  private func isDatedBefore(_ path: String) -> Bool { FileStatus(of: path).map { !$0.isNewer(than: memory) } ?? false }

  /// What uses a module of C is not compiled anew by SwiftPM when a header of a module of the system changes; and a map
  /// may make one of any headers.
  private var hasModuleMap: Bool { (now + Array(known)).compactMap(PackageStamp.path).contains(where: Self.isMap) }

  /// Whether a source may read any file while it is compiled, which the compiler does not tell.
  private var readsAnyFile: Bool {
    now.compactMap(PackageStamp.path).contains { path in
      if Self.isAssembly(path) { return true }
      return Self.isOfC(path) && Disk.bytes(of: path).map { $0.containsBytes(of: ".incbin") } ?? false
    }
  }

  /// Whether SwiftPM follows what becomes of a file, as a source or by what the compiler tells of it.
  private static func isFollowed(_ path: String) -> Bool { ending(path) == "swift" || isOfC(path) || isAssembly(path) }

  private static func isHeader(_ path: String) -> Bool {
    isMap(path) || isOfC(path) && !["c", "m", "mm", "cc", "cp", "cpp", "cxx", "c++"].contains(ending(path))
      || !BookPath.name(of: path).contains(".")
  }

  static func isMap(_ path: String) -> Bool { path.hasSuffix(".modulemap") || path.hasSuffix("/module.map") }
  private static func isOfC(_ path: String) -> Bool { PackageSources.endingsOfC.contains(ending(path)) }
  private static func isAssembly(_ path: String) -> Bool { PackageSources.endingsOfAssembly.contains(ending(path)) }

  private static func ending(_ path: String) -> String {
    BookPath.name(of: path).split(separator: ".").last.map { $0.lowercased() } ?? ""
  }
}
