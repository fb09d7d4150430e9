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

/// What examples may need that nothing in the runtime does: their objects are linked without libraries.
let forExamples: [LinkerSetting] = ["SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Synchronization"].map {
  .linkedLibrary("swift" + $0)
}

let package = Package(
  name: "Loopbook",
  products: [
    .library(name: "LoopEngine", targets: ["LoopEngine"]),
    .library(name: "LoopTracing", targets: ["LoopTracing"]),
    // What a process that runs examples loads before them.
    .library(name: "LoopbookRuntime", type: .dynamic, targets: ["LoopbookRuntime"]),
    .library(name: "LoopbookRuntimeOnReference", type: .dynamic, targets: ["LoopbookRuntimeOnReference"]),
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

    // The generator, bottom-up.
    .systemLibrary(
      name: "CCmarkGFM", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .target(name: "SourceText", swiftSettings: strict),

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
      name: "LoopTracingTests", dependencies: ["trace-probe", "LoopDifferences", "LoopEngine", "LoopTracing"],
      swiftSettings: strict),
    // Loads the runtime libraries, which are built with it, by their names.
    .executableTarget(name: "runtime-host", path: "Tests/RuntimeHost", swiftSettings: strict),
    .testTarget(
      name: "LoopbookRuntimeTests", dependencies: ["runtime-host", "LoopEngine", "LoopTracing"], swiftSettings: strict),
    .testTarget(
      name: "LoopEngineTests", dependencies: ["LoopEngine", "CLinux"], swiftSettings: strict),

    // What must hold of the modules and of the sources themselves.
    .testTarget(
      name: "SurfaceTests", dependencies: ["LoopEngine", "LoopEngineReference"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ]
)
