import CReference
import CoreFoundation
import Glibc

/// A port that receives messages from any thread: CoreFoundation's version-1 source.
///
/// One message per turn of the loop, in the order sent; messages wait while the port is in no running mode. All methods
/// may be called by any thread.
public final class MessagePort<Body: Sendable>: LoopSource {
  /// What was sent.
  public struct Message: Sendable {
    /// The sender's number for it.
    public let id: Int
    /// What it says.
    public let body: Body
    /// Where an answer is expected.
    public let replyPort: MessagePort<Body>?
  }

  /// The part of it that loops know.
  public let core: SourceCore
  private let queue: MessageQueue<Message>

  /// Makes a port that is in no loop yet; the loop's thread calls `handler` with each message.
  public init(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping @Sendable (Message) -> Void
  ) {
    queue = MessageQueue()
    let queue = queue
    let facts = ItemFacts(
      .port, label: label, location: SourceLocation(file: file, line: line), hasMessages: { !queue.isEmpty })
    let body = PortBody(
      port: { queue.port },
      perform: {
        guard let message = queue.take() else { return }
        LoopRecording.callout(.port, facts) { handler(message) }
      })
    // A loop that it was just added to is to see the messages that wait.
    core = SourceCore(
      source: body.makeSource(), facts: facts, joined: { queue.announce() }, ended: { queue.drop() })
  }

  /// Makes a port that receives nothing and keeps a mode from being empty.
  public convenience init(label: String? = nil, file: StaticString = #fileID, line: UInt = #line) where Body == Never {
    self.init(label: label, file: file, line: line, handler: { _ in })
  }

  /// Sends a message and wakes the loops that wait in a mode holding the port; false when the port is invalid.
  @discardableResult
  public func send(_ body: Body, id: Int = 0, replyTo: MessagePort<Body>? = nil) -> Bool {
    guard isValid else { return false }
    queue.put(Message(id: id, body: body, replyPort: replyTo))
    return true
  }
}

/// Messages in the order sent, behind a descriptor that is ready while there are any.
private final class MessageQueue<Message: Sendable>: Sendable {
  let port: Int32
  private let messages = Guarded(State())

  private struct State {
    var waiting: [Message] = []
    var taken = 0
    var isEmpty: Bool { taken == waiting.count }
  }

  init() {
    port = reference_eventfd()
    precondition(port >= 0, "a port needs a descriptor: eventfd: \(String(cString: strerror(-port)))")
  }

  deinit { close(port) }

  func put(_ message: Message) {
    messages.withLock { state in
      state.waiting.append(message)
      reference_eventfd_post(port)
    }
  }

  /// Makes the port ready when messages wait: a loop may have emptied the counter and then not found the port in its
  /// mode.
  func announce() {
    messages.withLock { state in
      if !state.isEmpty { reference_eventfd_post(port) }
    }
  }

  /// The next message.
  ///
  /// CoreFoundation has emptied the counter, so it is filled again while more remain: as the loop takes ports in the
  /// order they became ready, ports with much to say take turns.
  func take() -> Message? {
    messages.withLock { state in
      if state.isEmpty { return nil }
      let message = state.waiting[state.taken]
      state.taken += 1
      if state.isEmpty || state.taken >= 1024 {
        state.waiting.removeFirst(state.taken)
        state.taken = 0
      }
      if !state.isEmpty { reference_eventfd_post(port) }
      return message
    }
  }

  var isEmpty: Bool { messages.withLock(\.isEmpty) }

  func drop() {
    let dropped = messages.withLock { state in
      defer { state = State() }
      return state
    }
    // Released outside the lock: a message's deinit may send.
    withExtendedLifetime(dropped) {}
  }
}
