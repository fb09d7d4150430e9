import TestSupport
import Testing

@testable import Verification

@Suite("Files that are loaded")
struct LoadedFilesTests {
  @Test("a file that is written, replaced, removed or new is told, in folders, too")
  func changed() throws {
    let folder = try TemporaryFolder()
    for name in ["a.so", "b.so", "words/one.txt"] { try folder.write(name, "one") }
    let paths = ["a.so", "b.so", "c.so", "words"].map(folder.path)
    #expect(LoadedFiles(paths).changed == nil)
    let loaded = LoadedFiles(paths)
    try folder.write("b.so", "another")
    #expect(loaded.changed == folder.path("b.so"))
    let resources = LoadedFiles(paths)
    try folder.write("words/one.txt", "another")
    #expect(resources.changed == folder.path("words/one.txt"))
    let missing = LoadedFiles(paths)
    try folder.write("c.so", "new")
    #expect(missing.changed == folder.path("c.so"))
    let inner = LoadedFiles(paths)
    try folder.write("words/two.txt", "new")
    #expect(inner.changed == folder.path("words/two.txt"))
  }
}
