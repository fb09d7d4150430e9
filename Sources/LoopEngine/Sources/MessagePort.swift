/// A source that brings messages from other threads: a kind of CoreFoundation's source1.
///
/// Foundation calls its like `NSMachPort`.
///
/// ```swift
/// let loop = Loop.current
/// let prices = MessagePort<Int>(label: "prices") { print("price", $0.body, "on", Loop.current.handle) }
/// loop.add(prices)
/// let market = try LoopThread(name: "market") { _ in
///   prices.send(12)
///   prices.send(13)
/// }
/// loop.run(mode: .default, for: .seconds(1))
/// market.join()
/// ```
///
/// ```output
/// price 12 on main
/// price 13 on main
/// ```
///
/// Each message is delivered once, in the order sent, one a turn, by a loop that runs a mode with the port in it, and
/// wakes a loop that sleeps there. While there is none, messages wait. A port whose body is `Never` receives nothing:
/// it keeps runs of its modes alive.
public final class MessagePort<Body: Sendable>: LoopSource {
  /// What is sent.
  ///
  /// ```swift
  /// let server = MessagePort<String>(label: "server") { request in
  ///   request.replyPort?.send("Hello, \(request.body)!", id: request.id)
  /// }
  /// let client = MessagePort<String>(label: "client") { answer in print(answer.id, answer.body) }
  /// Loop.current.add(server)
  /// Loop.current.add(client)
  /// server.send("Ada", id: 7, replyTo: client)
  /// Loop.current.run(mode: .default, for: .seconds(1))
  /// ```
  ///
  /// ```output
  /// 7 Hello, Ada!
  /// ```
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

  /// Sends a message, and wakes a loop that sleeps in a mode with the port in it.
  ///
  /// For any thread.
  ///
  /// - Parameters:
  ///   - body: Its content.
  ///   - id: What the sender calls it.
  ///   - replyTo: Where the sender wants an answer.
  /// - Returns: False when the port is invalid; the message is let go then.
  @discardableResult
  public func send(_ body: Body, id: Int = 0, replyTo: MessagePort<Body>? = nil) -> Bool {
    let message = Message(id: id, body: body, replyPort: replyTo)
    return core.send { [handler] in handler(message) }
  }
}
