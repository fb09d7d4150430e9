import CoreFoundation

/// The name of a set of items that a loop watches together.
///
/// Two modes of the same name are the same mode.
public struct Mode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Its name: "default", "tracking", "initialization", "eventReceive", "common", or a custom one.
  public let name: String

  /// Names a mode.
  public init(_ name: String) { self.name = name }

  /// Names a mode.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }

  /// The mode a loop is usually run in, `kCFRunLoopDefaultMode`.
  public static var `default`: Mode { Mode("default") }
  /// The mode in which a user interface tracks a finger or the pointer.
  public static var tracking: Mode { Mode("tracking") }
  /// The mode in which an application starts.
  public static var initialization: Mode { Mode("initialization") }
  /// The mode in which a system receives its events.
  public static var eventReceive: Mode { Mode("eventReceive") }
  /// The placeholder for all common modes of a loop, the object `kCFRunLoopCommonModes`.
  public static var common: Mode { Mode("common") }
}

extension Mode {
  /// CoreFoundation's mode: its constants for `default` and `common`, else one string object per name.
  var string: CFString {
    switch name {
    case "default": return kCFRunLoopDefaultMode
    case "common": return kCFRunLoopCommonModes
    default: return modeStrings.withLock { $0.string(for: name) }
    }
  }

  /// The mode that CoreFoundation calls `string`.
  ///
  /// CoreFoundation knows the common modes by pointer, so an equal string is another mode.
  init(_ string: CFString) {
    if string === kCFRunLoopCommonModes {
      self = .common
    } else if CFEqual(string, kCFRunLoopDefaultMode) {
      self = .default
    } else {
      self.init(Mode.text(of: string))
    }
  }

  private static func text(of string: CFString) -> String {
    let size = CFStringGetMaximumSizeForEncoding(
      CFStringGetLength(string), CFStringBuiltInEncodings.UTF8.rawValue)
    return String(unsafeUninitializedCapacity: size) { buffer in
      var used = 0
      let bytes = UnsafeMutableRawBufferPointer(buffer).bindMemory(to: UInt8.self)
      _ = CFStringGetBytes(
        string, CFRange(location: 0, length: CFStringGetLength(string)),
        CFStringBuiltInEncodings.UTF8.rawValue, 0, false, bytes.baseAddress, size, &used)
      return used
    }
  }
}

/// The string objects made so far, one per name of a mode, kept for good as the modes of a loop are.
private struct ModeStrings: @unchecked Sendable {  // CFString is immutable; the dictionary is used under a lock.
  private var strings: [String: CFString] = [:]

  mutating func string(for name: String) -> CFString {
    if let known = strings[name] { return known }
    var name = name
    // Cannot be nil: a Swift string's bytes are valid UTF-8.
    let string = name.withUTF8 {
      CFStringCreateWithBytes(nil, $0.baseAddress, $0.count, CFStringBuiltInEncodings.UTF8.rawValue, false)!
    }
    strings[name] = string
    return string
  }
}

private let modeStrings = Guarded(ModeStrings())
