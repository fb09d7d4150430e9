package import Book
internal import Execution
internal import Files

extension Configuration {
  /// The folders of the package that examples import, and of those on this machine that its last build took along.
  package var packageFolders: [String] {
    guard let package, modules == nil else { return [] }
    return [package] + PackageNeighbors(of: package, in: CacheFolder(Disk.absolute(cache))).folders
  }
}
