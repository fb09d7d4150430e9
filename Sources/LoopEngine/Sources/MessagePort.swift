/// A source that brings messages from other threads: a kind of CoreFoundation's source1, Foundation's NSMachPort.
///
/// Each message is delivered once, in the order sent, one a turn, by a loop that runs a mode with the port in it, and
/// wakes a loop that sleeps there. While there is none, messages wait.
public final class MessagePort<Body: Sendable>: LoopSource {
  /// What is sent.
  public struct Message: Sendable {
    /// What the sender calls it.
    public let id: Int
    /// Its content.
    public let body: Body
    /// Where the sender wants an answer.
    public let replyPort: MessagePort<Body>?
  }

  /// The part of it that loops know.
  public let core: SourceCore
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
}
