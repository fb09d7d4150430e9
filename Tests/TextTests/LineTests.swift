import Testing
import Text

/// Where the lines of a file begin.
@Suite("Lines of a file")
struct LineTests {
  @Test("begin behind LF, CRLF and CR, wherever these stand among other bytes")
  func starts() {
    var generator = SystemRandomNumberGenerator()
    let some: [UInt8] = [0, 0x09, 0x0A, 0x0A, 0x0B, 0x0D, 0x1F, 0x20, 0x41, 0x8A, 0x8D, 0xC3, 0xFF]
    for length in 0..<400 {
      // In some, few groups of bytes have an end of a line.
      let isSparse = length % 2 == 0
      let bytes = (0..<length).map { _ in
        isSparse && Int.random(in: 0..<12, using: &generator) > 0
          ? UInt8.random(in: 0x20...0xFF, using: &generator) : some[Int.random(in: some.indices, using: &generator)]
      }
      var wanted = [0]
      for index in bytes.indices {
        let isPair = bytes[index] == 0x0D && index + 1 < length && bytes[index + 1] == 0x0A
        if bytes[index] == 0x0A || bytes[index] == 0x0D && !isPair { wanted.append(index + 1) }
      }
      #expect(SourceFile(path: "a.md", bytes: bytes).lineStarts == wanted, "\(bytes)")
    }
  }
}
