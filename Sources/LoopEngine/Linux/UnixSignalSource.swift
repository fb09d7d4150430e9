internal import CLinux
internal import Synchronization

/// A source for a signal of Unix, such as SIGTERM: its handler is called on the loop's thread, where it may do
/// anything.
///
/// ```swift
/// import Glibc
///
/// let loop = Loop.current
/// let source = try UnixSignalSource(SIGHUP, label: "hang-up") {
///   print("reads its configuration again on", Loop.current.handle)
/// }
/// try loop.add(source)
/// raise(SIGHUP)
/// print(loop.run(mode: .default, for: .seconds(1), returnAfterSourceHandled: true))
/// source.invalidate()
/// ```
///
/// ```output
/// reads its configuration again on main
/// handledSource
/// ```
///
/// While there is one, the signal does not end or stop the process; the action that it had before comes back with the
/// end of the last source for it. Each source for a signal is told of it. Signals that come before the handler is
/// called are one. What a signal's own handler may do does not matter here, nor which thread the kernel chose. A forked
/// child's sources are told nothing.
public final class UnixSignalSource: LoopSource {
  /// A signal that cannot be caught, or no descriptor to be had.
  public typealias Failure = SystemError

  /// The signal's number.
  public let number: Int32
  private let source: DescriptorSource

  /// Listens for the signal from here on; the handler is called once the source is in a loop that runs.
  ///
  /// - Throws: A ``SystemError`` for signals that cannot be caught, such as SIGKILL, and for those of a thread's own
  ///   faults, such as SIGSEGV.
  public init(
    _ number: Int32, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let listener = try SignalListener(number)
    self.number = number
    source = DescriptorSource(
      watching: listener.descriptor, label: label, location: SourceLocation(file: file, line: line),
      ended: { listener.end() }, handler: { _ in if listener.take() { handler() } })
  }

  /// The part of it that loops know.
  public var core: SourceCore { source.core }
}

/// One source's share of a signal.
private final class SignalListener: @unchecked Sendable {
  // @unchecked: both are immutable, and what `listener` points to is the C module's, for any thread.
  private let listener: OpaquePointer
  let descriptor: Int32
  private let hasEnded = Mutex(false)

  init(_ signal: Int32) throws(SystemError) {
    var listener: OpaquePointer?
    descriptor = cl_listen(signal, &listener)
    guard descriptor >= 0, let listener else { throw SystemError(call: "sigaction", errno: -descriptor) }
    self.listener = listener
  }

  deinit { end() }

  /// Whether the signal has come since this was last asked.
  func take() -> Bool {
    // Under the lock: once it has ended, the descriptor may count for another.
    hasEnded.withLock { !$0 && cl_eventfd_read(descriptor) > 0 }
  }

  func end() {
    hasEnded.withLock { hasEnded in
      if !hasEnded { cl_unlisten(listener) }
      hasEnded = true
    }
  }
}
