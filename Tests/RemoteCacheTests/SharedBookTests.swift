import Foundation
import Testing

@testable import RemoteCache

/// Several machines that verify one book.
@Suite("A book on several machines")
struct SharedBookTests {
  private static let book = [
    "loopbook.yml": "title: Sums\n",
    "SUMMARY.md": "# Summary\n\n- [Sums](sums.md)\n",
    "sums.md": """
    # Sums

    ```swift id=one
    print(1 + 1)
    ```

    ```output
    2
    ```

    ```swift id=two
    print([1, 2, 3].reduce(0, +))
    ```

    ```output
    6
    ```

    ```swift id=three fails
    let text: String = 3
    ```

    ```error
    1:20: error: cannot convert value of type 'Int' to specified type 'String'
    ```

    ```swift id=four
    import LoopEngine
    let loop = Loop.current
    loop.perform { print("block") }
    loop.run(until: .now)
    ```

    ```output
    block
    ```
    """,
  ]

  private func machine(_ changes: [String: String] = [:]) throws -> Machine {
    try Machine(Self.book.merging(changes) { $1 })
  }

  @Test("what one machine found out, another need not: nothing is compiled there")
  func twoMachines() throws {
    let server = try Nginx()
    let address = server.address + "/book"
    let first = try machine().run("verify", "--remote-cache", address, "--remote-cache-upload")
    #expect(first.code == 0, "\(first.all)")
    #expect(first.output.contains("4 examples") && !first.output.contains("cache"))
    let other = try machine()
    // Without a compiler's working folder nothing can be compiled.
    other.environment["TMPDIR"] = other.folder.appending(path: "absent").path
    let second = try other.run("verify", "--remote-cache", address + "/", "--report", "json=report.json")
    #expect(second.code == 0, "\(second.all)")
    #expect(second.output.contains("4 from the cache, 4 of them from the shared one"))
    #expect(!second.errors.contains("Compiling"))
    let report = try other.text(of: "report.json")
    #expect(report.contains("\"fromCache\": 4,\n    \"fromSharedCache\": 4,"))
    #expect(report.contains("\"fromCache\": true,\n      \"fromSharedCache\": true,"))
    // Now they are its own.
    let third = try other.run("verify", "--remote-cache", "off")
    #expect(third.output.contains("4 from the cache"))
  }

  @Test("only what is the same is taken, and it is judged by the chapter that stands here")
  func changes() throws {
    let server = try Nginx()
    _ = try machine().run("verify", "--remote-cache", server.address, "--remote-cache-upload")
    let chapter = Self.book["sums.md"] ?? ""
    let changed = try machine(["sums.md": chapter.replacing("print(1 + 1)", with: "print(1 + 1 + 0)")])
    let second = try changed.run("verify", "--remote-cache", server.address)
    #expect(second.code == 0 && second.output.contains("3 of them from the shared one"), "\(second.all)")
    let wrong = try machine(["sums.md": chapter.replacing("\n6\n", with: "\n7\n")])
    let third = try wrong.run("verify", "--remote-cache", server.address)
    #expect(third.code == 1 && third.errors.contains("output-differs"), "\(third.all)")
  }

  @Test("two shards at once fill the cache, and run no example twice")
  func shards() throws {
    let server = try Nginx()
    let shards = try (1...2).map { number in
      let machine = try machine()
      let arguments = ["--shard", "\(number)/2", "--remote-cache", server.address, "--remote-cache-upload"]
      return (machine, try machine.start(["verify", "checkout/book"] + arguments))
    }
    for (machine, process) in shards {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(try machine.text(of: "stdout").contains("2 examples"))
    }
    let all = try machine().run("verify", "--remote-cache", server.address)
    #expect(all.output.contains("4 of them from the shared one"), "\(all.all)")
  }

  @Test("a server in trouble changes no verdict, and is told in one line", arguments: [404, 500, 401, 302, 200])
  func trouble(status: Int) throws {
    let server = try RawServer { _ in .status(status, Array("<html>".utf8)) }
    defer { server.stop() }
    let ending = try machine().run("verify", "--remote-cache", server.address, "--remote-cache-upload")
    #expect(ending.code == 0 && ending.output.contains("4 passed"), "\(ending.all)")
    #expect(ending.errors.split(separator: "\n").count { $0.hasPrefix("warning: ") } <= 1, "\(ending.errors)")
    #expect(!ending.output.contains("the shared one"))
  }

  @Test("a result with the right hash that is no result is none, and one of another example neither")
  func madeUp() throws {
    let real = try Nginx()
    _ = try machine().run("verify", "--remote-cache", real.address, "--remote-cache-upload")
    let results = real.data.appending(path: "ac")
    let names = try FileManager.default.contentsOfDirectory(atPath: results.path).sorted()
    // Each example is answered with what another one did.
    let contents = try names.map { try Data(contentsOf: results.appending(path: $0)) }
    for (index, name) in names.enumerated() {
      try contents[(index + 1) % names.count].write(to: results.appending(path: name))
    }
    let ending = try machine().run("verify", "--remote-cache", real.address)
    #expect(ending.code == 0 && !ending.output.contains("the shared one"), "\(ending.all)")
  }

  @Test("an interrupt ends a verification that waits for a server")
  func interrupt() throws {
    let server = try RawServer { _ in .silence }
    defer { server.stop() }
    let machine = try machine()
    let process = try machine.start(["verify", "checkout/book", "--remote-cache", server.address])
    while server.requests.isEmpty { usleep(1000) }
    let start = ContinuousClock.now
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    // It would wait for five seconds.
    #expect(ContinuousClock.now - start < .seconds(3))
  }

