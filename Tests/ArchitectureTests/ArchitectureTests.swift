import Testing

/// The invariants of ARCHITECTURE.md that can be seen in the sources.
@Suite("Architecture")
struct ArchitectureTests {
  /// The modules of this package, and which of the others each may import.
  private static let arrows: [String: Set<String>] = [
    "CLinux": [],
    "LoopEngine": ["CLinux"],
    "CReference": [],
    "LoopEngineReference": ["CReference"],
    "LoopTracing": ["CLinux", "LoopDifferences", "LoopEngine"],
    // The alias makes its `LoopEngine` the reference.
    "LoopTracingOnReference": ["CLinux", "LoopEngine", "LoopEngineReference"],
    "LoopDifferences": [],
    "LoopbookRuntime": ["LoopTracing"],
    "LoopbookRuntimeOnReference": ["LoopTracingOnReference"],
    "CCmarkGFM": [],
    "CYAML": [],
    "Files": ["CSystem"],
    "Text": [],
    "Highlighting": ["Text"],
    "Markdown": ["CCmarkGFM", "Text"],
    "Book": ["CYAML", "Files", "Markdown", "Text"],
    "CSystem": [],
    "CMicrohttpd": [],
    "Preview": ["CMicrohttpd", "Files", "LoopEngine", "Text"],
    "example-host": ["CSystem"],
    "Execution": ["CSystem", "Files", "LoopEngine"],
    "Verification": [
      "Book", "CSystem", "Examples", "Execution", "Files", "Highlighting", "LoopDifferences", "LoopEngine",
      "LoopTracing", "Markdown", "Text",
    ],
    "Examples": ["LoopTracing", "Markdown", "Text"],
    "Pictures": ["LoopEngine", "LoopTracing", "Text"],
    "CTheme": [],
    "Site": [
      "Book", "CTheme", "Examples", "Files", "Highlighting", "LoopDifferences", "LoopTracing", "Markdown", "Pictures",
      "Templates", "Text", "Verification",
    ],
    "loopbook": [
      "Book", "Examples", "Execution", "Files", "LoopEngine", "Markdown", "Preview", "Site", "Text", "Verification",
    ],
    "Templates": ["Files", "Text"],
  ]

  /// What the engine may import besides: its users pay for what it brings along.
  private static let engineImports: Set = ["Glibc", "Dispatch", "Synchronization"]

  @Test("the engine imports Glibc, Dispatch, Synchronization and CLinux, and nothing else")
  func engineImports() throws {
    let allowed = Self.engineImports.union(Self.arrows["LoopEngine", default: []])
    let findings = try Repository.swiftSources().filter { $0.module == "LoopEngine" }.flatMap { file in
      file.imports.filter { !allowed.contains($0.module) }.map { "\(file.path):\($0.line): \($0.module)" }
    }
    #expect(findings == [])
  }

  @Test("modules import each other only along the arrows")
  func arrows() throws {
    let findings = try Repository.swiftSources().flatMap { file in
      file.imports.filter { _, imported in
        guard Self.arrows[imported] != nil else { return false }
        return !Self.arrows[file.module ?? "", default: []].contains(imported)
      }.map { "\(file.path):\($0.line): \($0.module)" }
    }
    #expect(findings == [])
  }

  @Test("every module has its arrows written down")
  func modulesAreKnown() throws {
    let modules = Set(try Repository.files(below: "Sources").compactMap(\.module))
    #expect(modules == Set(Self.arrows.keys))
  }

  @Test(
    "what the compiler cannot check has its proof in a comment beside it",
    arguments: ["try!", "@unchecked Sendable", "nonisolated(unsafe)", "fatalError(", "unsafeBitCast"])
  func unsafeWordsAreExplained(word: String) throws {
    let findings = try (Repository.swiftSources() + Repository.files(below: "Benchmarks", extensions: ["swift"]))
      .flatMap { file in
        file.linesOfCode(containing: word).filter { !file.isExplained($0) }.map { "\(file.path):\($0): \(word)" }
      }
    #expect(findings == [])
  }

  @Test("only the command prints and exits", arguments: ["print(", "debugPrint(", "puts(", "exit(", "_exit("])
  func librariesAreSilent(word: String) throws {
    // A program that has come to a deadlock has nobody left to return to.
    let exception = "Sources/LoopTracing/TracedProgram.swift: _exit("
    let findings = try Repository.swiftSources().filter { $0.module != "loopbook" }.flatMap { file in
      "\(file.path): \(word)" == exception
        ? [] : file.linesOfCode(containing: word).map { "\(file.path):\($0): \(word)" }
    }
    #expect(findings == [])
  }

  @Test(
    "a programmer's error ends the engine with a sentence in release builds, too: precondition would say nothing there",
    arguments: ["precondition(", "preconditionFailure(", "assert(", "assertionFailure("])
  func errorsSpeak(word: String) throws {
    let findings = try Repository.swiftSources().filter { ["LoopEngine", "LoopTracing"].contains($0.module) }
      .flatMap { file in file.linesOfCode(containing: word).map { "\(file.path):\($0): \(word)" } }
    #expect(findings == [])
  }

  @Test("a file holds one idea, in 450 lines at most")
  func filesAreShort() throws {
    let findings = try Repository.files(below: "Sources").filter { $0.lines.count > 450 }
      .map { "\($0.path): \($0.lines.count) lines" }
    #expect(findings == [])
  }

  @Test("no file names a path of the machine it was written on")
  func noMachinePaths() throws {
    let folder = try Regex("(^|[^A-Za-z0-9_.$])/(work|farm|root|home|tmp)/")
    let folders = ["Sources", "Benchmarks", "scripts", ".ci"]
    let others = ["Package.swift", "Makefile", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    let files = try folders.flatMap { try Repository.files(below: $0) } + others.map(Repository.file)
    let findings = files.flatMap { file in
      file.lines.indices.filter { file.lines[$0].text.contains(folder) }.map { "\(file.path):\($0 + 1)" }
    }
    #expect(findings == [])
  }

  @Test("no promise stands in place of the thing", arguments: ["TODO", "FIXME", "XXX"])
  func noPromises(word: String) throws {
    let findings = try Repository.files(below: "Sources").flatMap { file in
      file.lines.indices.filter { file.lines[$0].text.contains(word) }.map { "\(file.path):\($0 + 1)" }
    }
    #expect(findings == [])
  }
}
