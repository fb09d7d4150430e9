internal import Files

/// The libraries that other libraries need, as the loader finds them.
package struct NeededLibraries {
  /// Those that lie in other folders, but for a toolchain's, sorted.
  package let elsewhere: [String]

  /// Looks what some libraries need, and what that needs.
  package init(of libraries: [String]) {
    let own = Set(libraries.map(BookPath.folder))
    var found: Set<String> = []
    var waiting = libraries
    var seen = Set(libraries)
    while let path = waiting.popLast() {
      guard let library = SharedLibrary(path) else { continue }
      let folder = BookPath.folder(of: Disk.absolute(path))
      let places = library.runPaths.map { place in
        place.replacing("${ORIGIN}", with: folder).replacing("$ORIGIN", with: folder)
      }
      for name in library.needed {
        let candidates = name.contains("/") ? [name] : (places + Self.machineFolders).map { "\($0)/\(name)" }
        guard let path = candidates.first(where: Disk.isReadable), seen.insert(path).inserted else { continue }
        let folder = BookPath.folder(of: path)
        // What a toolchain has is told apart by the toolchain.
        if Disk.isReadable("\(folder)/libswiftCore.so") { continue }
        waiting.append(path)
        if !own.contains(folder) { found.insert(path) }
      }
    }
    elsewhere = found.sorted()
  }

  /// Where the loader looks by itself: what its configuration names, and the usual folders.
  private static let machineFolders: [String] = {
    let configurations =
      ["/etc/ld.so.conf"] + FileTree.paths(in: "/etc/ld.so.conf.d").filter { $0.hasSuffix(".conf") }.sorted()
    let named = configurations.flatMap { path in
      (Disk.text(of: path) ?? "").split(separator: "\n").map(String.init).filter { $0.hasPrefix("/") }
    }
    return named + ["/lib64", "/usr/lib64", "/lib", "/usr/lib"]
  }()
}
