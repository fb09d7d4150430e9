import Testing

/// ARCHITECTURE.md says what is there.
@Suite("The architecture document")
struct DocumentTests {
  private let document = Repository.architecture

  @Test("its tree has every folder of modules and of tests, and no other")
  func tree() throws {
    let there = try ["Sources", "Tests"].flatMap { parent in
      try Repository.folders(in: parent).map { "\(parent)/\($0)" }
    }
    #expect(
      document.folders.filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }
        .filter { $0.split(separator: "/").count == 2 }.sorted() == there.sorted())
    #expect(document.folders.filter { !Repository.isFolder($0) } == [])
    let hidden: Set = [".git", ".build", ".swiftpm"]
    let top = Set(try Repository.folders(in: ".")).subtracting(hidden)
    #expect(top.subtracting(document.folders.compactMap { $0.split(separator: "/").first.map(String.init) }) == [".ci"])
  }

  @Test("its arrows are those of Package.swift")
  func arrows() throws {
    let manifest = Manifest(text: try Repository.text("Package.swift"))
    let modules = try Repository.folders(in: "Sources")
    #expect(document.arrows.map(\.module).sorted() == modules.sorted())
    // Not a target: a script compiles it for a page.
    let findings = document.arrows.filter { $0.module != "LoopPage" }.compactMap { module, imports in
      let known = manifest.dependencies(of: module) ?? []
      return known == Set(imports)
        ? nil : "\(module): Package.swift has \(known.sorted()), ARCHITECTURE.md \(imports.sorted())"
    }
    #expect(findings == [])
  }

  @Test("each module stands below those that it imports")
  func order() {
    var above: Set<String> = []
    for (module, imports) in document.arrows {
      #expect(above.isSuperset(of: imports), "\(module)")
      above.insert(module)
    }
  }

  @Test("a tree and arrows are read as they are written")
  func reading() {
    let document = ArchitectureDocument(
      text: """
        ## The tree

            Makefile  .ci/run   the gate
            Sources/
              One/  Two/
                                what both are
              Three/            another
                Inner/          in it
            docs/               texts in docs/

        ## The arrows

        Which imports which:

            Three
            One -> Three
            Two -> Three,
                One

        Not this -> One
        """)
    #expect(
      document.folders == ["Sources", "Sources/One", "Sources/Two", "Sources/Three", "Sources/Three/Inner", "docs"])
    #expect(
      document.arrows.map { "\($0.module): \($0.imports)" } == [
        #"Three: []"#, #"One: ["Three"]"#, #"Two: ["Three", "One"]"#,
      ])
    #expect(document.imports(of: "Two") == ["One", "Three"])
  }

  @Test("a manifest is read as it is written")
  func manifest() {
    let manifest = Manifest(
      text: """
        .library(name: "Three", targets: ["Three"]),
        .target(name: "Three", swiftSettings: strict),
        .systemLibrary(
          name: "Four", providers: [.apt(["libfour-dev"])]),
        .executableTarget(
          name: "one-two",
          dependencies: [
            "Three", "Four",
          ],
          swiftSettings: strict),
        .testTarget(name: "Tests", dependencies: ["Three"], exclude: ["Cases"]),
        .target(name: "Helpers", path: "Tests/Helpers")
        """)
    #expect(
      manifest.targets.map { "\($0.name) in \($0.folder): \($0.dependencies.sorted().joined(separator: " "))" } == [
        "Three in Sources/Three: ", "Four in Sources/Four: ", "one-two in Sources/one-two: Four Three",
        "Tests in Tests/Tests: Three", "Helpers in Tests/Helpers: ",
      ])
    #expect(manifest.dependencies(of: "Four") == [])
    #expect(manifest.dependencies(of: "Five") == nil)
  }
}
