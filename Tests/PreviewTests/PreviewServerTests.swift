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

  @Test(
    "a page of another site that leads a name of its own here gets nothing",
    arguments: [
      ("127.0.0.1:3000", 200), ("[::1]:3000", 200), ("localhost", 200), ("LOCALHOST:80", 200), ("localhost.:3000", 200),
      ("book.test", 200), ("Book.Test.:8080", 200), ("evil.example:80", 403), ("[::1].evil.example", 403),
      ("[::1]evil", 403), ("localhost.evil.example", 403), ("localhost:80:80", 403), ("localhost:evil", 403),
      ("127.0.0.1@evil.example", 403), ("evil.example#localhost", 403), ("192.168.1.5", 403), ("0.0.0.0", 403),
      ("[localhost]", 403), ("", 403), (".", 403), (nil, 403),
    ])
  func strangers(name: String?, status: Int) async throws {
    let port = try await host.listen(port: 0, at: .loopback(["book.test"]), Self.state("hello"))
    #expect(try await Answer.get("/", port: port, host: name).status == status)
    #expect(try await Answer.get("/.loopbook/change", port: port, host: name).status == status)
    await host.stop()
  }

  @Test("two names for one host are none")
  func twoHosts() async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    #expect(try await Answer.get("/", port: port, host: "localhost", headers: ["Host: evil.example"]).status != 200)
    await host.stop()
  }

  @Test("where others can reach it, it answers under addresses, and under names that were given")
  func otherAddress() async throws {
    let access = PreviewAccess(address: "0.0.0.0", names: ["book.test"])
    let port = try await host.listen(port: 0, at: access, Self.state("hello"))
    for name in ["192.168.1.5:80", "[fe80::1]:80", "127.0.0.1", "localhost", "book.test", "0.0.0.0"] {
      #expect(try await Answer.get("/", port: port, host: name).status == 200)
    }
    for name in ["evil.example", "192.168.1.5.evil.example", "1.2.3", "[192.168.1.5]"] {
      #expect(try await Answer.get("/", port: port, host: name).status == 403)
    }
    await host.stop()
  }

  @Test("what is neither an address nor a name cannot be listened on")
  func addresses() async throws {
    #expect(PreviewAccess.isAddress("::1") && PreviewAccess.isAddress("0.0.0.0"))
    #expect(!PreviewAccess.isAddress("book.test") && !PreviewAccess.isAddress("1.2.3") && !PreviewAccess.isAddress(""))
    #expect(PreviewAccess.isName("book.test") && !PreviewAccess.isName("book.test:80"))
    #expect(!PreviewAccess.isName("127.0.0.1") && !PreviewAccess.isName("a b") && !PreviewAccess.isName(""))
    await #expect {
      _ = try await host.listen(port: 0, at: PreviewAccess(address: "elsewhere"), Self.state(""))
    } throws: { ($0 as? PreviewServer.Failure)?.errno == EINVAL }
  }

  @Test("no answer is taken for something else, shown within a page of another site, or loaded by one")
  func fields() async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    for path in ["/", "/assets/style.css", "/none", "/.loopbook/change"] {
      let head = try await Answer.get(path, port: port).head
      #expect(head.contains("X-Content-Type-Options: nosniff"))
      #expect(head.contains("Content-Security-Policy: frame-ancestors 'self'"))
      #expect(head.contains("Cross-Origin-Resource-Policy: same-origin"))
    }
    await host.stop()
  }

  @Test(
    "files have the types that browsers ask for",
    arguments: [
      ("a.avif", "image/avif"), ("a.MP3", "audio/mpeg"), ("a.wasm", "application/wasm"),
      ("a.csv", "text/csv; charset=utf-8"), ("a/b.svg", "image/svg+xml"), ("a.unknown", "application/octet-stream"),
      ("plain", "application/octet-stream"),
    ])
  func types(name: String, type: String) { #expect(FileTypes.type(of: name) == type) }

  @Test("the reader of a page that has another place is led on, unless something is there again")
  func moved() async throws {
    var state = Self.state("hello")
    state.moved = { ["old.html": "new.html", "index.html": "new.html"][$0] }
    let port = try await host.listen(port: 0, state)
    let answer = try await Answer.get("/old.html", port: port)
    #expect(answer.status == 302 && answer.head.contains("Location: /new.html\r\n"))
    #expect(try await Answer.get("/index.html", port: port).status == 200)
    #expect(try await Answer.get("/other.html", port: port).status == 404)
    await host.stop()
  }

  @Test("only what comes from a page of this preview is done")
  func actions() async throws {
    let port = try await host.listen(port: 0, Self.state("hello")) { request in
      PreviewAnswer("\(request.name) \(request.example) \(String(decoding: request.body, as: UTF8.self))")
    }
    let page = try await Answer.get("/", port: port).body
    let token = try #require(page.firstMatch(of: /"token":"([0-9a-f]{32})"/)).1
    let own = ["Origin: http://localhost", "X-Loopbook-Token: \(token)"]
    func post(_ path: String, _ headers: [String], body: String = "text") async throws -> Answer {
      try await Answer.get(path, port: port, method: "POST", headers: headers, body: body)
    }
    let done = try await post("/.loopbook/run?example=a.md%23b", own)
    #expect(done.status == 200 && done.body == "run a.md#b text\n")
    #expect(try await post("/.loopbook/run", own, body: "").body == "run  \n")
    let long = try await post("/.loopbook/run", own, body: String(repeating: "x", count: 1 << 20 | 1))
    #expect(long.status == 413)
    #expect(try await post("/index.html", own).status == 405)
    #expect(try await post("/.loopbook/run", []).status == 403)
    #expect(try await post("/.loopbook/run", [own[0]]).status == 403)
    #expect(try await post("/.loopbook/run", [own[1]]).status == 403)
    #expect(try await post("/.loopbook/run", ["Origin: http://evil.example", own[1]]).status == 403)
    #expect(try await post("/.loopbook/run", ["Origin: null", own[1]]).status == 403)
    #expect(try await post("/.loopbook/run", [own[0], "X-Loopbook-Token: \(token.reversed())"]).status == 403)
    #expect(try await Answer.get("/", port: port, method: "PUT").status == 405)
    #expect(try await Answer.get("/.loopbook/run", port: port, method: "OPTIONS", headers: own).status == 405)
    await host.stop()
  }

  @Test("a page of a preview that has ended learns that, whatever number its state had")
  func sessions() async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    let answer = try await Answer.get("/.loopbook/change?version=1&session=0123", port: port)
    #expect(answer.status == 200 && !answer.body.contains("\"0123\""))
    await host.stop()
  }

  @Test("it listens on loopback only")
  func loopback() async throws {
    let port = try await host.listen(port: 0, Self.state("hello"))
    let number = String(port, radix: 16, uppercase: true)
    let ending = ":" + String(repeating: "0", count: 4 - number.count) + number
    // The kernel leaves out lines of its table while sockets of other tests come and go, and gives it page by page.
    var addresses: Set<Substring> = []
    while addresses.isEmpty {
      try Task.checkCancellation()
      await Task.yield()
      for table in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
        guard let file = FileHandle(forReadingAtPath: table) else { continue }
        var bytes = Data()
        while let page = try file.read(upToCount: 4096), !page.isEmpty { bytes += page }
        let text = String(decoding: bytes, as: UTF8.self)
        for line in text.split(separator: "\n") {
          let fields = line.split(separator: " ")
          // A state of 0A is that of a socket that listens.
          if fields.count > 3, fields[1].hasSuffix(ending), fields[3] == "0A" { addresses.insert(fields[1]) }
        }
      }
    }
    #expect(addresses == ["0100007F" + ending[...]])
    await host.stop()
  }

  @Test("a page that waits learns of a change at once")
  func change() async throws {
    let port = try await host.listen(port: 0, Self.state("old"))
    let first = try await Answer.get("/.loopbook/change", port: port)
    #expect(first.body.hasSuffix(#","version":1,"stale":false,"since":1,"pages":{},"problems":"","changes":[]}"#))
    async let waiting = Answer.get("/.loopbook/change?version=1", port: port)
    await host.show(Self.state("new", problems: "a.md:1:1: error: \"x\" <y>\n"))
    let news = #","problems":"a.md:1:1: error: \"x\" \u003cy\u003e\n","changes":[]}"#
    let body = try await waiting.body
    #expect(body.contains(#","version":2,"stale":false,"since":2,"pages":{},"#) && body.hasSuffix(news))
    #expect(try await Answer.get("/", port: port).body.contains("new"))
    await host.stop()
  }

  @Test("where only some pages changed, each page learns whether it is among them, whatever it has missed")
  func updates() async throws {
    let port = try await host.listen(port: 0, Self.state("old"))
    func show(_ pages: Set<String>?) async throws -> String {
      var state = Self.state("new")
      state.updated = pages
      await host.show(state)
      let body = try await Answer.get("/.loopbook/change", port: port).body
      return String(try #require(body.firstMatch(of: /"version":.*}(?=,"problems")/)).0)
    }
    #expect(try await show(["a.html"]) == #""version":2,"stale":false,"since":1,"pages":{"a.html":2}"#)
    let both = #""version":3,"stale":false,"since":1,"pages":{"a.html":2,"b.html":3}"#
    #expect(try await show(["b.html"]) == both)
    #expect(try await show([]) == both.replacing("\"version\":3", with: "\"version\":4"))
    #expect(try await show(nil) == #""version":5,"stale":false,"since":5,"pages":{}"#)
    await host.stop()
  }

  @Test("a file that is another than the page means that names it is not given")
  func versions() async throws {
    var state = Self.state("hello")
    state.isCurrent = { file, version in file != "assets/style.css" || version == "2" }
    let port = try await host.listen(port: 0, state)
    #expect(try await Answer.get("/assets/style.css?v=1", port: port).status == 404)
    #expect(try await Answer.get("/assets/style.css?v=2", port: port).status == 200)
    #expect(try await Answer.get("/assets/style.css", port: port).status == 200)
    #expect(try await Answer.get("/?v=1", port: port).status == 200)
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
