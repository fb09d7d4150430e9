import Glibc
import TestSupport

extension BuiltProducts {
  /// Whether Thread Sanitizer watches this process.
  ///
  /// CoreFoundation lets go of a thread's loop in the last pass of the thread's destructors, when the sanitizer has
  /// already forgotten the thread: no behavior can run on the reference then.
  static let hasThreadSanitizer = dlsym(nil, "__tsan_init") != nil
}
