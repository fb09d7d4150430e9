import Foundation
import Testing

/// Several machines whose book has a package.
@Suite("A book's package on several machines")
struct SharedPackageTests {
  private static let book = [
    "../garden/Package.swift": """
    // swift-tools-version: 5.9
    import PackageDescription

    let plot = Context.environment["PLOT"] == nil ? "SMALL" : "LARGE"

    let package = Package(
      name: "garden",
      products: [.library(name: "Garden", targets: ["Garden"])],
      dependencies: [.package(path: "../fruit")],
      targets: [
        .target(name: "CSeeds", publicHeadersPath: "include", cSettings: [.define("PLOT", to: "7")]),
        .target(name: "COwn"),
        .target(
          name: "Garden", dependencies: ["CSeeds", "COwn", .product(name: "Fruit", package: "fruit")],
          swiftSettings: [.define(plot)]),
      ]
    )

    """,
    "../garden/Sources/CSeeds/include/seeds.h": "#include \"more/soil.h\"\nint seeds(void);\n",
    "../garden/Sources/CSeeds/include/more/soil.h":
      "#pragma once\n#include <stdint.h>\nstatic inline int32_t soil(void) { return 2; }\n",
    "../garden/Sources/CSeeds/seeds.c":
      "#include <stdio.h>\n#include \"seeds.h\"\nint seeds(void) { return 3 + PLOT - 7; }\n",
    "../garden/Sources/COwn/include/module.modulemap": "module COwn { header \"own.h\" export * }\n",
    "../garden/Sources/COwn/include/own.h": "static inline int own(void) { return 4; }\n",
    "../garden/Sources/COwn/own.c": "#include \"own.h\"\n",
    "../garden/Sources/Garden/Garden.swift": """
    import COwn
    import CSeeds
    import Fruit

    /// What is brought in.
    public func harvest() -> Int { apples + Int(seeds()) + Int(own()) }

    /// What is inlined where it is used.
    @inlinable public func twice(_ number: Int) -> Int { number * 2 }

    """,
    "../fruit/Package.swift": """
    // swift-tools-version: 5.9
    import PackageDescription

    let package = Package(
      name: "fruit",
      products: [.library(name: "Fruit", type: .dynamic, targets: ["Fruit"])],
      targets: [.target(name: "Fruit")]
    )

    """,
    "../fruit/Sources/Fruit/Fruit.swift": "/// How many grow here.\npublic let apples = 1\n",
    "loopbook.yml": "title: Sums\npackage: ../garden\nproducts: [Garden]\n",
    "SUMMARY.md": "- [Sums](sums.md)\n",
    "sums.md": chapter,
  ]

  private static let chapter = """
    # Sums

    ```swift id=one
    import CSeeds
    import Garden
    print(harvest(), twice(21), soil())
    ```

    ```output
    8 42 2
    ```

    ```swift id=two fails
    import Garden
    harvest(1)
    ```

    ```error
    2:9: error: argument passed to call that takes no arguments
    ```

    """

  /// What only a machine that compiles knows.
  private static let more = """
    ```swift id=three
    import COwn
    import Garden
    print(own(), harvest() + 1)
    ```

    ```output
    4 9
    ```

    """

  private func upload(_ changes: [String: String] = [:], to server: Nginx) throws -> Machine {
    let machine = try Machine(Self.book.merging(changes) { $1 })
    let ending = try machine.run("verify", "--remote-cache", server.address, "--remote-cache-upload")
    #expect(ending.code == 0 && !ending.output.contains("package"), "\(ending.all)")
    return machine
  }

  @Test("what one machine built, another need not: SwiftPM is not started there, for whatever does not change it")
  func shared() throws {
    let server = try Nginx()
    let first = try upload(to: server)
    let second = try Machine(Self.book)
    let tools = try ToolchainWithoutSwiftPM()
    second.environment["LOOPBOOK_SWIFTC"] = tools.compiler
    let arguments = ["--remote-cache", server.address, "--report", "json=report.json"]
    func verify() throws -> (code: Int32, text: String, isBuilding: Bool) {
      let process = try second.start(["verify", "checkout/book"] + arguments)
      process.waitUntilExit()
      let text = try second.text(of: "stdout") + second.text(of: "stderr")
      return (process.terminationStatus, text, try tools.wasStarted())
    }
    func forget() throws { try FileManager.default.removeItem(at: second.book.appending(path: ".loopbook")) }

    // The same results, which are another's: so what they go by is the same.
    let same = try verify()
    #expect(same.code == 0 && !same.isBuilding, "\(same.text)")
    #expect(
      same.text.contains("2 of them from the shared one") && same.text.contains("1 package from the shared cache"))
    #expect(try second.text(of: "report.json").contains("\"package\": {\n    \"fromSharedCache\": true\n  }"))
    // From now on it has the package itself, and can use it as a machine that built it.
    try second.write(Self.chapter + Self.more, to: "sums.md")
    // The loopbook of this build finds its libraries in the toolchain that it was built with only.
    second.environment["LOOPBOOK_SWIFTC"] = nil
    let again = try second.run("verify", "--remote-cache", server.address)
    #expect(again.code == 0 && again.output.contains("3 passed") && !again.output.contains("package"), "\(again.all)")
    let build = second.book.appending(path: ".loopbook/loopbook-modules/.build")
    #expect(!FileManager.default.fileExists(atPath: build.path))
    second.environment["LOOPBOOK_SWIFTC"] = tools.compiler
    try second.write(Self.chapter, to: "sums.md")
    #expect(try first.run("verify", "--remote-cache", "off").output.contains("2 from the cache"))

