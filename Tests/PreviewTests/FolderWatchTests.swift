import Foundation
import TestSupport
import Testing

@testable import Preview

/// Real files: what the kernel tells of them is the subject.
@Suite("Watching a book's files", .timeLimit(.minutes(1)))
struct FolderWatchTests {
  private let folder: TemporaryFolder
  private let host: PreviewHost

  init() throws {
    folder = try TemporaryFolder()
    host = try PreviewHost()
  }

  /// Watches, does something, and answers what was told until all of `wanted` was.
  private func told(_ wanted: Set<String>, when action: () throws -> Void) async throws -> Set<String> {
    let (news, teller) = AsyncStream<Set<String>>.makeStream()
    try await host.watch(
      [folder.path], ignoring: { $0.hasSuffix("~") || $0.hasSuffix("/site") }, changed: { teller.yield($0) })
    try action()
    let wanted = Set(wanted.map { "\(folder.path)/\($0)" })
    var told: Set<String> = []
    for await paths in news {
      told.formUnion(paths)
      if wanted.isSubset(of: told) { break }
    }
    await host.stop()
    return Set(told.map { String($0.dropFirst(folder.path.count + 1)) })
  }

  @Test("a file is told of that lies in a folder which is itself new")
  func newFolders() async throws {
    let told = try await told(["a", "a/b/c.md"]) {
      try FileManager.default.createDirectory(atPath: "\(folder.path)/a", withIntermediateDirectories: true)
      // The folder is seen before what is written into it, or with it.
      try folder.write("a/b/c.md", "text")
      for _ in 0..<3 { try folder.write("a/b/c.md", "text") }
    }
    #expect(told.isSubset(of: ["a", "a/b", "a/b/c.md"]))
  }

  @Test("a file that an editor replaces is told of, and what the editor leaves is not")
  func replacement() async throws {
    try folder.write("chapter.md", "old")
    let told = try await told(["chapter.md"]) {
      try folder.write("backup~", "old")
      try folder.write("chapter.new", "new")
      try folder.move("chapter.new", to: "chapter.md")
    }
    #expect(told.isSubset(of: ["chapter.md", "chapter.new"]))
  }

  @Test("what came and is gone again is not told, nor is a file that never had a name")
  func passing() async throws {
    let told = try await told(["chapter.md"]) {
      try folder.write("sedAbCdEf", "old")
      try folder.remove("sedAbCdEf")
      let nameless = open(folder.path, O_WRONLY | O_DIRECTORY | 0o20_000_000, 0o600)
      if nameless >= 0 {
        _ = write(nameless, "x", 1)
        close(nameless)
      }
      try folder.write("chapter.md", "text")
    }
    #expect(told == ["chapter.md"])
  }

  @Test("a folder in one that is watched has one name, and is told of once")
  func nested() async throws {
    let (news, teller) = AsyncStream<Set<String>>.makeStream()
    try folder.write("package/book/a.md", "text")
    let package = "\(folder.path)/package"
    let book = "\(package)/book"
    try await host.watch([book, package], ignoring: { _ in false }, changed: { teller.yield($0) })
    try folder.write("package/book/a.md", "new")
    try folder.write("package/b.swift", "new")
    var told: Set<String> = []
    for await paths in news {
      told.formUnion(paths)
      if told.contains("\(package)/b.swift") { break }
    }
    #expect(told == ["\(book)/a.md", "\(package)/b.swift"])
    await host.stop()
  }

  @Test("a folder that is made later, with those above it, is told of and watched")
  func madeLater() async throws {
    let (news, teller) = AsyncStream<Set<String>>.makeStream()
    let templates = "\(folder.path)/x/y/templates"
    try folder.write("book/a.md", "text")
    try await host.watch(
      ["\(folder.path)/book", templates], ignoring: { _ in false }, changed: { teller.yield($0) })
    try folder.write("x/y/templates/page.mustache", "text")
    var told: Set<String> = []
    for await paths in news {
      told.formUnion(paths)
      if told.contains(templates) { break }
    }
    try folder.write("x/y/templates/page.mustache", "other")
    for await paths in news where paths.contains("\(templates)/page.mustache") { break }
    // What lies beside it was not asked for.
    #expect(told.allSatisfy { $0.hasPrefix(templates) })
    await host.stop()
  }

  @Test("what happens in an ignored folder is not told")
  func ignored() async throws {
    try folder.write("site/index.html", "old")
    let told = try await told(["chapter.md"]) {
      try folder.write("site/index.html", "new")
      try folder.remove("site")
      try folder.write("site/index.html", "new")
      try folder.write("chapter.md", "text")
    }
    #expect(told == ["chapter.md"])
  }

  @Test("a folder that is removed and made again is watched again")
  func comesBack() async throws {
    let (news, teller) = AsyncStream<Set<String>>.makeStream()
    let book = "\(folder.path)/book"
    try folder.write("book/a.md", "text")
    try await host.watch([book], ignoring: { _ in false }, changed: { teller.yield($0) })
    try folder.remove("book")
    try folder.write("book/b.md", "text")
    // Whether the folder is known again is told when it is; from then on changes in it are.
    var isWatched = false
    for await paths in news {
      isWatched = paths.contains("\(book)/c.md")
      if isWatched { break }
      try folder.write("book/c.md", "text")
    }
    await host.stop()
    #expect(isWatched)
  }
}