  @Test("cleaning removes nothing from the shared cache, and does not even ask it")
  func clean() throws {
    let server = try RawServer { _ in .status(404) }
    defer { server.stop() }
    let machine = try machine(["loopbook.yml": "title: Sums\ncache: {remote: \"\(server.address)\"}\n"])
    _ = try machine.run("clean")
    #expect(server.requests.isEmpty)
  }

  // MARK: who may do what

  @Test("what a book says about a cache is read, and neither written to nor told a secret")
  func strangersBook() throws {
    let server = try RawServer { _ in .status(404) }
    defer { server.stop() }
    let machine = try machine(["loopbook.yml": "title: Sums\ncache: {remote: \"\(server.address)\"}\n"])
    machine.environment["LOOPBOOK_REMOTE_CACHE_TOKEN"] = "s3cret"
    let netrc = machine.folder.appending(path: ".netrc")
    try Data("machine 127.0.0.1 login robin password s3cret\n".utf8).write(to: netrc)
    let ending = try machine.run("verify")
    #expect(ending.code == 0, "\(ending.all)")
    #expect(!server.requests.isEmpty)
    #expect(server.requests.allSatisfy { $0.method == "GET" && $0.headers["authorization"] == nil })
    #expect(try machine.run("verify", "--remote-cache", "off", "--no-cache").code == 0)
    let before = server.requests.count
    _ = try machine.run("verify", "--no-cache")
    #expect(server.requests.count == before)
  }

  @Test("uploading needs an address that the user gives", arguments: ["flag", "environment"])
  func uploading(way: String) throws {
    let server = try RawServer { _ in .status(404) }
    defer { server.stop() }
    let machine = try machine(["loopbook.yml": "title: Sums\ncache: {remote: \"\(server.address)\"}\n"])
    if way == "environment" { machine.environment["LOOPBOOK_REMOTE_CACHE_UPLOAD"] = "1" }
    let arguments = way == "flag" ? ["--remote-cache-upload"] : []
    let process = try machine.start(["verify", "checkout/book"] + arguments)
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
    #expect(try machine.text(of: "stderr").contains("do not say where it is"))
    #expect(server.requests.isEmpty)
  }

  @Test("a flag counts before the environment, and that before the book")
  func precedence() throws {
    let servers = try (0..<3).map { _ in try RawServer { _ in .status(404) } }
    defer { for server in servers { server.stop() } }
    let machine = try machine(["loopbook.yml": "title: Sums\ncache: {remote: \"\(servers[2].address)\"}\n"])
    machine.environment["LOOPBOOK_REMOTE_CACHE"] = servers[1].address
    _ = try machine.run("verify", "--remote-cache", servers[0].address)
    #expect(servers.map(\.requests.isEmpty) == [false, true, true])
    _ = try machine.run("clean")
    _ = try machine.run("verify")
    #expect(servers.map(\.requests.isEmpty) == [false, false, true])
  }

  /// Where a secret stands, and how the server is told it.
  private static let hiddenPlaces = [
    ("token", "Bearer s3cret"), ("login", "Basic cm9iaW46czNjcmV0"), ("address", "Basic cm9iaW46czNjcmV0"),
    ("netrc", "Basic cm9iaW46czNjcmV0"),
  ]

  @Test("a secret reaches the server that the user names, and no message, report or file", arguments: hiddenPlaces)
  func secrets(place: String, header: String) throws {
    let server = try RawServer { $0.method == "GET" ? .status(404) : .status(401, Array("s3cret".utf8)) }
    defer { server.stop() }
    let machine = try machine()
    var address = server.address
    switch place {
    case "token": machine.environment["LOOPBOOK_REMOTE_CACHE_TOKEN"] = "s3cret"
    case "login": machine.environment["LOOPBOOK_REMOTE_CACHE_TOKEN"] = "robin:s3cret"
    case "address": address = address.replacing("http://", with: "http://robin:s3cret@")
    default:
      let netrc = machine.folder.appending(path: ".netrc")
      try Data("machine 127.0.0.1 login robin password s3cret\n".utf8).write(to: netrc)
    }
    machine.environment["LOOPBOOK_REMOTE_CACHE"] = address
    machine.environment["LOOPBOOK_REMOTE_CACHE_UPLOAD"] = "1"
    let ending = try machine.run("verify", "--report", "json=report.json", "--report", "github")
    #expect(ending.code == 0, "\(ending.all)")
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == header })
    #expect(ending.errors.contains("warning: no more results are uploaded to the shared cache at \(server.address)"))
    #expect(!ending.all.contains("s3cret") && !ending.all.contains("robin"))
    let enumerator = FileManager.default.enumerator(at: machine.folder, includingPropertiesForKeys: nil)
    for case let file as URL in enumerator ?? FileManager.DirectoryEnumerator() where file.lastPathComponent != ".netrc"
    {
      guard let data = try? Data(contentsOf: file) else { continue }
      #expect(data.firstRange(of: Data("s3cret".utf8)) == nil, "\(file.path)")
    }
  }

  @Test(
    "an address that cannot be right is refused without being shown",
    arguments: [
      "file:///etc/passwd", "ftp://robin:s3cret@example.org/", "https://robin:s3cret@",
      "http://robin:s3cret@example.org/",
      "https://robin:s3cret@example.org/?x", "s3cret",
    ])
  func refused(address: String) throws {
    let machine = try machine()
    let flag = try machine.run("verify", "--remote-cache", address)
    machine.environment["LOOPBOOK_REMOTE_CACHE"] = address
    let environment = try machine.run("verify")
    #expect([2, 3].contains(flag.code) && environment.code == 3, "\(flag.all) \(environment.all)")
    #expect(!flag.all.contains("s3cret") && !environment.all.contains("s3cret"))
  }
}
