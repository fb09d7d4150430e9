import CReference
import CoreFoundation

/// A source of CoreFoundation with its facts: what the public kinds of sources share.
///
/// Sendable: CoreFoundation locks its sources itself.
struct SourceCore: @unchecked Sendable {
  let source: CFRunLoopSource
  let facts: ItemFacts

  var item: LoopItem { LoopItem(object: .source(source), facts: facts) }
  var isValid: Bool { CFRunLoopSourceIsValid(source) }
  var isSignaled: Bool { CFRunLoopSourceIsSignalled(Unmanaged.passUnretained(source).toOpaque()) != 0 }

  func invalidate() {
    guard isValid else { return }
    LoopRecording.emit(.itemInvalidated, facts)
    CFRunLoopSourceInvalidate(source)
    facts.invalidated()
  }
}

/// A retained reference for the `info` of CoreFoundation's contexts.
enum ContextInfo {
  static let retain: @convention(c) (UnsafeRawPointer?) -> UnsafeRawPointer? = { info in
    guard let info else { return nil }
    _ = Unmanaged<AnyObject>.fromOpaque(info).retain()
    return info
  }

  static let release: @convention(c) (UnsafeRawPointer?) -> Void = { info in
    guard let info else { return }
    Unmanaged<AnyObject>.fromOpaque(info).release()
  }

  static func pointer(to object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque()
  }

  /// The object behind an `info` that `pointer(to:)` made from one of this class.
  static func object<Object: AnyObject>(_: Object.Type, at info: UnsafeMutableRawPointer?) -> Object {
    // Not nil: no context is made without its info, and CoreFoundation calls out with the context's own.
    Unmanaged<Object>.fromOpaque(info!).takeUnretainedValue()
  }
}
