import Foundation
import TestSupport
import Testing

/// What is built for pages is committed with a site, and compared with what the book gives: it has to come out the same
/// wherever it is built.
@Suite("What is built for pages is the same everywhere")
struct SameModulesTests {
  private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  @Test("an object of the engine does not depend on where its sources lie, and where it is written")
  func engine() throws {
    let folder = try TemporaryFolder("same-modules")
    let script = """
      set -e
      mkdir -p "$2/Sources"
      cp -R scripts "$2/"
      cp -R Sources/CLinux Sources/LoopDifferences Sources/LoopPage "$2/Sources/"
      for checkout in "$PWD" "$2"; do
        (cd "$checkout"; folder=$2/made$(echo "$checkout" | wc -c); tools=; optimization=-Osize
          source scripts/page-modules
          module describe LoopDifferences
          echo 'import LoopDifferences
            @_cdecl("names") public func names() -> Int { Difference.all.reduce(0) { $0 + $1.id.utf8.count } }' \
            >"$folder/Last.swift"
          compile "$described" Last "$folder/Last.swift"
          mv "$folder/Last.o" "$2/$(basename "$folder").o")
      done
      set -- "$2"/made*.o
      test $# = 2
      cmp "$1" "$2"
      """
    let result = try PageModule.start(
      "bash", ["-c", "cd \"$1\"\n" + script, "bash", Self.repository, folder.path("a/longer/path")])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    "the programs and what draws are the same in a book that is built again, elsewhere",
    .enabled(if: Effort.isThorough, "the engine is compiled for a page, which takes a minute"))
  func book() throws {
    _ = try LiveBookTests.engine.get()
    let modules = try ["one", "another/place"].map { place in
      let folder = try TemporaryFolder("same-book")
      try folder.write("\(place)/loopbook.yml", "title: A book\noutput: site\nexamples:\n  live: true\n")
      try folder.write("\(place)/one.md", "# One\n\n```swift\nprint(1 + 2)\n```\n\n```output\n3\n```\n")
      let result = try PageModule.start(
        "env",
        [
          "XDG_CACHE_HOME=\(BuiltProducts.caches)", "timeout", "--signal=KILL", "400", BuiltProducts.path("loopbook"),
          "build", folder.path(place), "--quiet", "--no-cache",
        ])
      try #require(result.status == 0, "\(result.errors)")
      let assets = folder.path("\(place)/site/assets")
      let names = try FileManager.default.contentsOfDirectory(atPath: assets).filter { $0.hasPrefix("live-p") }.sorted()
      try #require(names.count == 2)
      return try names.map { try Data(contentsOf: URL(filePath: "\(assets)/\($0)")) }
    }
    #expect(modules[0] == modules[1])
  }
}
