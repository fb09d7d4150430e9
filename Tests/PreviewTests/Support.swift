import Foundation
import Glibc

/// What a server answered.
struct Answer {
  var status = 0
  var head = ""
  var body = ""

  /// Asks as a browser does, and waits for the whole answer.
  static func get(
    _ path: String, port: UInt16, host: String? = "localhost", method: String = "GET", headers: [String] = [],
    body: String = ""
  ) async throws -> Answer {
    var head = ["\(method) \(path) HTTP/1.1"] + (host.map { ["Host: \($0)"] } ?? []) + headers
    if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
    let request = head.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body
    // On a thread of its own: one that waits must not keep tasks, the server's among them, from going on.
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try ask(request, port) }) }
    }
  }

  private static func ask(_ request: String, _ port: UInt16) throws -> Answer {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var rest = Array(request.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      rest = rest.dropFirst(count)
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 { bytes += piece[..<count] }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n\r\n", maxSplits: 1)
    var answer = Answer()
    answer.head = parts.first.map(String.init) ?? ""
    answer.body = parts.count > 1 ? String(parts[1]) : ""
    answer.status = Int(answer.head.split(separator: " ").dropFirst().first ?? "") ?? 0
    return answer
  }
}
