internal import CLinux

/// What a descriptor can be ready for.
///
/// ```swift
/// import Glibc
///
/// var ends: [Int32] = [0, 0]
/// pipe(&ends)
/// write(ends[1], "hi", 2)
/// close(ends[1])
/// let source = DescriptorSource(ends[0], events: .readable, label: "pipe") { events in
///   print(events, events.contains(.hangup))
/// }
/// try Loop.current.add(source)
/// Loop.current.run(mode: .default, for: .zero)
/// source.invalidate()
/// ```
///
/// ```output
/// readable|hangup true
/// ```
///
/// A source is told of ``hangup`` and ``error`` even if it did not ask for them.
public struct DescriptorEvents: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// A bit for each event.
  public let rawValue: UInt32

  /// The events of those bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Reading will not block; the end of the stream counts, whatever kind of stream it is.
  public static var readable: DescriptorEvents { DescriptorEvents(rawValue: 1) }
  /// Writing will not block.
  public static var writable: DescriptorEvents { DescriptorEvents(rawValue: 2) }
  /// The other end is gone.
  ///
  /// Reported unasked.
  public static var hangup: DescriptorEvents { DescriptorEvents(rawValue: 4) }
  /// The descriptor has an error.
  ///
  /// Reported unasked.
  public static var error: DescriptorEvents { DescriptorEvents(rawValue: 8) }

  /// "readable|hangup"; "none".
  public var description: String {
    let names: [(DescriptorEvents, String)] = [
      (.readable, "readable"), (.writable, "writable"), (.hangup, "hangup"), (.error, "error"),
    ]
    let present = names.filter { contains($0.0) }.map { $0.1 }
    return present.isEmpty ? "none" : present.joined(separator: "|")
  }

  /// The kernel's bits for what was asked.
  var epoll: UInt32 {
    (contains(.readable) ? UInt32(CL_EPOLLIN) : 0) | (contains(.writable) ? UInt32(CL_EPOLLOUT) : 0)
  }

  /// What of the kernel's bits concerns a source that asked for `wanted`.
  init(epoll bits: UInt32, for wanted: DescriptorEvents) {
    var events: DescriptorEvents = []
    // The kernel tells of the end of a pipe by the hangup alone.
    let isReadable = bits & (UInt32(CL_EPOLLIN) | UInt32(CL_EPOLLHUP)) != 0
    if isReadable && wanted.contains(.readable) { events.insert(.readable) }
    if bits & UInt32(CL_EPOLLOUT) != 0 && wanted.contains(.writable) { events.insert(.writable) }
    if bits & UInt32(CL_EPOLLHUP) != 0 { events.insert(.hangup) }
    if bits & UInt32(CL_EPOLLERR) != 0 { events.insert(.error) }
    self = events
  }
}
