import Testing

@testable import RemoteCache

@Suite("Messages of the shared cache")
struct ProtobufTests {
  private static let hash = String(repeating: "0123456789abcdef", count: 4)
  private static let sample = ActionResult(files: [
    ActionResult.File(path: "key/record", hash: hash, size: 300), ActionResult.File(path: "", hash: hash, size: 0),
  ])

  @Test("an action result is written as the protocol's definition says")
  func bytes() {
    // OutputFile is field 2; of it, path is field 1 and digest 2; of that, hash is 1 and size_bytes 2.
    let digest = [0x0A, 64] + Array(Self.hash.utf8) + [0x10, 0xAC, 0x02]
    let file = [0x0A, 10] + Array("key/record".utf8) + [0x12, UInt8(digest.count)] + digest
    let other = [0x0A, 0, 0x12, 66, 0x0A, 64] + Array(Self.hash.utf8)
    #expect(Self.sample.encoded == [0x12, UInt8(file.count)] + file + [0x12, UInt8(other.count)] + other)
  }

  @Test("what is written is read back, with whatever other fields a server adds")
  func roundTrip() {
    #expect(ActionResult(Self.sample.encoded) == Self.sample)
    // An exit code of 0, the metadata that bazel-remote adds, a fixed64, a fixed32, and a field that nobody knows yet.
    let more: [UInt8] =
      [0x20, 0, 0x4A, 3, 0x0A, 1, 0x77] + [0x79, 1, 2, 3, 4, 5, 6, 7, 8] + [0x7D, 1, 2, 3, 4] + [0xF8, 0x3F, 5]
    #expect(ActionResult(more + Self.sample.encoded + more) == Self.sample)
    #expect(ActionResult([]) == ActionResult(files: []))
  }

  @Test(
    "what is no such message is none",
    arguments: [
      [0x12], [0x12, 5, 0x0A], [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x00, 0x00], [0x13],
      [0x0C], [0x20, 0x01], [0x12, 0], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
      [0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
    ] as [[UInt8]])
  func damaged(bytes: [UInt8]) {
    #expect(ActionResult(bytes) == nil)
  }

  @Test(
    "a hash that could lead an address elsewhere is none",
    arguments: [
      "../../../../etc/passwd", String(repeating: "A", count: 64), String(repeating: "0", count: 63),
      String(repeating: "0", count: 63) + "/", "",
    ])
  func hashes(hash: String) {
    let result = ActionResult(files: [ActionResult.File(path: "key/record", hash: hash, size: 1)])
    #expect(ActionResult(result.encoded) == nil)
  }

  @Test("a size that no file has is none")
  func sizes() {
    var digest = ProtobufWriter()
    digest.write(Self.hash.utf8, field: 1)
    digest.write(UInt64.max, field: 2)
    var file = ProtobufWriter()
    file.write("key/record".utf8, field: 1)
    file.write(digest.bytes, field: 2)
    var result = ProtobufWriter()
    result.write(file.bytes, field: 2)
    #expect(ActionResult(result.bytes) == nil)
  }

  @Test("no bytes bring the reader down, and what it reads has hashes that are hashes")
  func anyBytes() {
    var generator = SystemRandomNumberGenerator()
    let digits = Set("0123456789abcdef")
    for round in 0..<20_000 {
      var bytes =
        round % 4 == 0 ? (0..<Int.random(in: 0...80)).map { _ in UInt8.random(in: 0...255) } : Self.sample.encoded
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count)
        switch Int.random(in: 0..<3) {
        case 0: bytes[place] = UInt8.random(in: 0...255)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255), at: place)
        }
      }
      for file in ActionResult(bytes)?.files ?? [] {
        #expect(file.hash.count == 64 && file.size >= 0, "\(bytes)")
        #expect(file.hash.allSatisfy { digits.contains($0) }, "\(bytes)")
      }
    }
  }
}
