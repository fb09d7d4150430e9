import Synchronization
import Testing
import Verification

@testable import RemoteCache

/// What a server may do to whoever asks it: cost time, and nothing else.
@Suite("Hostile servers")
struct HostileServerTests {
  private final class Journal: Sendable {
    let warnings = Mutex<[String]>([])
    let entries = Mutex<[String: [RemoteCache.File]]>([:])
    let refused = Mutex<Set<String>>([])
  }

  private static let keys = (0..<40).map { Fingerprint(["key \($0)"]).description }
  private static let content = Array("what an example did".utf8)

  private static func hash(_ bytes: [UInt8]) -> String { Fingerprint(content: bytes).description }

  private static func result(_ key: String, _ content: [UInt8] = content, path: String? = nil) -> [UInt8] {
    ActionResult(files: [
      ActionResult.File(path: path ?? "\(key)/record", hash: hash(content), size: content.count)
    ]).encoded
  }

  /// Answers as an honest server that has every key.
  private static func honest(_ request: RawServer.Request) -> RawServer.Answer {
    if let range = request.path.firstRange(of: "/ac/") {
      return .status(200, result(String(request.path[range.upperBound...])))
    }
    return .status(200, content)
  }

  private static var patience: RemotePatience {
    var patience = RemotePatience()
    patience.connecting = .milliseconds(500)
    patience.silence = .seconds(1)
    patience.fetching = .seconds(2)
    patience.uploading = .seconds(2)
    return patience
  }

  /// Patience that a busy machine does not use up.
  private static var longPatience: RemotePatience {
    var patience = RemotePatience()
    patience.connecting = .seconds(30)
    patience.silence = .seconds(30)
    patience.fetching = .seconds(30)
    patience.uploading = .seconds(30)
    return patience
  }

  private static func cache(
    _ address: String, _ journal: Journal, isWritable: Bool = false, _ credential: RemoteAccess.Credential = .none,
    _ patience: RemotePatience = patience
  ) -> RemoteCache {
    RemoteCache(
      RemoteAccess(address: address, credential: credential, isWritable: isWritable, agent: "test"), patience,
      hash: hash
    ) { warning in journal.warnings.withLock { $0.append(warning) } }
  }

  /// What comes of asking a server for all keys.
  private static func ask(
    _ credential: RemoteAccess.Credential = .none, _ patience: RemotePatience = patience,
    _ answer: @escaping @Sendable (RawServer.Request) -> RawServer.Answer
  ) throws -> (journal: Journal, requests: [RawServer.Request]) {
    let server = try RawServer(answer)
    defer { server.stop() }
    let journal = Journal()
    let cache = Self.cache(server.address, journal, credential, patience)
    cache.fetch(keys, limit: 1 << 20) { key, files in
      journal.entries.withLock { $0[key] = files }
      return true
    }
    return (journal, server.requests)
  }

