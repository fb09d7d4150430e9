// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A package of its own, so that who builds the engine does not build its benchmarks.
let package = Package(
  name: "LoopBenchmarks",
  dependencies: [
    .package(name: "Loopbook", path: "..")
  ],
  targets: [
    .target(name: "CBench", cSettings: [.unsafeFlags(["-O2"])]),
    .executableTarget(
      name: "loop-bench",
      dependencies: [
        "CBench", .product(name: "LoopEngine", package: "Loopbook"), .product(name: "LoopTracing", package: "Loopbook"),
      ],
      // The other Swift peers are compiled without dynamic exclusivity checks too.
      swiftSettings: strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"])]),
    .executableTarget(
      name: "loop-cost", dependencies: [.product(name: "LoopEngine", package: "Loopbook")], swiftSettings: strict),
  ]
)
