import Glibc

/// What a sanitizer slows down is done less often, but never not at all, so that the limits of time hold.
enum Scale {
  private static let divisor = dlsym(nil, "__tsan_init") != nil ? 10 : dlsym(nil, "__asan_init") != nil ? 4 : 1

  /// `count`, or a part of it under a sanitizer.
  static func of(_ count: Int) -> Int { max(1, count / divisor) }
}
