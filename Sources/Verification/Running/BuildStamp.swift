internal import Execution
internal import Files
internal import Glibc

/// What is known of how this program was built: `make build` and `make install` write it beside the parts.
package struct BuildStamp: Sendable {
  private let values: [String: String]

  /// Reads the stamp of an installation; an older one than the program tells of another build, and says nothing.
  package init(_ installation: Installation) {
    var (stamp, program) = (stat(), stat())
    guard stat(installation.stamp, &stamp) == 0, stat(installation.program, &program) == 0,
      installation.isInstalled
        || (stamp.st_mtim.tv_sec, stamp.st_mtim.tv_nsec)
          >= (program.st_mtim.tv_sec, program.st_mtim.tv_nsec),
      let bytes = Disk.bytes(of: installation.stamp)
    else {
      values = [:]
      return
    }
    let pairs = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    values = Dictionary(pairs) { first, _ in first }
  }

  /// The commit that it was built from.
  package var commit: String { values["commit"] ?? "unknown" }

  /// What the compiler that built it says of itself.
  package var compiler: String? { values["compiler"] }

  /// The version of this program, with all that is known of its build.
  package var sentence: String {
    "\(LoopbookVersion.text) (commit \(commit)\(compiler.map { ", built with \($0)" } ?? ""))"
  }

  /// What tells the compiler that built it from others; see ``RuntimeBuild``.
  package var compilerIdentity: String? { values["compiler-identity"] }
}
