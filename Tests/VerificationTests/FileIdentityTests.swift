import Foundation
import TestSupport
import Testing
import Verification

@Suite("Hashes of files")
struct FileIdentityTests {
  /// A file with another content of the same size, and the date of the one before.
  @Test("a file that got its old date back is another file")
  func sameSizeAndDate() throws {
    let manager = FileManager.default
    let folder = try TemporaryFolder()
    let file = folder.path("libFruit.so")
    try folder.write("libFruit.so", "apple")
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
