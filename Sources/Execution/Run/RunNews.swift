/// What happens to an execution while it is under way.
package enum RunNews: Sendable {
  /// It begins now; its loops are recorded into this folder, if they are.
  case begins(traceFolder: String?)
  /// It wrote something to its standard output, or to standard error.
  case wrote([UInt8], isError: Bool)
  /// Its process is gone, and what it left is still there.
  case ended
}
