import Foundation
import Testing

@testable import Verification

@Suite("Identifiers of programs")
struct BuildIdentifierTests {
  /// The beginning of an ELF file with one note segment that holds one note.
  private func file(noteKind: UInt32 = 3, name: String = "GNU\0", content: [UInt8], noteOffset: Int = 120) -> [UInt8] {
    var note: [UInt8] = []
    func number(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { note += $0 } }
    number(UInt32(name.utf8.count))
    number(UInt32(content.count))
    number(noteKind)
    note += Array(name.utf8)
    note += content
    var bytes = [UInt8](repeating: 0, count: 120)
    bytes[0...5] = [0x7F, 0x45, 0x4C, 0x46, 2, 1]
    bytes[32] = 64
    bytes[54] = 56
    bytes[56] = 1
    bytes[64] = 4
    bytes[72] = UInt8(noteOffset)
    bytes[96] = UInt8(note.count)
    return bytes + note
  }

  private func identifier(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { BuildIdentifier.find($0) } }

  @Test("the linker's note is found, and another is not taken for it")
  func notes() {
    let content: [UInt8] = Array(0..<20)
    #expect(identifier(file(content: content)) == "000102030405060708090a0b0c0d0e0f10111213")
    #expect(identifier(file(noteKind: 1, content: content)) == nil)
    #expect(identifier(file(name: "Go\0\0", content: content)) == nil)
    #expect(identifier(file(content: [1, 2])) == nil, "too short to tell files apart")
  }

  @Test("a file that ends too early or points out of itself is no such file")
  func damage() {
    let whole = file(content: Array(0..<20))
    for end in 0..<whole.count { #expect(identifier(Array(whole[..<end])) == nil) }
    #expect(identifier(file(content: Array(0..<20), noteOffset: 250)) == nil)
    for position in whole.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var damaged = whole
        damaged[position] = value
        _ = identifier(damaged)
      }
    }
  }

  @Test("a program of this machine has one, and a text has none")
  func real() throws {
    let own = try #require(BuildIdentifier.read("/proc/self/exe"))
    #expect(own.count >= 16)
    #expect(BuildIdentifier.read(#filePath) == nil)
    #expect(BuildIdentifier.read("/nowhere") == nil)
  }
}
