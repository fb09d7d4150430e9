import Files
import Glibc
import Testing

@Suite("Replacing files")
struct FileReplacementTests {
  @Test("the content changes, permissions stay, and nothing else is left in the folder")
  func content() throws {
    let folder = try Folder()
    let path = try folder.write("a.md", "old")
    chmod(path, 0o640)
    try FileReplacement.replace(path, holding: Array("old".utf8), by: Array("new text".utf8))
    #expect(try folder.read("a.md") == "new text")
    #expect(try folder.status("a.md").st_mode & 0o7777 == 0o640)
    #expect(folder.names() == ["a.md"])
  }

  @Test("a file that is no longer what it was stays, and so does all else")
  func changed() throws {
    let folder = try Folder()
    let path = try folder.write("a.md", "changed")
    #expect(throws: FileError(.written, path, .changed)) {
      try FileReplacement.replace(path, holding: Array("old".utf8), by: Array("new".utf8))
    }
    #expect(try folder.read("a.md") == "changed")
    #expect(folder.names() == ["a.md"])
  }

  @Test("a symbolic link stays, and what it leads to changes")
  func link() throws {
    let folder = try Folder()
    try folder.write("a.md", "old")
    #expect(symlink("a.md", folder.path("link.md")) == 0)
    try FileReplacement.replace(folder.path("link.md"), holding: Array("old".utf8), by: Array("new".utf8))
    #expect(try folder.read("a.md") == "new")
    #expect(try folder.status("link.md").st_mode & S_IFMT == S_IFLNK)
  }

  @Test("a file that stays the same is not touched")
  func same() throws {
    let folder = try Folder()
    let path = try folder.write("a.md", "old")
    let before = try folder.status("a.md")
    try FileReplacement.replace(path, holding: Array("old".utf8), by: Array("old".utf8))
    #expect(try folder.status("a.md").st_ino == before.st_ino)
  }

  @Test("what the system refuses is told, and nothing is left behind")
  func refused() throws {
    let folder = try Folder()
    let missing = folder.path("none.md")
    #expect(throws: FileError(.written, missing, ENOENT)) {
      try FileReplacement.replace(missing, holding: [], by: [1])
    }
    #expect(throws: FileError.self) {
      try FileReplacement.replace(folder.path(""), holding: [], by: [1])
    }
    #expect(folder.names() == [])
  }

  @Test("a process that is killed leaves the old file or the new one, whole")
  func killed() throws {
    let size = 200_000
    let whole = [UInt8(ascii: "a"), UInt8(ascii: "b")].map { [UInt8](repeating: $0, count: size) }
    for round in 0..<6 {
      let folder = try Folder()
      let path = try folder.write("a.md", String(repeating: "a", count: size))
      let child = try Probe(path, size: size)
      // That the file is another one each time shows that it works. At which point of its work it is killed, no one
      // chose.
      var last = try folder.status("a.md").st_ino
      var changes = 0
      while changes < 1 + round % 3 {
        #expect(whole.contains(try folder.bytes("a.md")))
        let now = try folder.status("a.md").st_ino
        if now != last { changes += 1 }
        last = now
        try #require(child.isRunning(), "the probe ended by itself")
      }
      child.kill()
      #expect(whole.contains(try folder.bytes("a.md")))
      // At most one, which it had finished but not yet named.
      let left = folder.names().filter { $0 != "a.md" }
      #expect(left.count <= 1)
      for name in left { #expect(whole.contains(try folder.bytes(name))) }
    }
  }
}
