/// What a descriptor is ready for. The bits are epoll's.
public struct DescriptorEvents: OptionSet, Hashable, Sendable {
  /// epoll's bits.
  public let rawValue: UInt32
  /// Takes epoll's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There is something to read.
  public static var readable: DescriptorEvents { DescriptorEvents(rawValue: 0x001) }
  /// There is room to write.
  public static var writable: DescriptorEvents { DescriptorEvents(rawValue: 0x004) }
  /// The other side is gone; reported unasked.
  public static var hangup: DescriptorEvents { DescriptorEvents(rawValue: 0x010) }
  /// The descriptor has an error; reported unasked.
  public static var error: DescriptorEvents { DescriptorEvents(rawValue: 0x008) }
}
