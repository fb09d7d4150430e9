import Files
import Glibc
import Testing

/// Folders that several processes want for themselves.
@Suite("Locks of folders")
struct FileLockTests {
  /// How many descriptors of this process lead to a folder; what is before its own folder may be a link.
  private func openings(of folder: String) -> Int {
    FileTree.names(in: "/proc/self/fd").count { name in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      return readlink("/proc/self/fd/\(name)", &target, target.count - 1) > 0
        && String(decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
          .hasSuffix(folder.dropFirst(P_tmpdir.utf8.count))
    }
  }

  /// Two that prepared a machine at once built the engine for pages: the second looked for its folder again when the
  /// first had put it in its place, and failed.
  @Test("one that waits has its turn when the folder is gone, too", .timeLimit(.minutes(1)))
  func removed() async throws {
    let parent = try Folder()
    let folder = parent.path("work")
    try FileTree.makeOne(folder)
    let first = try FileLock(folder: folder, patience: 1)
    let second = Task { _ = try await FileLock(waitingFor: folder, patience: 60) }
    while openings(of: folder) < 2 { await Task.yield() }
    FileTree.remove(folder)
    _ = consume first
    try await second.value
  }

  @Test("one that is cancelled does not wait")
  func cancelled() async throws {
    let parent = try Folder()
    let folder = parent.path("work")
    try FileTree.makeOne(folder)
    defer { FileTree.remove(folder) }
    let first = try FileLock(folder: folder, patience: 1)
    let second = Task { _ = try await FileLock(waitingFor: folder, patience: 1_000_000) }
    second.cancel()
    await #expect(throws: FileError.self) { try await second.value }
    _ = consume first
  }
}
