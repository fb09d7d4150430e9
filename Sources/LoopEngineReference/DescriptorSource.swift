import CReference
import CoreFoundation

/// A source over any descriptor: CoreFoundation's version-1 source.
///
/// It is level-triggered and delivers once per turn, not in runs nested in its handler. It does not own the descriptor: invalidate it before the
/// descriptor is closed. All methods may be called by any thread.
public final class DescriptorSource: Sendable {
  /// The descriptor.
  public let descriptor: Int32
  /// What it waits for.
  public let events: DescriptorEvents
  /// What diagnostics call it.
  public let label: String?
  /// Where it was made.
  public let location: SourceLocation
  let core: SourceCore
  private let watch: DescriptorWatch

  /// Makes a source that is in no loop yet; the loop's thread calls `handler` with what the descriptor is ready for.
  public init(
    _ descriptor: Int32, events: DescriptorEvents = .readable, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping @Sendable (DescriptorEvents) -> Void
  ) {
    self.descriptor = descriptor
    self.events = events
    self.label = label
    location = SourceLocation(file: file, line: line)
    let facts = ItemFacts(.descriptorSource, label: label, location: location)
    watch = DescriptorWatch(descriptor, events)
    let watch = watch
    let body = PortBody(
      port: { watch.set },
      perform: {
        guard let ready = watch.take() else { return }
        LoopRecording.callout(.descriptor, facts) { handler(ready) }
        watch.arm()
      })
    core = SourceCore(source: body.makeSource(), facts: facts)
  }

  /// Takes it out of all loops, for good.
  public func invalidate() {
    core.invalidate()
    watch.end()
  }

  /// Whether it has not been invalidated.
  public var isValid: Bool { core.isValid }

  /// Begins to watch the descriptor, if that has not begun.
  func watchDescriptor() throws(SystemError) {
    if isValid { try watch.begin() }
  }
}

/// A version-1 source's port and what to do when it is ready.
final class PortBody: Sendable {
  private let port: @Sendable () -> Int32
  private let perform: @Sendable () -> Void

  init(port: @escaping @Sendable () -> Int32, perform: @escaping @Sendable () -> Void) {
    self.port = port
    self.perform = perform
  }

  func makeSource() -> CFRunLoopSource {
    var context = CFRunLoopSourceContext1()
    context.version = 1
    context.info = ContextInfo.pointer(to: self)
    context.retain = ContextInfo.retain
    context.release = ContextInfo.release
    context.getPort = { info in ContextInfo.object(PortBody.self, at: info).port() }
    context.perform = { info in ContextInfo.object(PortBody.self, at: info).perform() }
    // CoreFoundation reads which of the two contexts it was given from the version, their common first field.
    return withUnsafeMutablePointer(to: &context) { pointer in
      pointer.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) {
        // Not nil: CoreFoundation ends the process rather than fail to allocate.
        CFRunLoopSourceCreate(nil, 0, $0)!
      }
    }
  }
}
