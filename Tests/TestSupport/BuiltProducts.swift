internal import Foundation

/// Where the build put what tests use.
package enum BuiltProducts {
  /// The folder of the test bundle, which holds the package's programs, its libraries and a folder of modules.
  ///
  /// The bundle is the program that runs: Linux has no other way to load tests.
  package static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

  /// The path of a program or a library that was built beside the tests.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// A folder for `XDG_CACHE_HOME` of programs with an empty home: what compilers make of the C modules that every
  /// program imports is kept there, and takes longer than to compile the program.
  package static let caches = path("test-caches")
}
