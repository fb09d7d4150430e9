// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "greeting",
  products: [
    // .library(name: "Removed", targets: ["Removed"]),
    .library(
      name: "Greetings",
      targets: ["greeting-kit"]),
    .executable(name: "tool", targets: ["tool"]),
  ],
  targets: [
    .target(name: "greeting-kit"),
    .executableTarget(name: "tool"),
  ])
