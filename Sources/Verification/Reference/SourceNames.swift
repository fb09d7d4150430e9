internal import Files

/// What the source files of modules are called: the compiler names them by where they lay when it compiled them.
struct SourceNames: Sendable {
  /// The folder that they lie in, as the program can open it; `nil`: anywhere.
  let root: String?
  /// The modules whose folders in `Sources` tell where in the folder a file is, since it may have been compiled
  /// elsewhere; none where files lie where they were compiled.
  private let modules: [String]

  /// Files that lie where they were compiled; those in a folder are named as that is.
  init(root: String?) {
    self.root = root
    modules = []
  }

  /// The files of modules whose `Sources` lie in a folder, wherever they were compiled.
  init(installed root: String, modules: [String]) {
    let own = Disk.realPath(".") ?? "/"
    self.root = BookPath.contains(own, root) ? BookPath.relative(root, to: own) ?? "." : root
    self.modules = modules
  }

  /// The path that the file can be opened by, and that messages give it.
  func openable(_ path: String) -> String {
    guard let root, let name = inner(path) else { return path }
    return BookPath.join(root, name)
  }

  /// What pages call it, which is the same on every machine.
  func shown(_ path: String) -> String { inner(path) ?? BookPath.name(of: path) }

  /// The path in the folder.
  private func inner(_ path: String) -> String? {
    guard let root else { return nil }
    for module in modules {
      if let mark = path.firstRange(of: "/Sources/\(module)/") {
        return "Sources/\(module)/" + path[mark.upperBound...]
      }
    }
    return BookPath.relative(path, to: Disk.absolute(root))
  }
}
