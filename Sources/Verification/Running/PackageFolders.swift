package import Book
internal import Execution
internal import Files

extension Configuration {
  /// The folders of the package that examples import, and of those on this machine that its last build took along.
  package var packageFolders: [String] {
    guard let package, modules == nil else { return [] }
    return [package] + PackageNeighbors(of: package, in: CacheFolder(Disk.absolute(cache))).folders
  }

  /// Where the package is built: in the book's cache or, where nothing can be written there, as in a checkout that may
  /// only be read, in that of the user.
  func packageCache(_ environment: [String: String]) -> String {
    if (try? FileTree.makeOne(cache)) != nil, Disk.isWritable(cache) { return cache }
    guard let own = RuntimeBuild.cache(environment) else { return cache }
    let folder = "\(own)/packages/\(ContentHash(of: [Array(Disk.absolute(cache).utf8)]).text)"
    return (try? FileTree.make(folder)) == nil ? cache : folder
  }
}
