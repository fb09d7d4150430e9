internal import Foundation

/// Where the build put what tests use.
package enum BuiltProducts {
  /// The folder of the test bundle, which holds the package's programs, its libraries and a folder of modules.
  ///
  /// The bundle is the program that runs: Linux has no other way to load tests.
  package static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

  /// The path of a program or a library that was built beside the tests.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
