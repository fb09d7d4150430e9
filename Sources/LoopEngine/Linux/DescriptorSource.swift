/// A source that watches a descriptor: a kind of CoreFoundation's source1.
///
/// ```swift
/// import Glibc
///
/// var ends: [Int32] = [0, 0]
/// pipe(&ends)
/// let reading = ends[0]
/// let source = DescriptorSource(reading, label: "pipe") { events in
///   var bytes = [UInt8](repeating: 0, count: 16)
///   let count = read(reading, &bytes, bytes.count)
///   print(events, String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
/// }
/// let loop = Loop.current
/// try loop.add(source)
/// write(ends[1], "hello", 5)
/// loop.run(mode: .default, for: .seconds(1))
/// ```
///
/// ```output
/// readable hello
/// ```
///
/// May be in many modes and loops. Its handler is called once a turn while the descriptor is ready. That is looked at
/// again where other handlers were called since the kernel told of it; but another thread or process may still have
/// been faster, so the handler should not block. In runs of the loop that are nested in its handler it is not called
/// again.
///
/// The descriptor stays its owner's: invalidate the source before closing it. A source whose descriptor is closed hears
/// nothing more, unless another descriptor, of this process or of a child, has the same file open, or the kernel had
/// told of it already and another file has got its number since; and it is invalidated when another source for the
/// same number joins its mode.
///
/// CoreFoundation calls its like `CFFileDescriptor`.
public final class DescriptorSource: LoopSource {
  /// A descriptor that the kernel cannot watch.
  public typealias Failure = SystemError

  /// The part of it that loops know.
  public let core: SourceCore

  /// Makes a source that watches `descriptor` for `events`; any kind of file will do.
  ///
  /// - Parameters:
  ///   - descriptor: An open descriptor, which the source neither reads nor closes.
  ///   - events: What to watch for.
  ///   - label: What traces call it.
  ///   - handler: Called with what it is ready for, on the thread of a loop that runs a mode with the source in it.
  public convenience init(
    _ descriptor: Int32, events: DescriptorEvents = .readable, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, handler: @escaping @Sendable (DescriptorEvents) -> Void
  ) {
    self.init(
      watching: descriptor, events: events, label: label, location: SourceLocation(file: file, line: line),
      handler: handler)
  }

  /// The same for a descriptor that belongs to the source: `ended` is called once it is invalid.
  init(
    watching descriptor: Int32, events: DescriptorEvents = .readable, label: String?, location: SourceLocation,
    ended: (@Sendable () -> Void)? = nil, handler: @escaping @Sendable (DescriptorEvents) -> Void
  ) {
    core = SourceCore(
      kind: .descriptor(descriptor, events, handler), ended: ended, order: 0, label: label, location: location)
  }

  /// The descriptor it watches.
  public var descriptor: Int32 {
    if case .descriptor(let descriptor, _, _) = core.kind { descriptor } else { -1 }
  }

  /// What it was asked to watch for.
  public var events: DescriptorEvents { core.wantedEvents }
}
