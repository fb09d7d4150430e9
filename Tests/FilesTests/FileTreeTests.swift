import Files
import Glibc
import Testing

@Suite("Folders and what lies in them")
struct FileTreeTests {
  @Test("what is in a folder is listed in the order of its bytes, with what it is")
  func entries() throws {
    let folder = try Folder()
    try folder.write("b", "")
    try folder.write(".hidden", "")
    #expect(mkdir(folder.path("a"), 0o700) == 0)
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(symlink("nowhere", folder.path("link")) == 0)
    let entries = try FileTree.entries(in: folder.path(""))
    #expect(entries.map(\.name) == [".hidden", "a", "b", "link", "pipe"])
    #expect(entries.map(\.kind) == [.file, .folder, .file, .link, .other])
  }

  @Test("a name that is not UTF-8 is told as such, and removed with its folder")
  func names() throws {
    let folder = try Folder()
    let path = folder.path("tree")
    #expect(mkdir(path, 0o700) == 0)
    let strange = Array("\(path)/a".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    #expect(mkdir(strange, 0) == 0)
    #expect(try FileTree.entries(in: path).map(\.isText) == [false])
    FileTree.remove(path)
    #expect(folder.names() == [])
  }

  @Test("a folder goes however deep it is and whatever its rights are, and what its links lead to stays")
  func removal() throws {
    let folder = try Folder()
    try folder.write("other", "stays")
    let path = folder.path("tree")
    #expect(mkdir(path, 0o700) == 0)
    #expect(symlink("../other", "\(path)/link") == 0)
    // Longer than a path may be: each folder is put into the next.
    for _ in 0..<3000 {
      #expect(mkdir("\(path)/next", 0o700) == 0)
      if Disk.kind(of: "\(path)/deep") != nil { #expect(rename("\(path)/deep", "\(path)/next/d") == 0) }
      #expect(rename("\(path)/next", "\(path)/deep") == 0)
    }
    chmod("\(path)/deep", 0)
    FileTree.remove(path)
    #expect(folder.names() == ["other"])
    #expect(try folder.read("other") == "stays")
  }

  @Test("all files of a tree are found, with the folders that have none, and no link is followed")
  func files() throws {
    let folder = try Folder()
    let path = folder.path("tree")
    try FileTree.make("\(path)/a/b")
    try FileTree.make("\(path)/empty")
    try Disk.create("\(path)/a/b/file", [1])
    #expect(symlink("a", "\(path)/link") == 0)
    let found = try FileTree.files(in: path)
    #expect(found.files == ["a/b/file", "link"])
    #expect(found.emptyFolders == ["empty/"])
    FileTree.remove(path)
  }

  @Test("the cache has its results in groups, and clearing it leaves what is not its own")
  func cache() throws {
    let folder = try Folder()
    let cache = CacheFolder(folder.path("cache"))
    for digits in ["00ab", "00cd", "ffef"] {
      try FileTree.makeFolders(for: cache.result(digits))
      try Disk.put([1], at: cache.result(digits))
    }
    for file in [cache.files, cache.site] { try Disk.put([1], at: file) }
    try FileTree.make(cache.modules)
    try FileTree.make(cache.package(String(repeating: "0a", count: 16)))
    cache.describe()
    try Disk.create("\(cache.path)/mine", [1])
    #expect(cache.allResults.count == 3)
    #expect(cache.clear() == 3)
    #expect(cache.leftover == nil)
    #expect(FileTree.names(in: cache.path) == ["mine"])
    FileTree.remove(cache.path)
  }
}
