// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "garden",
  products: [.library(name: "Garden", targets: ["Garden", "CSeeds"])],
  dependencies: [.package(path: "../fruit")],
  targets: [
    .target(name: "CSeeds"),
    .target(name: "Garden", dependencies: ["CSeeds", .product(name: "Fruit", package: "fruit")]),
  ]
)
