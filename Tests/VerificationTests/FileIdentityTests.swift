import Foundation
import Testing
import Verification

@Suite("Hashes of files")
struct FileIdentityTests {
  /// A file with another content of the same size, and the date of the one before.
  @Test("a file that got its old date back is another file")
  func sameSizeAndDate() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "identity-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    let file = folder.appending(path: "libFruit.so").path
    try Data("apple".utf8).write(to: URL(filePath: file))
    let date = try #require(try manager.attributesOfItem(atPath: file)[.modificationDate] as? Date)
    let first = FileIdentities(folder: folder.path)
    let before = first.identity(of: [file])
    first.save()
    #expect(FileIdentities(folder: folder.path).identity(of: [file]) == before)
    // Written in place, so that it keeps its number, too.
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    try handle.write(contentsOf: Data("peach".utf8))
    try handle.close()
    try manager.setAttributes([.modificationDate: date], ofItemAtPath: file)
    #expect(FileIdentities(folder: folder.path).identity(of: [file]) != before)
  }
}
