import CSystem
import Foundation
import TestSupport
import Testing
import Verification

/// Whatever is cached or comes from a server is known by its hash: a wrong one would be a wrong green.
@Suite("Hashes")
struct SHA256Tests {
  private static func hexadecimal(_ hash: [UInt8]) -> String {
    hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// What the system's own program says of the bytes.
  private static func sha256sum(of bytes: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(filePath: folder.path("hashed")))
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = [folder.path("hashed")]
    process.standardOutput = output
    try process.run()
    let line = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(String(decoding: line, as: UTF8.self).prefix(64))
  }

  @Test("a hash is the one that the system's own program tells, in whatever pieces the bytes come")
  func same() throws {
    var numbers = SystemRandomNumberGenerator()
    for count in Array(0...66) + [119, 120, 127, 128, 129, 1000, 4096, 70_001] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      var whole = SHA256()
      whole.add(bytes)
      var pieces = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...200, using: &numbers))
        pieces.add(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      let expected = try Self.sha256sum(of: bytes)
      #expect(Self.hexadecimal(whole.finished()) == expected, "\(bytes)")
      #expect(Self.hexadecimal(pieces.finished()) == expected, "\(bytes)")
    }
  }

  @Test("the processor's instructions, where it has them, mix as C does, at any address")
  func processor() {
    var numbers = SystemRandomNumberGenerator()
    for count in 0..<40 {
      let bytes = (0..<count * 64 + 16).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      var one = (0..<8).map { _ in UInt32.random(in: 0...UInt32.max, using: &numbers) }
      var other = one
      bytes.withUnsafeBytes { buffer in
        guard let start = buffer.baseAddress else { return }
        // An example's output may begin at any byte of what was read.
        cs_sha256_blocks(&one, start + count % 16, count)
        cs_sha256_blocks_anywhere(&other, start + count % 16, count)
      }
      #expect(one == other, "\(count) blocks")
    }
  }
}
