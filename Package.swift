// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Warnings are errors in the gate only: a newer compiler's first new warning must not end the builds of users.
let forGate: [SwiftSetting] = Context.environment["LOOPBOOK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + forGate

/// The same sources that `import LoopEngine`, compiled against CoreFoundation instead.
let onReference: [SwiftSetting] =
  strict + [.unsafeFlags(["-module-alias", "LoopEngine=LoopEngineReference"])]

/// The compiler's own parser, which comes with the toolchain that builds.
let swiftSyntax = toolchainLibraries()
/// What examples may need that nothing in the runtime does: their objects are linked without libraries.
let forExamples: [LinkerSetting] = ["SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Synchronization"].map {
  .linkedLibrary("swift" + $0)
}

let package = Package(
  name: "Loopbook",
  products: [
    .executable(name: "loopbook", targets: ["loopbook"]),
    .library(name: "LoopEngine", targets: ["LoopEngine"]),
    .library(name: "LoopTracing", targets: ["LoopTracing"]),
    // What a process that runs examples loads before them.
    .library(name: "LoopbookRuntime", type: .dynamic, targets: ["LoopbookRuntime"]),
    .library(name: "LoopbookRuntimeOnReference", type: .dynamic, targets: ["LoopbookRuntimeOnReference"]),
    .plugin(name: "LoopbookCommand", targets: ["LoopbookCommand"]),
  ],
  targets: [
    // The engine, bottom-up.
    .target(name: "CLinux", linkerSettings: [.linkedLibrary("dispatch")]),
    .target(name: "LoopEngine", dependencies: ["CLinux"], swiftSettings: strict),
    // Its value types are links to LoopEngine's. CoreFoundation lies in Foundation's library, and its blocks need
    // theirs.
    .target(name: "CReference"),
    .target(
      name: "LoopEngineReference", dependencies: ["CLinux", "CReference"], swiftSettings: strict,
      linkerSettings: [.linkedLibrary("Foundation"), .linkedLibrary("BlocksRuntime")]),
    .target(name: "LoopDifferences", swiftSettings: strict),
    .target(name: "LoopTracing", dependencies: ["CLinux", "LoopDifferences", "LoopEngine"], swiftSettings: strict),
    // Its files stand in a folder beside those that are links to LoopTracing's.
    .target(
      name: "LoopTracingOnReference", dependencies: ["CLinux", "LoopEngine", "LoopEngineReference"],
      swiftSettings: onReference),
    .target(
      name: "LoopbookRuntime", dependencies: ["LoopEngine", "LoopTracing"], swiftSettings: strict,
      linkerSettings: forExamples),
    .target(
      name: "LoopbookRuntimeOnReference", dependencies: ["LoopEngineReference", "LoopTracingOnReference"],
      swiftSettings: strict, linkerSettings: forExamples),

    // `swift package loopbook` in packages of others: it starts the program that is installed.
    .plugin(
      name: "LoopbookCommand",
      capability: .command(
        intent: .custom(verb: "loopbook", description: "Verifies and builds the package's book with loopbook"))),

    // The generator, bottom-up.
    .systemLibrary(
      name: "CCmarkGFM", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .target(name: "Text", swiftSettings: strict),
    .target(name: "Words", dependencies: ["Text"], swiftSettings: strict),
    .target(name: "Files", dependencies: ["CSystem"], swiftSettings: strict),
    .target(name: "Templates", dependencies: ["Files", "Text"], swiftSettings: strict),
    .target(name: "Highlighting", dependencies: ["Text"], swiftSettings: strict),
    .target(name: "Recordings", dependencies: ["LoopTracing"], swiftSettings: strict),
    // Programs of many megabytes are hashed in tests, too.
    .target(name: "CSystem", cSettings: [.unsafeFlags(["-O2"])]),
    // Examples look their entry points up in the host that loads them. It has Swift's runtime from them, of the
    // toolchain in use, and so nothing of its own that needs one.
    .executableTarget(
      name: "example-host", dependencies: ["CSystem"],
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic", "-nostartfiles"])]),
    // Loads the compiler's library for editors, of the toolchain in use, by its place.
    .executableTarget(name: "type-reader"),
    .target(
      name: "Execution", dependencies: ["CSystem", "Files", "LoopEngine"], swiftSettings: strict + swiftSyntax.settings,
      linkerSettings: swiftSyntax.linkerSettings),
    .target(name: "Markdown", dependencies: ["CCmarkGFM", "Files", "Text"], swiftSettings: strict),
    .target(name: "Reference", dependencies: ["LoopTracing", "Markdown", "Text", "Words"], swiftSettings: strict),
    .target(name: "Book", dependencies: ["CYAML", "Files", "Markdown", "Text", "Words"], swiftSettings: strict),
    .target(
      name: "Examples",
      dependencies: ["Highlighting", "LoopDifferences", "LoopTracing", "Markdown", "Recordings", "Text"],
      swiftSettings: strict),
    .target(name: "Pictures", dependencies: ["LoopEngine", "LoopTracing", "Text", "Words"], swiftSettings: strict),
    .target(
      name: "Results", dependencies: ["LoopTracing", "Pictures", "Recordings", "Templates", "Text", "Words"],
      swiftSettings: strict),
    .target(
      name: "Verification",
      dependencies: [
        "Book", "CSystem", "Examples", "Execution", "Files", "Highlighting", "LoopDifferences", "LoopEngine",
        "LoopTracing", "Markdown", "Recordings", "Reference", "RemoteCache", "Text", "Words",
      ],
      swiftSettings: strict + swiftSyntax.settings),
    // The cache that machines share.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "RemoteCache", dependencies: ["CCurl"], swiftSettings: strict),
    // The preview of a book that is being written.
    .target(name: "CMicrohttpd", linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(name: "Preview", dependencies: ["CMicrohttpd", "Files", "LoopEngine", "Text"], swiftSettings: strict),
    .target(name: "CTheme"),
    .target(
      name: "Site",
      dependencies: [
        "Book", "CTheme", "Examples", "Files", "Highlighting", "LoopDifferences", "LoopTracing", "Markdown", "Pictures",
        "Recordings", "Reference", "Results", "Templates", "Text", "Verification", "Words",
      ],
      swiftSettings: strict + swiftSyntax.settings),
    .executableTarget(
      name: "loopbook",
      dependencies: [
        "Book", "Examples", "Execution", "Files", "LoopEngine", "Markdown", "Preview", "Recordings", "Site", "Text",
        "Verification",
      ],
      swiftSettings: strict + swiftSyntax.settings),
    .testTarget(
      name: "VerificationTests",
      dependencies: ["Book", "CSystem", "Execution", "TestSupport", "Text", "Verification", "example-host"],
      swiftSettings: strict + swiftSyntax.settings),
    .testTarget(
      name: "RemoteCacheTests",
      dependencies: [
        "DifferentialModel", "Execution", "Files", "RemoteCache", "TestSupport", "Verification", "example-host",
        "loopbook",
      ],
      swiftSettings: strict + swiftSyntax.settings),
    .testTarget(
      name: "SiteTests",
      dependencies: [
        "Book", "CTheme", "Examples", "Files", "LoopEngine", "LoopTracing", "Markdown", "Reference", "Results", "Site",
        "Templates", "TestSupport", "Text", "Verification", "Words",
      ],
      exclude: ["Live", "SwiftBook"], swiftSettings: strict + swiftSyntax.settings),
    .testTarget(
      name: "PreviewTests", dependencies: ["Preview", "TestSupport", "example-host", "loopbook"],
      swiftSettings: strict + swiftSyntax.settings),
    .testTarget(
      name: "CommandTests",
      dependencies: ["LoopTracing", "TestSupport", "Text", "Verification", "example-host", "loopbook"],
      exclude: ["Cases"], swiftSettings: strict + swiftSyntax.settings),

    // What tests of several modules need: folders, built programs, differences of lines.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),

    // Conformance: one set of sources, compiled against the engine and against CoreFoundation.
    .target(
      name: "DifferentialModel", dependencies: ["LoopDifferences"], path: "Tests/DifferentialModel",
      swiftSettings: strict),
    .target(
      name: "DifferentialOnEngine", dependencies: ["DifferentialModel", "LoopEngine"],
      path: "Tests/Differential", swiftSettings: strict),
    .target(
      name: "DifferentialOnReference",
      dependencies: ["DifferentialModel", "LoopEngine", "LoopEngineReference"],
      path: "Tests/DifferentialOnReference", swiftSettings: onReference),
    .executableTarget(
      name: "loop-fuzz",
      dependencies: [
        "DifferentialModel", "DifferentialOnEngine", "DifferentialOnReference", "LoopDifferences",
      ],
      path: "Tests/LoopFuzz", swiftSettings: strict),
    .executableTarget(
      name: "conformance-main",
      dependencies: ["DifferentialModel", "DifferentialOnEngine", "DifferentialOnReference", "LoopTracing"],
      path: "Tests/ConformanceMain", swiftSettings: strict),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "DifferentialModel", "DifferentialOnEngine", "DifferentialOnReference", "LoopDifferences", "LoopEngine",
        "LoopTracing", "TestSupport", "conformance-main", "loop-fuzz",
      ],
      swiftSettings: strict),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .executableTarget(
      name: "trace-probe", dependencies: ["CTestSupport", "LoopEngine", "LoopTracing"], path: "Tests/TraceProbe",
      swiftSettings: strict),
    .testTarget(
      name: "LoopTracingTests",
      dependencies: [
        "DifferentialModel", "LoopDifferences", "LoopEngine", "LoopTracing", "TestSupport", "trace-probe",
      ],
      swiftSettings: strict),
    // Loads the runtime libraries, which are built with it, by their names.
    .executableTarget(name: "runtime-host", path: "Tests/RuntimeHost", swiftSettings: strict),
    .testTarget(
      name: "LoopbookRuntimeTests", dependencies: ["LoopEngine", "LoopTracing", "TestSupport", "runtime-host"],
      swiftSettings: strict),
    .testTarget(
      name: "LoopEngineTests", dependencies: ["CTestSupport", "LoopEngine", "LoopTracing"], swiftSettings: strict),
    .testTarget(name: "TemplatesTests", dependencies: ["Templates", "TestSupport", "Text"], swiftSettings: strict),

    // The generator's own tests.
    .executableTarget(
      name: "execution-probe", dependencies: ["Execution"], path: "Tests/ExecutionProbe",
      swiftSettings: strict + swiftSyntax.settings, linkerSettings: swiftSyntax.linkerSettings),
    // Random programs in plain Swift and in Loopbook; and the tools that tests of programs need.
    .target(
      name: "ProgramFuzzing", dependencies: ["DifferentialModel", "Execution", "Files", "TestSupport", "Verification"],
      path: "Tests/ProgramFuzzing", swiftSettings: strict + swiftSyntax.settings,
      linkerSettings: swiftSyntax.linkerSettings),
    .executableTarget(
      name: "program-fuzz", dependencies: ["ProgramFuzzing"], path: "Tests/ProgramFuzz",
      swiftSettings: strict + swiftSyntax.settings, linkerSettings: swiftSyntax.linkerSettings),
    .testTarget(
      name: "ExecutionTests",
      dependencies: [
        "DifferentialModel", "Execution", "Files", "ProgramFuzzing", "TestSupport", "example-host", "execution-probe",
        "type-reader",
      ],
      exclude: ["Programs"],
      swiftSettings: strict + swiftSyntax.settings, linkerSettings: swiftSyntax.linkerSettings),
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown", "Text"], swiftSettings: strict),
    // The compiler's own parser is the judge of how Swift is highlighted.
    .testTarget(
      name: "HighlightingTests", dependencies: ["Highlighting"], swiftSettings: strict + swiftSyntax.settings,
      linkerSettings: swiftSyntax.linkerSettings),
    .testTarget(
      name: "BookTests",
      dependencies: ["Book", "DifferentialModel", "Files", "Markdown", "TestSupport", "Text", "Words"],
      swiftSettings: strict),
    .executableTarget(
      name: "replacement-probe", dependencies: ["Files"], path: "Tests/ReplacementProbe", swiftSettings: strict),
    .testTarget(
      name: "ReferenceTests",
      dependencies: ["LoopTracing", "Markdown", "Reference", "TestSupport", "Text", "Words"],
      swiftSettings: strict),
    .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: strict),
    .testTarget(
      name: "FilesTests", dependencies: ["Files", "TestSupport", "replacement-probe"], swiftSettings: strict),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["Examples", "LoopTracing", "Markdown", "Recordings", "Text"],
      swiftSettings: strict),
    .testTarget(
      name: "PicturesTests", dependencies: ["LoopEngine", "LoopTracing", "Pictures", "Words"], swiftSettings: strict),

    // The engine in a browser's page, which a script builds from Sources/LoopPage: in `Page` is what only the page runs.
    .testTarget(
      name: "PageTests",
      dependencies: [
        "DifferentialModel", "DifferentialOnEngine", "LoopEngine", "LoopTracing", "Results", "Templates", "TestSupport",
        "Text", "Words", "example-host", "loopbook",
      ],
      exclude: ["Page"], swiftSettings: strict + swiftSyntax.settings),

    // What must hold of the modules and of the sources themselves.
    .testTarget(
      name: "SurfaceTests", dependencies: ["LoopEngine", "LoopEngineReference", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", dependencies: ["Highlighting"], swiftSettings: strict),
  ]
)

// A part alone builds in a fraction of the time: the command with what it starts, as `make build` has it; the engine,
// which needs none of the Debian packages either; the runtime, which an installed copy compiles anew for another
// toolchain, and has the sources of; or one target of tests with all that it needs, as `make test-module` has it.
if let part = Context.environment["LOOPBOOK_ONLY"] {
  let runtime = ["LoopbookRuntime", "LoopbookRuntimeOnReference"]
  let engine = ["LoopEngineTests", "LoopTracingTests", "SurfaceTests", "LoopbookRuntimeTests", "ConformanceTests"]
  let parts = ["command": ["loopbook", "example-host", "type-reader"], "engine": engine + runtime, "runtime": runtime]
  guard parts[part] != nil || package.targets.contains(where: { $0.name == part }) else {
    fatalError("LOOPBOOK_ONLY is '\(part)': it can be 'command', 'engine', 'runtime' or the name of a target")
  }
  package.keep(parts[part] ?? [part], loading: runtime)
}

extension Package {
  /// Leaves out all but these targets, what they depend on, and the products of both.
  ///
  /// The host of examples loads the runtime by its name, so no target depends on it; yet nothing runs without it.
  func keep(_ names: [String], loading runtime: [String]) {
    var kept: Set<String> = []
    var open = names
    while let name = open.popLast() {
      if !kept.insert(name).inserted { continue }
      if name == "example-host" { open += runtime + ["type-reader"] }
      for case .byNameItem(let dependency, _) in targets.first(where: { $0.name == name })?.dependencies ?? [] {
        open.append(dependency)
      }
    }
    targets.removeAll { !kept.contains($0.name) }
    let left = Set(targets.map(\.name))
    products.removeAll { product in
      switch product {
      case let product as Product.Executable: !left.isSuperset(of: product.targets)
      case let product as Product.Library: !left.isSuperset(of: product.targets)
      case let product as Product.Plugin: !left.isSuperset(of: product.targets)
      default: true
      }
    }
  }
}

/// How to compile and link against `lib/swift/host` of the toolchain that builds.
///
/// The PATH is not searched, which would cost a package that depends on the engine alone, and could find another
/// toolchain: this manifest itself runs with `lib/swift/pm/ManifestAPI/libPackageDescription.so` of that toolchain.
func toolchainLibraries() -> (settings: [SwiftSetting], linkerSettings: [LinkerSetting]) {
  // Line by line: Foundation reads what comes at once, and the kernel tells a page at a time.
  guard let maps = fopen("/proc/self/maps", "r") else { fatalError("/proc/self/maps cannot be read") }
  defer { fclose(maps) }
  var buffer: UnsafeMutablePointer<CChar>?
  var size = 0
  defer { free(buffer) }
  var library: String?
  while library == nil, getline(&buffer, &size, maps) > 0, let line = buffer.map({ String(cString: $0) }) {
    guard line.hasSuffix("/libPackageDescription.so\n"), let start = line.firstIndex(of: "/") else { continue }
    library = String(line[start...].dropLast())
  }
  guard let library else { fatalError("this manifest runs without libPackageDescription.so") }
  let host = URL(fileURLWithPath: "\(library)/../../../host").standardizedFileURL.path
  return (
    [.unsafeFlags(["-I", host])],
    [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]
  )
}
