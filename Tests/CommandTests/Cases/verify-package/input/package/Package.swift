// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Fruits",
  products: [.library(name: "Fruit", targets: ["Fruit"])],
  targets: [.target(name: "Fruit")]
)
