internal import Files

/// A folder of libraries that programs load.
package enum LibraryFolder {
  /// What programs find in it: libraries, and the resources of a package.
  package static func filesForPrograms(in folder: String) -> [String] {
    FileTree.paths(in: folder).filter { path in
      switch Disk.kind(of: path) {
      case .file: path.hasSuffix(".so") || path.contains(".so.")
      case .folder: path.hasSuffix(".resources") || path.hasSuffix(".bundle")
      default: false
      }
    }
  }
}
