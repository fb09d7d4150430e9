import Glibc

/// Where the build put what the tests use.
enum BuiltProducts {
  /// The folder of the test bundle, which holds the programs and a folder of modules.
  static let folder: String = {
    // The bundle is the program that runs: Linux has no other way to load tests.
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress, $0.count) }
    precondition(count > 0, "the kernel knows the program that runs")
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }()
}
