// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The same sources that `import LoopEngine`, compiled against CoreFoundation instead.
let onReference: [SwiftSetting] =
  strict + [.unsafeFlags(["-module-alias", "LoopEngine=LoopEngineReference"])]

let package = Package(
  name: "Loopbook",
  products: [
    .library(name: "LoopEngine", targets: ["LoopEngine"]),
    .library(name: "LoopTracing", targets: ["LoopTracing"]),
  ],
  targets: [
    // The engine, bottom-up.
    .target(name: "CLinux", linkerSettings: [.linkedLibrary("dispatch")]),
    .target(name: "LoopEngine", dependencies: ["CLinux"], swiftSettings: strict),
    // CoreFoundation lies in Foundation's library, and its blocks need theirs.
    .target(name: "CReference"),
    .target(
      name: "LoopEngineReference", dependencies: ["CReference"], swiftSettings: strict,
      linkerSettings: [.linkedLibrary("Foundation"), .linkedLibrary("BlocksRuntime")]),
    .target(name: "LoopTracing", dependencies: ["CLinux", "LoopEngine"], swiftSettings: strict),
    .target(name: "LoopDifferences", swiftSettings: strict),

    // The generator, bottom-up.
    .systemLibrary(
      name: "CCmarkGFM", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .target(name: "SourceText", swiftSettings: strict),
    .target(name: "Markdown", dependencies: ["CCmarkGFM", "SourceText"], swiftSettings: strict),
    .target(name: "Book", dependencies: ["CYAML", "Markdown", "SourceText"], swiftSettings: strict),

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
        "conformance-main",
        "DifferentialModel", "DifferentialOnEngine", "DifferentialOnReference", "LoopDifferences", "LoopTracing",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "trace-probe", dependencies: ["CLinux", "LoopEngine", "LoopTracing"], path: "Tests/TraceProbe",
      swiftSettings: strict),
    .testTarget(
      name: "LoopTracingTests", dependencies: ["trace-probe", "LoopEngine", "LoopTracing"], swiftSettings: strict),
    .testTarget(
      name: "LoopEngineTests", dependencies: ["LoopEngine", "CLinux"], swiftSettings: strict),

    // The generator's own tests.
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown", "SourceText"], swiftSettings: strict),
    .testTarget(name: "BookTests", dependencies: ["Book", "Markdown", "SourceText"], swiftSettings: strict),

    // What must hold of the modules and of the sources themselves.
    .testTarget(
      name: "SurfaceTests", dependencies: ["LoopEngine", "LoopEngineReference"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ]
)
