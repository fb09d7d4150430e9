import TestSupport
import Testing

@testable import Files

@Suite("The folder of the cache")
struct CacheFolderTests {
  private static let own = [
    ".gitignore", "results/ab/cdef", "files", "files.12-345", "site", "pages", "chapters", "spare/a.html",
    "loopbook-modules/Package.swift", "packages/0d7104c4a5398c68347558ab6d896666/files",
  ]

  @Test("what loopbook keeps is its own, and is removed")
  func known() throws {
    let folder = try TemporaryFolder()
    for name in Self.own { try folder.write(name, "kept") }
    let cache = CacheFolder(folder.path)
    #expect(cache.stranger(countingHidden: true) == nil)
    #expect(cache.clear() == 1)
    #expect(FileTree.names(in: folder.path) == ["files.12-345"])
  }

  @Test(
    "what anyone else made is not, whatever its name, and stays",
    arguments: [
      "x.swift", "results/table.csv", "packages/kit/Package.swift", "pages/index.html", "site/a", "Results/ab/c",
    ])
  func others(name: String) throws {
    let folder = try TemporaryFolder()
    for name in ["results/ab/cdef", name] { try folder.write(name, "text") }
    let cache = CacheFolder(folder.path)
    #expect(cache.stranger(countingHidden: false) == name.split(separator: "/").first.map(String.init))
    _ = cache.clear()
    #expect(Disk.kind(of: folder.path(name)) == .file)
  }

  @Test("what hides is looked at where the folder would be removed")
  func hidden() throws {
    let folder = try TemporaryFolder()
    try folder.write(".env", "text")
    #expect(CacheFolder(folder.path).stranger(countingHidden: false) == nil)
    #expect(CacheFolder(folder.path).stranger(countingHidden: true) == ".env")
  }
}
