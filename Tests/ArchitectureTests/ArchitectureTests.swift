import Testing

/// The invariants of ARCHITECTURE.md that can be seen in the sources.
@Suite("Architecture")
struct ArchitectureTests {
  /// Which modules each may import stands in ARCHITECTURE.md, and only there.
  private let document = Repository.architecture

  /// What the engine may import besides: its users pay for what it brings along.
  private static let engineImports: Set = ["Synchronization"]

  @Test("the engine imports Synchronization and CLinux, and nothing else")
  func engineImports() throws {
    let allowed = Self.engineImports.union(document.imports(of: "LoopEngine"))
    let findings = try Repository.swiftSources().filter { $0.module == "LoopEngine" }.flatMap { file in
      file.imports.filter { !allowed.contains($0.module) }.map { "\(file.path):\($0.line): \($0.module)" }
    }
    #expect(findings == [])
  }

  @Test("modules import each other only along the arrows")
  func arrows() throws {
    let modules = Set(document.arrows.map(\.module))
    let findings = try Repository.swiftSources().flatMap { file in
      let allowed = document.imports(of: file.module ?? "")
      return file.imports.filter { modules.contains($0.module) && !allowed.contains($0.module) }
        .map { "\(file.path):\($0.line): \($0.module)" }
    }
    #expect(findings == [])
  }

  @Test("what is imported is declared in Package.swift, of tests, too")
  func declarations() throws {
    let manifest = Manifest(text: try Repository.text("Package.swift"))
    // A program's module has its name without what no name may have.
    let names = Dictionary(uniqueKeysWithValues: manifest.targets.map { ($0.name.replacing("-", with: "_"), $0.name) })
    let findings = try manifest.targets.flatMap { target in
      try Repository.files(below: target.folder, extensions: ["swift"]).flatMap { file in
        file.imports.compactMap { line, module -> String? in
          guard let imported = names[module], !target.dependencies.contains(imported) else { return nil }
          return "\(file.path):\(line): \(imported)"
        }
      }
    }
    #expect(findings == [])
  }

  @Test(
    "what the compiler cannot check has its proof in a comment beside it",
    arguments: [
      "try!", "@unchecked Sendable", "nonisolated(unsafe)", "fatalError(", "unsafeBitCast", "_withUnsafeGuaranteedRef",
      "unsafelyUnwrapped",
    ])
  func unsafeWordsAreExplained(word: String) throws {
    let findings = try (Repository.swiftSources() + Repository.files(below: "Benchmarks", extensions: ["swift"]))
      .flatMap { file in
        file.linesOfCode(containing: word).filter { !file.isExplained($0) }.map { "\(file.path):\($0): \(word)" }
      }
    #expect(findings == [])
  }

  @Test("a file that turns the check for exclusive access off says once why it may")
  func uncheckedAccessIsExplained() throws {
    let word = "@exclusivity(unchecked)"
    let findings = try Repository.swiftSources().filter { file in
      !file.linesOfCode(containing: word).isEmpty && !file.lines.contains { $0.text.contains("// \(word): ") }
    }
    #expect(findings.map(\.path) == [])
  }

  @Test("only the command prints and exits", arguments: ["print(", "debugPrint(", "puts(", "exit(", "_exit("])
  func librariesAreSilent(word: String) throws {
    // A program that has come to a deadlock has nobody left to return to.
    let exception = "Sources/LoopTracing/Linux/TracedProgram.swift: _exit("
    // What a page's programs print with is there, and the page has no command.
    let printing: Set = ["loopbook", "LoopPage"]
    let findings = try Repository.swiftSources().filter { !printing.contains($0.module ?? "") }.flatMap { file in
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

  @Test("what programs of a page are compiled with imports nothing that they may import with other access")
  func supportOfPagesImportsNoModules() throws {
    let files = try Repository.files(below: "Sources/LoopPage/Programs")
    let imports = files.flatMap { file in
      file.lines.map(\.text).filter { $0.contains("import ") && !$0.hasPrefix("//") }.map { "\(file.path): \($0)" }
    }
    #expect(!imports.isEmpty)
    let kernels = ["CLoopPage", "CLinux"].map { "internal import \($0)" }
    #expect(imports.filter { line in !kernels.contains(where: line.hasSuffix) } == [])
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
      file.lines.indices.filter { index in
        let text = file.lines[index].text
        return text.contains("/") && text.contains(folder)
      }.map { "\(file.path):\($0 + 1)" }
    }
    #expect(findings == [])
  }

  @Test("messages name who does something, and say what a thing is not in plain English")
  func plainMessages() throws {
    // The book quotes the table of differences, and its own text is the authors'.
    let findings = try Repository.swiftSources().filter { $0.module != "LoopDifferences" }.flatMap { file in
      file.lines.indices.filter { Self.isRiddle(file.lines[$0].words) }.map { "\(file.path):\($0 + 1)" }
    }
    #expect(findings == [])
    let riddles = ["'a' is no folder", "nobody knows", "Somebody closed it", "whoever asks"]
    #expect(riddles.allSatisfy(Self.isRiddle))
    let plain = ["there is no folder 'a'", "'a' is not a folder", "it is no longer there", "There is no more"]
    #expect(!plain.contains(where: Self.isRiddle))
  }

  private static func isRiddle(_ words: String) -> Bool {
    if words.isEmpty { return false }
    return words.contains(/\b(?i:nobody|somebody|whoever)\b/)
      || words.ranges(of: /\bis no (?!longer\b|more\b)/).contains { !words[..<$0.lowerBound].hasSuffix("here ") }
  }

  @Test("no line of a comment is wider than 120 columns, as the formatter holds for code")
  func commentsAreNarrow() throws {
    let findings = try ["Sources", "Tests", "Benchmarks"].flatMap { folder in
      try Repository.files(below: folder, extensions: ["swift"]).flatMap { file in
        file.lines.indices.filter {
          let text = file.lines[$0].text
          guard text.utf8.count > 120, text.count > 120 else { return false }
          return file.lines[$0].hasComment && text.drop { $0 == " " }.hasPrefix("//")
        }.map { "\(file.path):\($0 + 1)" }
      }
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
