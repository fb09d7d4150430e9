// swift-tools-version: 6.2
import PackageDescription

// A package of yours looks like this one, with the path or the address of this repository in its place.
let package = Package(
  name: "VirtualTimeTests",
  products: [.library(name: "Watchdog", targets: ["Watchdog"])],
  dependencies: [.package(name: "Loopbook", path: "../..")],
  targets: [
    .target(name: "Watchdog", dependencies: [.product(name: "LoopEngine", package: "Loopbook")]),
    .testTarget(
      name: "WatchdogTests",
      dependencies: [
        "Watchdog", .product(name: "LoopEngine", package: "Loopbook"),
        .product(name: "LoopTracing", package: "Loopbook"),
      ]),
  ]
)
