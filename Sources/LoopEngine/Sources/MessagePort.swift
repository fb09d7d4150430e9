/// A source that brings messages from other threads: a kind of CoreFoundation's source1, Foundation's NSMachPort.
///
/// Each message is delivered once, in the order sent, one a turn, by a loop that runs a mode with the port in it, and wakes
/// a loop that sleeps there. While there is none, messages wait.
public final class MessagePort<Body: Sendable>: Sendable {
  /// What is sent.
  public struct Message: Sendable {
    /// What the sender calls it.
    public let id: Int
    /// Its content.
    public let body: Body
    /// Where the sender wants an answer.
    public let replyPort: MessagePort<Body>?
  }

  let core: SourceCore
  private let handler: @Sendable (Message) -> Void

  /// Makes a port whose messages go to `handler`, on the thread of the loop that delivers them.
  public init(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping @Sendable (Message) -> Void
  ) {
    core = SourceCore(kind: .port, order: 0, label: label, location: SourceLocation(file: file, line: line))
    self.handler = handler
  }

  /// Makes a port that receives nothing: it only keeps runs of its modes alive.
  public convenience init(label: String? = nil, file: StaticString = #fileID, line: UInt = #line) where Body == Never {
    self.init(label: label, file: file, line: line) { _ in }
  }

  /// Sends a message; false when the port is invalid.
  @discardableResult
  public func send(_ body: Body, id: Int = 0, replyTo: MessagePort<Body>? = nil) -> Bool {
    let message = Message(id: id, body: body, replyPort: replyTo)
    return core.send { [handler] in handler(message) }
  }

  /// Takes it out of every mode of every loop for good; messages not yet delivered are let go.
  public func invalidate() { core.invalidate() }

  /// Whether it has not been invalidated.
  public var isValid: Bool { core.lock.withLock { core.valid } }

  /// What traces call it.
  public var label: String? { core.label }

  /// The line that made it.
  public var location: SourceLocation { core.location }
}