  @Test("an honest server's entries arrive, each once, over connections that are kept")
  func honestServer() throws {
    let (journal, requests) = try Self.ask(.none, Self.patience, Self.honest)
    let entries = journal.entries.withLock { $0 }
    #expect(entries.count == Self.keys.count)
    #expect(Set(entries.values) == [[RemoteCache.File(name: "record", bytes: Self.content)]])
    #expect(journal.warnings.withLock { $0 } == [])
    #expect(requests.count == 2 * Self.keys.count)
    #expect(requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  /// Ways to lie, each with what the warning has to say.
  private static let behaviors: [(String, String, @Sendable (RawServer.Request) -> RawServer.Answer)] = [
    (
      "other contents than the hash names", "damaged",
      {
        $0.path.hasPrefix("/cas/") ? .status(200, Array("what an example lied".utf8.prefix(content.count))) : honest($0)
      }
    ),
    (
      "fewer bytes than the result says", "damaged",
      { $0.path.hasPrefix("/cas/") ? .status(200, Array(content.dropLast())) : honest($0) }
    ),
    ("results that are no messages", "damaged", { _ in .status(200, Array("<ac>".utf8)) }),
    ("a page", "web page", { _ in .status(200, Array("\n<!DOCTYPE html>\n<title>Welcome</title>".utf8)) }),
    ("the same result for every key", "damaged", { _ in .status(200, result(keys[0], path: "other/record")) }),
    ("results without files", "damaged", { _ in .status(200, []) }),
    (
      "more bytes than the result says", "more than was asked for",
      { $0.path.hasPrefix("/cas/") ? .status(200, content + content) : honest($0) }
    ),
    ("an error", "500", { _ in .status(500, Array("no".utf8)) }),
    ("that it is full", "507", { _ in .status(507) }),
    ("that access is refused", "refuses access", { _ in .status(401) }),
    ("another address", "redirects", { _ in .status(302, headers: ["Location: http://127.0.0.1:1/elsewhere"]) }),
    ("a file", "redirects", { _ in .status(301, headers: ["Location: file:///etc/passwd"]) }),
    ("half a head", "damaged", { _ in .last(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8)) }),
    (
      "half a body", "HTTP",
      { _ in .last(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf".utf8)) }
    ),
    ("something else than HTTP", "HTTP", { _ in .last(Array("220 mail.example.org ESMTP\r\n".utf8)) }),
    ("nothing, and closes", "HTTP", { _ in .last([]) }),
    (
      "gigabytes", "more than was asked for",
      { _ in
        .endless(
          head: Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".utf8),
          chunk: [UInt8](repeating: 0, count: 1 << 16))
      }
    ),
    (
      "chunks without an end", "more than was asked for",
      { _ in
        .endless(
          head: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
          chunk: Array("8000\r\n".utf8) + [UInt8](repeating: 65, count: 0x8000) + Array("\r\n".utf8))
      }
    ),
    (
      "headers without an end", "more than was asked for",
      { _ in .endless(head: Array("HTTP/1.1 200 OK\r\n".utf8), chunk: Array("X-More: and more\r\n".utf8)) }
    ),
    ("nothing at all", "too slow", { _ in .silence }),
    (
      "a byte now and then", "too slow",
      { _ in .slow(Array("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8), pause: .milliseconds(200)) }
    ),
  ]

  @Test("what a server says that lies is no entry, and is told in one line", arguments: behaviors.indices)
  func lies(index: Int) throws {
    let (name, words, answer) = Self.behaviors[index]
    let start = ContinuousClock.now
    let isSlow = words == "too slow"
    let (journal, requests) = try Self.ask(.bearer("s3cret"), isSlow ? Self.patience : Self.longPatience, answer)
    let warnings = journal.warnings.withLock { $0 }
    #expect(journal.entries.withLock { $0.isEmpty }, "\(name)")
    #expect(warnings.count == 1 && warnings.first?.contains(words) == true, "\(name): \(warnings)")
    #expect(!warnings.joined().contains("s3cret"))
    // Asked again and again, it would cost more than it may.
    #expect(requests.count < 3 * Self.keys.count)
    // The limit is two seconds; ten make sure that a busy machine fails nothing.
    #expect(!isSlow || ContinuousClock.now - start < .seconds(10), "\(name)")
  }

  @Test(
    "the first silence, and the first page, is enough",
    arguments: [RawServer.Answer.silence, .status(200, Array("<HTML>".utf8))])
  func oneKey(answer: RawServer.Answer) throws {
    let server = try RawServer { _ in answer }
    defer { server.stop() }
    let journal = Journal()
    var patience = Self.longPatience
    patience.silence = .seconds(1)
    let cache = Self.cache(server.address, journal, .none, patience)
    for key in Self.keys.prefix(3) { cache.fetch([key], limit: 1 << 20) { _, _ in true } }
    #expect(server.requests.count == 1)
    #expect(journal.warnings.withLock { $0.count } == 1)
  }

  @Test("a server that nobody is at costs one attempt")
  func unreachable() throws {
    let server = try RawServer { _ in .silence }
    server.stop()
    let journal = Journal()
    Self.cache("http://127.0.0.1:1", journal).fetch(Self.keys, limit: 1 << 20) { _, _ in true }
    #expect(journal.warnings.withLock { $0.map { $0.contains("cannot be reached") } } == [true])
  }

  @Test("a damaged entry among sound ones is only missing")
  func oneDamaged() throws {
    let damaged = Self.keys[7]
    let (journal, _) = try Self.ask { request in
      request.path == "/ac/\(damaged)" ? .status(200, [0xFF]) : Self.honest(request)
    }
    #expect(journal.entries.withLock { Set($0.keys) } == Set(Self.keys).subtracting([damaged]))
    #expect(journal.warnings.withLock { $0 } == [])
  }

  @Test("what the caller does not recognize counts as a lie")
  func unsound() throws {
    let server = try RawServer(Self.honest)
    defer { server.stop() }
    let journal = Journal()
    Self.cache(server.address, journal).fetch(Self.keys, limit: 1 << 20) { _, _ in false }
    #expect(journal.warnings.withLock { $0.count } == 1)
  }

  @Test("contents that nobody has any more are missing, which is no failure")
  func evicted() throws {
    let (journal, _) = try Self.ask { $0.path.hasPrefix("/cas/") ? .status(404) : Self.honest($0) }
    #expect(journal.entries.withLock { $0.isEmpty })
    #expect(journal.warnings.withLock { $0 } == [])
  }

  // MARK: credentials

  @Test("a redirect brings nothing to where it leads, and no credential")
  func redirect() throws {
    let other = try RawServer(Self.honest)
    defer { other.stop() }
    let location = "Location: \(other.address)/ac/x"
    _ = try Self.ask(.bearer("s3cret")) { _ in .status(307, headers: [location]) }
    #expect(other.requests.isEmpty)
  }

  @Test("a token and a login go where they are meant to, with the first request")
  func credentials() throws {
    let (_, bearer) = try Self.ask(.bearer("s3cret"), Self.patience, Self.honest)
    #expect(bearer.allSatisfy { $0.headers["authorization"] == "Bearer s3cret" })
    let (_, login) = try Self.ask(.login("robin:pa:ss"), Self.patience, Self.honest)
    #expect(login.allSatisfy { $0.headers["authorization"] == "Basic cm9iaW46cGE6c3M=" })
  }

  // MARK: uploads

  @Test("contents are uploaded before the result that names them, and what is refused is told once")
  func uploads() throws {
    let server = try RawServer { _ in .status(201) }
    defer { server.stop() }
    let journal = Journal()
    let cache = Self.cache(server.address, journal, isWritable: true)
    cache.store([RemoteCache.File(name: "record", bytes: Self.content)], as: Self.keys[0])
    cache.finish()
    #expect(server.requests.map(\.path) == ["/cas/\(Self.hash(Self.content))", "/ac/\(Self.keys[0])"])
    #expect(server.requests.map(\.method) == ["PUT", "PUT"])
    #expect(server.requests.map(\.body) == [Self.content, Self.result(Self.keys[0])])
    #expect(journal.warnings.withLock { $0 } == [])
  }

  @Test("nothing is uploaded by one that may only read")
  func readOnly() throws {
    let server = try RawServer { _ in .status(201) }
    defer { server.stop() }
    let cache = Self.cache(server.address, Journal())
    cache.store([RemoteCache.File(name: "record", bytes: Self.content)], as: Self.keys[0])
    cache.finish()
    #expect(server.requests.isEmpty)
  }

  @Test("a result is not uploaded whose contents were refused", arguments: [507, 500, 413, 403])
  func full(status: Int) throws {
    let server = try RawServer { _ in .status(status) }
    defer { server.stop() }
    let journal = Journal()
    let cache = Self.cache(server.address, journal, isWritable: true)
    for key in Self.keys { cache.store([RemoteCache.File(name: "record", bytes: Array(key.utf8))], as: key) }
    cache.finish()
    #expect(server.requests.allSatisfy { $0.path.hasPrefix("/cas/") })
    #expect(journal.warnings.withLock { $0.count } == 1)
    #expect(journal.warnings.withLock { $0.first?.contains(status == 403 ? "refuses access" : "\(status)") } == true)
  }

  @Test("a server that takes nothing keeps nobody longer than it may")
  func silentUploads() throws {
    let server = try RawServer { _ in .silence }
    defer { server.stop() }
    let journal = Journal()
    let start = ContinuousClock.now
    let cache = Self.cache(server.address, journal, isWritable: true)
    for key in Self.keys { cache.store([RemoteCache.File(name: "record", bytes: Array(key.utf8))], as: key) }
    cache.finish()
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(journal.warnings.withLock { $0.count } == 1)
  }
}
