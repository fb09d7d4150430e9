import Glibc

/// Where the build put what the tests use.
enum BuiltProducts {
  /// Whether Thread Sanitizer watches this process.
  ///
  /// CoreFoundation lets go of a thread's loop in the last pass of the thread's destructors, when the sanitizer has
  /// already forgotten the thread: no behaviour can run on the reference then.
  static let hasThreadSanitizer = dlsym(nil, "__tsan_init") != nil

  /// The folder of the test bundle, which holds the programs and a folder of modules.
  static let folder: String = {
    // The bundle is the program that runs: Linux has no other way to load tests.
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let capacity = buffer.count
    let count = readlink("/proc/self/exe", &buffer, capacity)
    precondition(count > 0, "the kernel knows the program that runs")
    let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }()
}
