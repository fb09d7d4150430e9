import Foundation
import Testing

@testable import Preview

@Suite("The preview's server", .timeLimit(.minutes(1)))
struct PreviewServerTests {
  private let host: PreviewHost

  init() throws { host = try PreviewHost() }

  private static func state(_ text: String, problems: String = "") -> PreviewState {
    PreviewState(problems: problems) { path in
      switch path {
      case "index.html", "guide/index.html": Array("<body>\(text)</body>".utf8)
      case "assets/style.css": Array("a{}".utf8)
      case "404.html": Array("<body>nothing here</body>".utf8)
      default: nil
      }
    }
  }

  @Test("pages come with what reloads them, other files as they are")
  func files() async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    let page = try await Answer.get("/", port: port)
    #expect(page.status == 200)
    #expect(page.head.contains("Content-Type: text/html; charset=utf-8"))
    #expect(page.head.contains("Cache-Control: no-store"))
    #expect(page.body.hasPrefix("<body>hello<script>"))
    #expect(page.body.hasSuffix("</script></body>"))
    #expect(try await Answer.get("/guide/", port: port).status == 200)
    let style = try await Answer.get("/assets/style.css?v=1", port: port)
    #expect(style.head.contains("text/css"))
    #expect(style.body == "a{}")
    await host.stop()
  }

  @Test(
    "what is not there, and what lies outside, is the book's own page for that",
    arguments: ["/none", "/../x", "/a/../b"])
  func missing(path: String) async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    let answer = try await Answer.get(path, port: port)
    #expect(answer.status == 404)
    #expect(answer.body.contains("nothing here"))
    await host.stop()
  }

  @Test("a page of another site that leads a name of its own here gets nothing")
  func strangers() async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    #expect(try await Answer.get("/", port: port, host: "evil.example:80").status == 403)
    #expect(try await Answer.get("/", port: port, host: "127.0.0.1:\(port)").status == 200)
    #expect(try await Answer.get("/", port: port, host: "[::1]:\(port)").status == 200)
    #expect(try await Answer.get("/", port: port, method: "POST").status == 405)
    await host.stop()
  }

  @Test("it listens on loopback only")
  func loopback() async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    let number = String(port, radix: 16, uppercase: true)
    let ending = ":" + String(repeating: "0", count: 4 - number.count) + number
    var addresses: [Substring] = []
    for table in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
      let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") {
        let fields = line.split(separator: " ")
        // A state of 0A is that of a socket that listens.
        if fields.count > 3, fields[1].hasSuffix(ending), fields[3] == "0A" { addresses.append(fields[1]) }
      }
    }
    #expect(addresses == ["0100007F" + ending[...]])
    await host.stop()
  }

  @Test("a page that waits learns of a change at once")
  func change() async throws {
    let port = try await host.listen(port: 0, Self.state("old"))
    let first = try await Answer.get("/.loopbook/change", port: port)
    #expect(first.body == #"{"version":1,"stale":false,"problems":""}"#)
    async let waiting = Answer.get("/.loopbook/change?version=1", port: port)
    await host.show(Self.state("new", problems: "a.md:1:1: error: \"x\" <y>\n"))
    #expect(
      try await waiting.body == #"{"version":2,"stale":false,"problems":"a.md:1:1: error: \"x\" \u003cy\u003e\n"}"#)
    #expect(try await Answer.get("/", port: port).body.contains("new"))
    await host.stop()
  }

  @Test("without a site every page says why, and waits for it")
  func notice() async throws {
    var state = Self.state("")
    state.notice = "Not yet."
    let port = try await host.listen(port: 0, state)
    let answer = try await Answer.get("/any.html", port: port)
    #expect(answer.status == 503)
    #expect(answer.body.contains("Not yet.") && answer.body.contains("<script>"))
    await host.stop()
  }

  @Test("a port that somebody has is refused with the reason")
  func takenPort() async throws {
    let port = try await host.listen(port: 0, Self.state(""))
    let other = try PreviewHost()
    await #expect {
      _ = try await other.listen(port: port, Self.state(""))
    } throws: { ($0 as? PreviewServer.Failure)?.errno == EADDRINUSE }
    await other.stop()
    await host.stop()
  }
}
