internal import CLoopPage

/// How much was written to standard output and error.
struct OutputLengths: Equatable {
  var output: Int64 = 0
  var error: Int64 = 0
}

/// What the program prints, which the page keeps in memory.
struct OutputCapture {
  @inline(__always)
  func lengths() -> OutputLengths {
    OutputLengths(output: Int64(lp_printed(1)), error: Int64(lp_printed(2)))
  }

  /// There is nothing to pass it on to before the end.
  func pass(from old: OutputLengths, to new: OutputLengths) {}
}
