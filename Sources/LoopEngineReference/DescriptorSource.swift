import CReference
import CoreFoundation

/// A source over any descriptor: CoreFoundation's version-1 source.
///
/// It is level-triggered and delivers once per turn, not in runs nested in its handler. It does not own the descriptor:
/// invalidate it before the descriptor is closed. All methods may be called by any thread.
public final class DescriptorSource: LoopSource {
  /// A descriptor that the kernel cannot watch.
  public typealias Failure = SystemError

  /// The descriptor.
  public let descriptor: Int32
  /// What it waits for.
  public let events: DescriptorEvents
  /// The part of it that loops know.
  public let core: SourceCore

  /// Makes a source that is in no loop yet; the loop's thread calls `handler` with what the descriptor is ready for.
  public convenience init(
    _ descriptor: Int32, events: DescriptorEvents = .readable, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping @Sendable (DescriptorEvents) -> Void
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
    self.descriptor = descriptor
    self.events = events
    let facts = ItemFacts(.descriptorSource, label: label, location: location)
    let watch = DescriptorWatch(descriptor, events)
    let body = PortBody(
      port: { watch.set },
      perform: {
        guard let ready = watch.take() else { return }
        LoopRecording.callout(.descriptor, facts) { handler(ready) }
        watch.arm()
      })
    core = SourceCore(
      source: body.makeSource(), facts: facts, prepare: { () throws(SystemError) in try watch.begin() },
      ended: {
        watch.end()
        ended?()
      })
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
