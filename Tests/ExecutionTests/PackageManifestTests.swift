import Execution
import Testing

/// What a manifest depends on is known, or it is known that it is not.
@Suite("Manifests that nobody runs")
struct PackageManifestTests {
  private static func manifest(_ rest: String) -> String {
    "// swift-tools-version: 6.0\nimport PackageDescription\n\n\(rest)\n"
  }

  /// Each with the variables that it reads, the packages that it names, and whether it has some fetched.
  private static let declared: [(String, Set<String>, [String], Bool)] = [
    ("let package = Package(name: \"a\", targets: [.target(name: \"a\"), .testTarget(name: \"b\")])", [], [], false),
    (
      "let package = Package(name: \"a\", dependencies: [.package(path: \"../b\"), .package(name: \"c\", path: \"c\")])",
      [], ["../b", "c"], false
    ),
    (
      """
      let isLarge = Context.environment["LARGE"] != nil
      var targets: [Target] = [.target(name: "a", swiftSettings: [.define("LARGE", .when(platforms: [.linux]))])]
      if isLarge, Context.environment["MORE"] == "1" { targets.append(.target(name: "b", path: "other")) }
      let package = Package(name: "a", targets: targets)
      for target in package.targets { target.swiftSettings = [.enableUpcomingFeature("ExistentialAny")] }
      """, ["LARGE", "MORE"], [], false
    ),
    (
      """
      let package = Package(
        name: "a", platforms: [.macOS(.v13)],
        dependencies: [
          .package(url: "https://example.org/b", from: "1.0.0"), .package(url: "../c", .upToNextMajor(from: "2.0.0")),
          .package(url: "https://example.org/d", branch: "main"),
          .package(url: "https://example.org/e", exact: "1.2.3"),
        ], swiftLanguageModes: [.v6])
      """, [], [], true
    ),
  ]

  @Test("what a manifest declares is read", arguments: declared.indices)
  func declares(index: Int) throws {
    let (text, variables, folders, fetches) = Self.declared[index]
    let manifest = try PackageManifest(Self.manifest(text))
    #expect(manifest.variables == variables && manifest.folders == folders && manifest.fetches == fetches)
  }

  @Test(
    "a manifest that could ask for anything else is not understood",
    arguments: [
      "import Foundation\nlet package = Package(name: \"a\")",
      "import Glibc\nlet package = Package(name: \"a\")",
      "@_exported import PackageDescription\nlet package = Package(name: \"a\")",
      "import CompilerPluginSupport\nlet package = Package(name: \"a\")",
      "let package = Package(name: Context.packageDirectory)",
      "let package = Package(name: Context.gitInformation?.currentTag ?? \"\")",
      "let name = \"LARGE\"\nlet package = Package(name: Context.environment[name] ?? \"\")",
      "let package = Package(name: Context.environment[\"\\(1)\"] ?? \"\")",
      "let package = Package(name: Context.environment.keys.first ?? \"\")",
      "let all = Context.environment\nlet package = Package(name: \"a\")",
      "let package = Package(name: PackageDescription.Context.environment[\"A\"] ?? \"\")",
      "let package = Package(name: ProcessInfo.processInfo.environment[\"A\"] ?? \"\")",
      "let package = Package(name: String(cString: getenv(\"A\")))",
      "@_silgen_name(\"getenv\") func get(_ name: String) -> String\nlet package = Package(name: get(\"A\"))",
      "let package = Package(name: #filePath)", "let package = Package(name: #file)",
      "let package = Package(name: CommandLine.arguments[0])", "let package = Package(name: readLine() ?? \"\")",
      "let package = Package(name: Bool.random() ? \"a\" : \"b\")",
      "let package = Package(name: [\"a\", \"b\"].randomElement() ?? \"\")",
      "let path = \"../b\"\nlet package = Package(name: \"a\", dependencies: [.package(path: path)])",
      "let package = Package(name: \"a\", dependencies: [.package(path: \"../\\(1)\")])",
      "let make = Package.Dependency.package(path:)\nlet package = Package(name: \"a\", dependencies: [make(\"../b\")])",
      "let package = Package(name: \"a\", dependencies: [.package(id: \"b.c\", from: \"1.0.0\")])",
      "let package = Package(name: \"a\", dependencies: [.package(path: \"../b\", traits: [])])",
      "let package = Package(name: \"a\", targets: [.macro(name: \"b\")])",
      "let package = Package(name: \"a\", targets: [.plugin(name: \"b\", capability: .buildTool())])",
      "let package = Package(name: \"a\", targets: [.target(name: \"b\", plugins: [])])",
      "let package = Package(name: \"a\", targets: [.binaryTarget(name: \"b\", path: \"b.zip\")])",
      "let package = Package(name: \"a\", targets: [.systemLibrary(name: \"b\")])",
      "let package = Package(name: \"a\", targets: [.target(name: \"b\", linkerSettings: [.linkedLibrary(\"z\")])])",
      "let package = Package(name: \"a\", targets: [.target(name: \"b\", swiftSettings: [.unsafeFlags([\"-O\"])])])",
      "extension String { var a: String { self } }\nlet package = Package(name: \"a\".a)",
      "let package = Package(name: \"a\"",
    ])
  func refuses(text: String) {
    #expect(throws: Unshareable.self) { try PackageManifest(Self.manifest(text)) }
  }
}
