// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "fruit",
  products: [.library(name: "Fruit", targets: ["Fruit"])],
  targets: [.target(name: "Fruit")]
)