    // What is no part of the package changes nothing.
    let idle: [(String, (Machine) throws -> Void)] = [
      ("a date", { try $0.write(Self.book["../fruit/Package.swift"] ?? "", to: "../fruit/Package.swift") }),
      ("what SwiftPM built by itself", { try $0.write("", to: "../garden/.build/debug.yaml") }),
      ("a file beside the folders of targets", { try $0.write("changed", to: "../garden/README.md") }),
      ("what git keeps", { try $0.write("ref: refs/heads/main\n", to: "../garden/.git/HEAD") }),
      ("a variable that nothing reads", { $0.environment["GROUND"] = "1" }),
    ]
    for (name, change) in idle {
      try forget()
      try change(second)
      let result = try verify()
      #expect(result.code == 0 && !result.isBuilding, "\(name): \(result.text)")
      #expect(result.text.contains("1 package from the shared cache"), "\(name): \(result.text)")
    }

    // What is a part of it has it built, each of these by itself.
    let manager = FileManager.default
    func path(_ name: String) -> String { "\(second.folder.path)/checkout/\(name.dropFirst(3))" }
    let changes: [(String, String, String)] = [
      ("a source", "../garden/Sources/Garden/Garden.swift", "public let new = 1\n"),
      ("a source that is new", "../garden/Sources/Garden/New.swift", "public let new = 1\n"),
      ("a manifest", "../garden/Package.swift", "// changed\n"),
      ("a manifest for another version", "../garden/Package@swift-6.swift", Self.book["../garden/Package.swift"] ?? ""),
      ("what is locked", "../garden/Package.resolved", "{}\n"),
      ("a source of C", "../garden/Sources/CSeeds/seeds.c", "int other(void) { return 1; }\n"),
      ("a header", "../garden/Sources/CSeeds/include/seeds.h", "int other(void);\n"),
      ("a header of a header", "../garden/Sources/CSeeds/include/more/soil.h", "int other(void);\n"),
      ("a map of modules", "../garden/Sources/COwn/include/module.modulemap", "// changed\n"),
      ("a hidden file", "../garden/Sources/CSeeds/.hidden.h", "int other(void);\n"),
      ("a source of another package", "../fruit/Sources/Fruit/Fruit.swift", "public let pears = 2\n"),
      ("a manifest of another package", "../fruit/Package.swift", "// changed\n"),
    ]
    for (name, file, text) in changes {
      try forget()
      let old = Self.book[file]
      try second.write((old ?? "") + text, to: file)
      let result = try verify()
      #expect(result.code != 0 && result.isBuilding, "\(name): \(result.text)")
      if let old { try second.write(old, to: file) } else { try manager.removeItem(atPath: path(file)) }
    }
    for (name, value) in [("PLOT", "1"), ("PLOT", ""), ("CPATH", "/opt/include"), ("SWIFT_DRIVER_FLAGS", "-O")] {
      try forget()
      second.environment[name] = value
      let result = try verify()
      #expect(result.isBuilding, "\(name)=\(value): \(result.text)")
      second.environment[name] = nil
    }
    try forget()
    try second.write("title: Sums\npackage: ../garden\nproducts: [Fruit]\n", to: "loopbook.yml")
    #expect(try verify().isBuilding)
    try second.write(Self.book["loopbook.yml"] ?? "", to: "loopbook.yml")
    // A link in the place of a file, and one that leads out.
    try forget()
    try manager.moveItem(atPath: path("../garden/Sources/COwn/own.c"), toPath: path("../garden/Sources/COwn/other.c"))
    try manager.createSymbolicLink(atPath: path("../garden/Sources/COwn/own.c"), withDestinationPath: "other.c")
    #expect(try verify().isBuilding)
    try manager.removeItem(atPath: path("../garden/Sources/COwn/own.c"))
    try manager.moveItem(atPath: path("../garden/Sources/COwn/other.c"), toPath: path("../garden/Sources/COwn/own.c"))
    try forget()
    try manager.createSymbolicLink(
      atPath: path("../garden/Sources/COwn/more.c"), withDestinationPath: path("../fruit/Package.swift"))
    #expect(try verify().isBuilding)
    try manager.removeItem(atPath: path("../garden/Sources/COwn/more.c"))
    // Another toolchain.
    try forget()
    try tools.changeSwiftPM()
    #expect(try verify().isBuilding)
    try tools.restoreSwiftPM()

