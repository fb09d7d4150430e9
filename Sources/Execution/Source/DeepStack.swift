internal import Glibc

/// Runs work that recurses as deeply as a text is nested, on a stack that is large enough for the text.
///
/// A task's stack has half a megabyte, which some hundred levels use up in the compiler's own parser.
enum DeepStack {
  /// Twice what the parser was seen to take for a byte of text, with comparisons in a row.
  ///
  /// Only what is used of it becomes memory.
  private static let sizeOfByte = 8 << 10
  private static let smallest = 64 << 20

  /// Does the work on a thread of its own, and waits for it; `nil` where no such thread can be had.
  static func run<Result>(forText bytes: Int, _ body: () -> Result) -> Result? {
    withoutActuallyEscaping(body) { body in
      var result: Result?
      let work: () -> Void = { result = body() }
      return withUnsafePointer(to: work) { pointer in
        // Which C module defines the type depends on the order of imports, and so does whether Swift finds its
        // initializer.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
          pthread_attr_destroy(attributes)
          attributes.deallocate()
        }
        var thread = pthread_t()
        guard pthread_attr_setstacksize(attributes, max(smallest, bytes * sizeOfByte)) == 0,
          pthread_create(
            &thread, attributes,
            { context in
              context?.assumingMemoryBound(to: (() -> Void).self).pointee()
              return nil
            }, UnsafeMutableRawPointer(mutating: pointer)) == 0
        else { return nil }
        pthread_join(thread, nil)
        return result
      }
    }
  }
}
