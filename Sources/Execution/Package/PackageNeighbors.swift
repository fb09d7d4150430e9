package import Files

/// The packages on this machine that the last build of an author's package took along, as SwiftPM noted them.
package struct PackageNeighbors: Sendable {
  /// Folders that manifests name.
  package private(set) var folders: [String] = []
  /// Repositories that SwiftPM cloned.
  private(set) var repositories: [String] = []

  /// Those of a package that was built in the cache.
  package init(of package: String, in cache: CacheFolder) {
    let own = Disk.absolute(package)
    guard let state = Disk.text(of: "\(cache.modules)/.build/workspace-state.json") else { return }
    var found: [String: Bool] = [:]
    var isFolder = false
    for line in state.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("\"kind\" : ") { isFolder = line.contains("\"fileSystem\"") }
      let mark = "\"location\" : \""
      guard line.hasPrefix(mark) else { continue }
      let path = String(line.dropFirst(mark.count).prefix { $0 != "\"" }).replacing("\\/", with: "/")
      if path.hasPrefix("/"), path != own { found[path] = isFolder }
    }
    folders = found.filter(\.value).keys.sorted()
    repositories = found.filter { !$0.value }.keys.sorted()
  }
}
