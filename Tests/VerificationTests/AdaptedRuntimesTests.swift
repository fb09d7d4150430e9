import Foundation
import TestSupport
import Testing

@testable import Verification

/// What was compiled for a compiler that nobody uses any more does not stay for ever.
@Suite("Adapted runtimes")
struct AdaptedRuntimesTests {
  @Test("what was not used for a month is removed, and nothing else")
  func age() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    func make(_ name: String, days: Int, usedBefore used: Int? = nil) throws {
      let path = folder.url.appending(path: name).path
      try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
      func date(_ days: Int, _ path: String) throws {
        let date = Date(timeIntervalSinceNow: -86_400 * Double(days) - 60)
        try manager.setAttributes([.modificationDate: date], ofItemAtPath: path)
      }
      if let used {
        try Data().write(to: URL(filePath: "\(path)/used"))
        try date(used, "\(path)/used")
      }
      try date(days, path)
    }
    try make("runtime-current", days: 90)
    try make("runtime-used", days: 90, usedBefore: 29)
    try make("runtime-unused", days: 90, usedBefore: 31)
    try make("runtime-never-used", days: 31)
    try make("runtime-new", days: 2)
    try make("runtime-left.build", days: 2)
    try make("runtime-made.build", days: 0)
    try make("runtime-left.new", days: 2)
    try make("something-else", days: 90)
    AdaptedRuntimes.removeOld(in: folder.url.path, but: folder.url.appending(path: "runtime-current").path)
    #expect(
      try manager.contentsOfDirectory(atPath: folder.url.path).sorted() == [
        "runtime-current", "runtime-made.build", "runtime-new", "runtime-used", "something-else",
      ])
  }

  @Test("a use is noted")
  func note() throws {
    let folder = try TemporaryFolder()
    let mark = folder.url.appending(path: "used").path
    AdaptedRuntimes.note(folder.url.path)
    #expect(FileManager.default.fileExists(atPath: mark))
    let old = Date(timeIntervalSinceNow: -86_400 * 2)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: mark)
    AdaptedRuntimes.note(folder.url.path)
    let noted = try FileManager.default.attributesOfItem(atPath: mark)[.modificationDate] as? Date
    #expect(try #require(noted) > old.addingTimeInterval(3600))
  }
}