    // A server that lies costs a build.
    for damage in [Self.cut, Self.change] {
      try forget()
      let saved = try damage(server)
      let result = try verify()
      #expect(result.isBuilding, "\(result.text)")
      for (file, data) in saved { try data.write(to: file) }
    }
    try forget()
    let last = try verify()
    #expect(last.code == 0 && !last.isBuilding && last.text.contains("1 package from the shared cache"), "\(last.text)")
    // Without the sandbox, nothing is loaded that others built.
    try forget()
    let unconfined = try second.run("verify", "--remote-cache", server.address, "--no-sandbox")
    #expect(try tools.wasStarted(), "\(unconfined.all)")
  }

  /// The largest content of the server, which is the package.
  private static func package(of server: Nginx) throws -> URL {
    let folder = server.data.appending(path: "cas")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try #require(
      try files.max { try Data(contentsOf: $0).count < Data(contentsOf: $1).count }, "nothing was uploaded")
  }

  private static func cut(_ server: Nginx) throws -> [(URL, Data)] {
    let file = try package(of: server)
    let data = try Data(contentsOf: file)
    try data.dropLast(1).write(to: file)
    return [(file, data)]
  }

  private static func change(_ server: Nginx) throws -> [(URL, Data)] {
    let file = try package(of: server)
    let data = try Data(contentsOf: file)
    var changed = data
    changed[changed.count / 2] ^= 1
    try changed.write(to: file)
    return [(file, data)]
  }

  @Test("what has a place of its machine in it is built on each, and that is told")
  func unshareable() throws {
    let server = try Nginx()
    let source =
      (Self.book["../garden/Sources/Garden/Garden.swift"] ?? "") + "public func place() -> String { #filePath }\n"
    let machine = try Machine(Self.book.merging(["../garden/Sources/Garden/Garden.swift": source]) { $1 })
    for _ in 0..<2 {
      let ending = try machine.run("verify", "--remote-cache", server.address, "--remote-cache-upload")
      #expect(ending.code == 0, "\(ending.all)")
      #expect(ending.output.contains("1 package not shared, since libBookModules.so holds the path /"), "\(ending.all)")
    }
    let results = try FileManager.default.contentsOfDirectory(atPath: server.data.appending(path: "ac").path)
    #expect(results.count == 2)
  }

  @Test("what is compiled with a file of its machine is built on each, and that is told")
  func outside() throws {
    let server = try Nginx()
    let machine = try Machine(Self.book)
    try machine.write("#define EARTH 3\n", to: "../elsewhere/earth.h")
    let header = machine.book.appending(path: "../elsewhere/earth.h").standardizedFileURL.path
    try machine.write(
      "#include \"\(header)\"\n#include \"seeds.h\"\nint seeds(void) { return EARTH; }\n",
      to: "../garden/Sources/CSeeds/seeds.c")
    let ending = try machine.run("verify", "--remote-cache", server.address, "--remote-cache-upload")
    #expect(ending.code == 0, "\(ending.all)")
    #expect(ending.output.contains("1 package not shared, since it is compiled with /"), "\(ending.all)")
  }

  @Test("who built the package at the same time takes what is there, so that both have the same")
  func together() throws {
    let server = try Nginx()
    let machines = try (0..<2).map { _ in try Machine(Self.book) }
    // Both begin with nothing there; the one that comes later finds the other's.
    let processes = try machines.map { machine in
      try machine.start(["verify", "checkout/book", "--remote-cache", server.address, "--remote-cache-upload"])
    }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus) == [0, 0])
    let third = try Machine(Self.book)
    let ending = try third.run("verify", "--remote-cache", server.address)
    #expect(ending.output.contains("2 of them from the shared one"), "\(ending.all)")
    #expect(ending.output.contains("1 package from the shared cache"), "\(ending.all)")
  }
}
