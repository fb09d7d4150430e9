import Glibc
import Synchronization

/// A server on loopback that answers as a test says, down to the byte.
final class RawServer: Sendable {
  struct Request: Sendable {
    var method: String
    var path: String
    var headers: [String: String]
    var body: [UInt8]
  }

  /// What is done with a connection once an answer's bytes are sent.
  enum Answer: Sendable {
    /// Sends bytes and waits for the next request.
    case bytes([UInt8])
    /// Sends bytes and closes.
    case last([UInt8])
    /// Sends a chunk again and again, until the other side has enough.
    case endless(head: [UInt8], chunk: [UInt8])
    /// Sends bytes, one at a time, with a pause after each.
    case slow([UInt8], pause: Duration)
    /// Says nothing.
    case silence

    /// An answer of HTTP.
    static func status(_ status: Int, _ body: [UInt8] = [], headers: [String] = []) -> Answer {
      let lines = ["HTTP/1.1 \(status) Words", "Content-Length: \(body.count)"] + headers
      return .bytes(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
  }

  private struct State {
    var requests: [Request] = []
    var connections: Set<Int32> = []
    var isStopped = false
  }

  let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())
  private let answer: @Sendable (Request) -> Answer

  var address: String { "http://127.0.0.1:\(port)" }

  /// What has been asked, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    struct NoSocket: Error {}
    self.answer = answer
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, result) = withUnsafeMutablePointer(to: &place) { [listener] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        let isBound = bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
        return (listener, isBound && getsockname(listener, pointer, &length) == 0)
      }
    }
    port = UInt16(bigEndian: place.sin_port)
    guard listener >= 0, result else { throw NoSocket() }
    Self.thread { [self] in accept() }
  }

  /// Ends all connections; the server's threads end soon after.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func thread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      guard connection >= 0 else {
        close(listener)
        return
      }
      let isOpen = state.withLock { state in
        if !state.isStopped { state.connections.insert(connection) }
        return !state.isStopped
      }
      guard isOpen else {
        close(connection)
        continue
      }
      Self.thread { [self] in
        while let request = read(connection), serve(request, connection) {}
        state.withLock { _ = $0.connections.remove(connection) }
        close(connection)
      }
    }
  }

  private func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    func more() -> Bool {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count > 0 { bytes += buffer[..<count] }
      return count > 0
    }
    let end = Array("\r\n\r\n".utf8)
    var head: [Substring] = []
    while true {
      if let range = bytes.firstRange(of: end) {
        head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self).split(separator: "\r\n")
        bytes.removeSubrange(..<range.upperBound)
        break
      }
      guard more() else { return nil }
    }
    let words = head[0].split(separator: " ").map(String.init)
    let headers = head.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].lowercased(), String(parts[1].drop { $0 == " " })) : nil
    }
    var request = Request(
      method: words[0], path: words[1], headers: Dictionary(headers) { $1 }, body: [])
    let length = Int(request.headers["content-length"] ?? "0") ?? 0
    while bytes.count < length { guard more() else { return nil } }
    request.body = Array(bytes.prefix(length))
    return request
  }

  /// Whether the connection goes on.
  private func serve(_ request: Request, _ connection: Int32) -> Bool {
    state.withLock { $0.requests.append(request) }
    switch answer(request) {
    case .bytes(let bytes): return send(bytes, connection)
    case .last(let bytes):
      _ = send(bytes, connection)
      return false
    case .endless(let head, let chunk):
      guard send(head, connection) else { return false }
      while send(chunk, connection) {}
      return false
    case .slow(let bytes, let pause):
      for byte in bytes {
        guard send([byte], connection) else { return false }
        usleep(UInt32(pause / .microseconds(1)))
      }
      return true
    case .silence:
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) > 0 {}
      return false
    }
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
