/// What a cache that machines share had to do with the book's package.
package enum PackageOrigin: Hashable, Sendable {
  /// It came from there, and was not built.
  case sharedCache
  /// It is built on each machine, for a reason that fits after "since".
  case notShared(String)
}
