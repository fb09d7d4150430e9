internal import Execution
internal import Files

extension Toolchain {
  /// What tells its compiler from others by what it is made of, so that it is the same on every machine.
  ///
  /// The compiler, its plugins and what is linked into every program count with their contents. Modules of the standard
  /// library, a hundred megabytes, and the linker, which has no hash of itself, count with their names and sizes.
  func contentIdentity(_ files: FileIdentities) -> String {
    let host = "\(folder)/lib/swift/host"
    let plugins = [host, "\(host)/plugins"].flatMap(FileTree.paths).filter { $0.hasSuffix(".so") }
    var pieces = [target, files.identity(of: [frontend, registration] + plugins), Self.size(linker)]
    for module in FileTree.paths(in: libraryFolder) where module.hasSuffix(".swiftmodule") {
      pieces.append(BookPath.name(of: module))
      for part in FileTree.paths(in: module) { pieces += [BookPath.name(of: part), Self.size(part)] }
    }
    return Fingerprint(pieces).description
  }

  /// Whether it has the module of a condition `canImport(Foundation)`: then the compiler need not be asked.
  func hasModule(askedFor condition: String) -> Bool {
    guard condition.hasPrefix("canImport("), condition.hasSuffix(")") else { return false }
    let name = condition.dropFirst("canImport(".count).dropLast()
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      && Disk.kind(of: "\(libraryFolder)/\(name).swiftmodule") == .folder
  }

  private static func size(_ path: String) -> String { FileStatus(of: path).map { "\($0.size)" } ?? "missing" }
}
