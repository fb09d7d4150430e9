import Book
import Testing

/// What of a file is not UTF-8.
@Suite("Text that is not UTF-8")
struct TextEncodingTests {
  @Test("is found where the standard library finds it, whatever stands around it")
  func firstInvalid() {
    var generator = SystemRandomNumberGenerator()
    let pieces: [[UInt8]] = [
      Array("plain words, ".utf8), Array("x".utf8), Array("é".utf8), Array("輸出".utf8), Array("🙂".utf8),
      [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x99], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xFF], [0],
    ]
    for round in 0..<3000 {
      // Most pieces are sound, so that what is wrong may stand anywhere.
      let bytes = (0..<round % 23).flatMap { _ in
        let count = Int.random(in: 0..<9, using: &generator) == 0 ? pieces.count : 5
        return pieces[Int.random(in: 0..<count, using: &generator)]
      }
      var wanted: Range<Int>?
      do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: bytes.span) } catch { wanted = error.byteOffsets }
      #expect(TextEncoding.firstInvalid(bytes) == wanted, "\(bytes)")
    }
  }
}
