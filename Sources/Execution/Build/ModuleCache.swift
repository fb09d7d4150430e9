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

  /// What the compiler is told where modules of C are made of headers that may change: a place for each of their
  /// states.
  ///
  /// It goes by a header's size and date, and would take the module that was made of another state with the same.
  static func arguments(for settings: ModuleSettings, _ environment: [String: String]) -> [String] {
    guard let identity = settings.headersIdentity, let usual = usual(environment) else { return [] }
    return ["-module-cache-path", "\(usual)/\(prefix)\(identity.prefix(16))"]
  }

  /// Removes the places of states that no run has used for a while.
  static func removeOld(_ environment: [String: String]) {
    guard let usual = usual(environment) else { return }
    for path in FileTree.paths(in: usual) where BookPath.name(of: path).hasPrefix(prefix) {
      if let status = FileStatus(of: path), time(nil) - status.modified > age { FileTree.remove(path) }
    }
  }

  private static let prefix = "headers-"
  /// A week.
  private static let age = 604_800

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
