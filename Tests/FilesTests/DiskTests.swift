import Files
import Glibc
import Testing

@Suite("Single files")
struct DiskTests {
  @Test("a pipe is refused and not waited for, and so are a folder and a file that is too large")
  func refusals() throws {
    let folder = try Folder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: FileError(.read, pipe, .notAFile)) { try Disk.read(pipe) }
    #expect(throws: FileError(.read, folder.path(""), .notAFile)) { try Disk.read(folder.path("")) }
    let large = try folder.write("large", "")
    #expect(truncate(large, Disk.maximumSize + 1) == 0)
    #expect(throws: FileError(.read, large, .tooLarge(limit: Disk.maximumSize))) { try Disk.read(large) }
    let missing = folder.path("missing")
    #expect(throws: FileError(.read, missing, ENOENT)) { try Disk.read(missing) }
    #expect(FileError(.read, "a.md", ENOENT).description == "a.md cannot be read: No such file or directory")
  }

  @Test("a file of the kernel's, which says that it is empty, is read to its end")
  func kernelFile() throws {
    let maps = try #require(Disk.text(of: "/proc/self/maps"))
    #expect(maps.hasSuffix("\n"))
    #expect(maps.utf8.count > 1 << 12)
  }

  @Test("a file is put in its place as a whole, and nothing is left beside it, whether that succeeds or not")
  func putting() throws {
    let folder = try Folder()
    let path = try folder.write("a", "old")
    let before = try folder.status("a").st_ino
    try Disk.put(Array("new".utf8), at: path)
    #expect(try folder.read("a") == "new")
    #expect(try folder.status("a").st_ino != before)
    #expect(mkdir(folder.path("b"), 0o700) == 0)
    #expect(throws: FileError(.written, folder.path("b"), EISDIR)) { try Disk.put([1], at: folder.path("b")) }
    #expect(folder.names() == ["a", "b"])
    FileTree.remove(folder.path("b"))
  }

  @Test("what a file holds is compared to its last byte, and a link to the same is not the same")
  func holding() throws {
    let folder = try Folder()
    let bytes = [UInt8](repeating: 7, count: 200_000)
    try Disk.create(folder.path("a"), bytes)
    #expect(Disk.holds(folder.path("a"), bytes))
    #expect(!Disk.holds(folder.path("a"), bytes.dropLast() + [8]))
    #expect(!Disk.holds(folder.path("a"), bytes + [7]))
    #expect(symlink("a", folder.path("link")) == 0)
    #expect(!Disk.holds(folder.path("link"), bytes))
    #expect(throws: FileError(.written, folder.path("a"), EEXIST)) { try Disk.create(folder.path("a"), bytes) }
  }

  @Test("a lock keeps others out until its owner lets it go")
  func locks() throws {
    let folder = try Folder()
    let path = folder.path("lock")
    func isFree() -> Bool {
      do throws(FileError) {
        _ = try FileLock(file: path, isNew: false)
        return true
      } catch {
        #expect(error == FileError(.opened, path, .inUse))
        return false
      }
    }
    let lock = try FileLock(file: path, isNew: true)
    #expect(!isFree())
    _ = consume lock
    #expect(isFree())
  }
}
