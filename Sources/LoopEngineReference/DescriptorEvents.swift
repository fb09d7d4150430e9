/// What a descriptor is ready for.
public struct DescriptorEvents: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// One bit for each.
  public let rawValue: UInt32
  /// Takes one bit for each.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Reading will not block.
  public static var readable: DescriptorEvents { DescriptorEvents(rawValue: 1) }
  /// Writing will not block.
  public static var writable: DescriptorEvents { DescriptorEvents(rawValue: 2) }
  /// The other end is gone; reported unasked.
  public static var hangup: DescriptorEvents { DescriptorEvents(rawValue: 4) }
  /// The descriptor has an error; reported unasked.
  public static var error: DescriptorEvents { DescriptorEvents(rawValue: 8) }

  /// The names joined with "|", or "none".
  public var description: String {
    let names: [(DescriptorEvents, String)] = [
      (.readable, "readable"), (.writable, "writable"), (.hangup, "hangup"), (.error, "error"),
    ]
    return isEmpty ? "none" : names.filter { contains($0.0) }.map(\.1).joined(separator: "|")
  }

  /// epoll's bits, which are the same on every architecture.
  var epoll: UInt32 {
    DescriptorEvents.bits.filter { contains($0.0) }.reduce(0) { $0 | $1.1 }
  }

  /// Those that epoll reported to a source that asked for `wanted`.
  ///
  /// Of the end of a pipe it reports the hangup only, though reading will not block.
  init(epoll bits: UInt32, for wanted: DescriptorEvents) {
    self = DescriptorEvents(DescriptorEvents.bits.filter { bits & $0.1 != 0 }.map(\.0))
    if contains(.hangup) && wanted.contains(.readable) { insert(.readable) }
  }

  private static let bits: [(DescriptorEvents, UInt32)] = [
    (.readable, 0x001), (.writable, 0x004), (.error, 0x008), (.hangup, 0x010),
  ]
}
