import TestSupport
import Testing

@testable import Files

/// Git writes the indexes that are read here.
@Suite("Files that git tracks")
struct GitIndexTests {
  private static func repository(_ format: String = "sha1", version: Int = 2) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try git(folder, "init", "--quiet", "--object-format=\(format)")
    for number in 0..<40 { try folder.write("guide/chapter-\(number).md", "# Text") }
    try folder.write("guide/.loopbook-notes/one", "not a result")
    try git(folder, "add", "--all")
    try git(folder, "update-index", "--index-version", "\(version)")
    try folder.write("guide/.loopbook/results/ab/cdef", "a result")
    return folder
  }

  private static func git(_ folder: TemporaryFolder, _ words: String...) throws {
    let run = try ProgramRun("git", ["-C", folder.path, "-c", "core.fsmonitor=false"] + words)
    try #require(run.status == 0, "\(run.output)")
  }

  @Test(
    "a folder is told of once a file in it is tracked, in each kind of index",
    arguments: ["sha1", "sha256"], [2, 3, 4])
  func tracked(format: String, version: Int) throws {
    let folder = try Self.repository(format, version: version)
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) == nil)
    #expect(GitIndex.trackedFile(below: folder.path("guide")) != nil)
    try Self.git(folder, "add", "--force", "guide/.loopbook/results/ab/cdef")
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) == "guide/.loopbook/results/ab/cdef")
    // What is promised for later is written with other flags.
    try Self.git(folder, "rm", "--quiet", "--cached", "guide/.loopbook/results/ab/cdef")
    try Self.git(folder, "add", "--force", "--intent-to-add", "guide/.loopbook/results/ab/cdef")
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) == "guide/.loopbook/results/ab/cdef")
  }

  @Test(
    "an index that shares its entries with another file is read with it",
    arguments: ["sha1", "sha256"], [2, 4])
  func split(format: String, version: Int) throws {
    let folder = try Self.repository(format, version: version)
    let cache = folder.path("guide/.loopbook")
    // Nothing written later goes into a new shared file.
    try Self.git(folder, "config", "splitIndex.maxPercentChange", "100")
    try Self.git(folder, "update-index", "--split-index")
    #expect(GitIndex.trackedFile(below: cache) == nil)
    try Self.git(folder, "add", "--force", "guide/.loopbook/results/ab/cdef")
    #expect(GitIndex.trackedFile(below: cache) == "guide/.loopbook/results/ab/cdef")
    try Self.git(folder, "update-index", "--no-split-index")
    try Self.git(folder, "update-index", "--split-index")
    #expect(GitIndex.trackedFile(below: cache) == "guide/.loopbook/results/ab/cdef")
    try folder.write("guide/.loopbook/results/ab/cdef", "another result")
    try Self.git(folder, "add", "--force", "guide/.loopbook/results/ab/cdef")
    #expect(GitIndex.trackedFile(below: cache) == "guide/.loopbook/results/ab/cdef")
    // What the shared file has is not tracked any more.
    try Self.git(folder, "rm", "-r", "--quiet", "--cached", "guide/.loopbook")
    #expect(GitIndex.trackedFile(below: cache) == nil)
    for file in try FileTree.entries(in: folder.path(".git")) where file.name.hasPrefix("sharedindex.") {
      try folder.remove(".git/\(file.name)")
    }
    #expect(GitIndex.trackedFile(below: cache) == "guide/.loopbook")
  }

  @Test("a folder that is not checked out stands for all in it, and an unknown part of an index for any file")
  func folders() throws {
    let folder = try Self.repository()
    try folder.write("other/one.md", "# One")
    try Self.git(folder, "add", "other")
    try Self.git(folder, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "One")
    try Self.git(folder, "sparse-checkout", "set", "--cone", "--sparse-index", "other")
    try folder.write("guide/.loopbook/results/ab/cdef", "a result")
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) == "guide/")
    #expect(GitIndex.trackedFile(below: folder.path("other")) == "other/one.md")
    try folder.write("other/.loopbook/one", "a result")
    #expect(GitIndex.trackedFile(below: folder.path("other/.loopbook")) == nil)
    let index = try Disk.read(folder.path(".git/index"))
    let unknown = index.dropLast(20) + Array("next".utf8) + [0, 0, 0, 0] + index.suffix(20)
    try Disk.put(Array(unknown), at: folder.path(".git/index"))
    #expect(GitIndex.trackedFile(below: folder.path("other/.loopbook")) == "other/.loopbook")
  }

  @Test("a repository that only variables name is one")
  func variables() throws {
    let folder = try Self.repository()
    try Self.git(folder, "add", "--force", "guide/.loopbook/results/ab/cdef")
    try #require(ProgramRun("mv", [folder.path(".git"), folder.path("kept")]).status == 0)
    let cache = folder.path("guide/.loopbook")
    #expect(GitIndex.trackedFile(below: cache) == nil)
    let environment = ["GIT_DIR": folder.path("kept"), "GIT_WORK_TREE": folder.path]
    #expect(GitIndex.trackedFile(below: cache, environment: environment) == "guide/.loopbook/results/ab/cdef")
    #expect(GitIndex.trackedFile(below: folder.path("kept"), environment: environment) == nil)
  }

  @Test("a folder that is a repository of its own within another comes with its checkout")
  func repositoryInside() throws {
    let folder = try Self.repository()
    let inner = folder.path("guide/.loopbook")
    try Self.git(folder, "-C", inner, "init", "--quiet")
    try Self.git(folder, "-C", inner, "add", "--all")
    try Self.git(
      folder, "-C", inner, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--message=all")
    #expect(GitIndex.trackedFile(below: inner) == nil)
    try Self.git(folder, "add", "--force", "guide/.loopbook")
    #expect(GitIndex.trackedFile(below: inner) == "guide/.loopbook")
  }

  @Test("a link that leads from the folder to tracked files is followed")
  func link() throws {
    let folder = try Self.repository()
    try folder.write("forged/results/ab/cdef", "a result")
    try Self.git(folder, "add", "forged")
    try folder.remove("guide/.loopbook")
    try #require(ProgramRun("ln", ["-s", "../forged", folder.path("guide/.loopbook")]).status == 0)
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) == "forged/results/ab/cdef")
  }

  @Test("a worktree has an index of its own")
  func worktree() throws {
    let folder = try Self.repository()
    try Self.git(folder, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "One")
    try Self.git(folder, "worktree", "add", "--quiet", "other")
    try folder.write("other/guide/.loopbook/one", "a result")
    #expect(GitIndex.trackedFile(below: folder.path("other/guide/.loopbook")) == nil)
    #expect(GitIndex.trackedFile(below: folder.path("other/guide")) == "guide/.loopbook-notes/one")
  }

  @Test("outside of repositories nothing is tracked, and what is not an index is looked at as text")
  func others() throws {
    let folder = try TemporaryFolder()
    try folder.write("guide/.loopbook/one", "a result")
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) == nil)
    #expect(GitIndex.trackedFile(below: folder.path("missing")) == nil)
    try folder.write(".git/index", "DIRC\0\0\0\u{9}guide/.loopbook/one")
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) != nil)
    try folder.write(".git/index", "DIRC")
    #expect(GitIndex.trackedFile(below: folder.path("guide/.loopbook")) == nil)
  }
}
