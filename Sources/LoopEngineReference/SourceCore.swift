import CReference
import CoreFoundation

/// What loops know of a source, of whichever kind: one of CoreFoundation's, with its facts.
public final class SourceCore: @unchecked Sendable {
  // @unchecked: CoreFoundation locks its sources itself; all else is immutable and Sendable.
  let source: CFRunLoopSource
  let facts: ItemFacts
  private let prepare: @Sendable () throws(SystemError) -> Void
  private let joined: @Sendable () -> Void
  private let ended: @Sendable () -> Void

  /// `prepare` is called before a mode gets the source, `joined` after, and `ended` once it is invalid.
  init(
    source: CFRunLoopSource, facts: ItemFacts, prepare: @escaping @Sendable () throws(SystemError) -> Void = {},
    joined: @escaping @Sendable () -> Void = {}, ended: @escaping @Sendable () -> Void = {}
  ) {
    self.source = source
    self.facts = facts
    self.prepare = prepare
    self.joined = joined
    self.ended = ended
  }

  var item: LoopItem { LoopItem(object: .source(source), facts: facts) }
  var label: String? { facts.label }
  var location: SourceLocation { facts.location }
  var isValid: Bool { CFRunLoopSourceIsValid(source) }
  var isSignaled: Bool { Self.isSignaled(source) }

  static func isSignaled(_ source: CFRunLoopSource) -> Bool {
    CFRunLoopSourceIsSignalled(Unmanaged.passUnretained(source).toOpaque()) != 0
  }

  /// Adds it to a mode of the record's loop.
  ///
  /// Nothing changes when the mode has it already.
  func add(to mode: Mode, _ record: LoopRecord, _ loop: CFRunLoop) throws(SystemError) {
    if isValid { try prepare() }
    let wasIn = item.isIn(loop, mode)
    record.add(item, to: mode, loop)
    if !wasIn { joined() }
  }

  func invalidate() {
    if isValid {
      LoopRecording.emit(.itemInvalidated, facts)
      CFRunLoopSourceInvalidate(source)
      facts.invalidated()
    }
    ended()
  }
}

extension LoopSource {
  /// Adds it to a mode of the record's loop.
  func add(to mode: Mode, _ record: LoopRecord, _ loop: CFRunLoop) throws(Failure) {
    do throws(SystemError) {
      try core.add(to: mode, record, loop)
    } catch {
      guard let failure = error as? Failure else {
        refuse("a source that cannot fail, by its type \(Self.self), could not be added: \(error)")
      }
      throw failure
    }
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
