internal import Files
internal import Glibc

/// Where the compiler keeps what it made of the C library's headers, and of those of other modules of C.
///
/// That is in the user's folder for caches. Where it cannot be written, no program could be compiled that imports such
/// a module.
enum ModuleCache {
  /// The environment for a compiler: where the usual place cannot be written, with another folder for caches.
  ///
  /// No fingerprint depends on it.
  static func environment(_ environment: [String: String], orIn folder: String) -> [String: String] {
    if usual(environment).map(canBeWritten) == true { return environment }
    return environment.merging(["XDG_CACHE_HOME": folder]) { $1 }
  }

  /// The place that the compiler takes by itself; `nil`: one that only the list of users tells.
  private static func usual(_ environment: [String: String]) -> String? {
    let own = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (own ?? environment["HOME"].map { "\($0)/.cache" }).map { "\($0)/clang/ModuleCache" }
  }

  /// Whether files and folders can be made in a folder, or it can be made itself, and in the folders that are in it: in
  /// each are the modules for certain options.
  private static func canBeWritten(_ folder: String) -> Bool {
    var existing = folder
    while access(existing, F_OK) != 0, errno == ENOENT, existing.count > 1 { existing = BookPath.folder(of: existing) }
    let inner = existing == folder ? FileTree.names(in: folder).map { "\(folder)/\($0)" } : []
    return ([existing] + inner.filter { Disk.kind(of: $0) == .folder }).allSatisfy { access($0, W_OK | X_OK) == 0 }
  }
}
