import Foundation
import TestSupport
import Testing

/// Pages have no C library; what they have in its place is compared with it, bit by bit.
@Suite("Arithmetic of pages")
struct NumbersTests {
  @Test("fma, fmod, remainder and round are those of the C library", arguments: [1, UInt64.random(in: 2...(.max))])
  func sameAsLibrary(seed: UInt64) throws {
    let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let folder = try TemporaryFolder("page-numbers")
    let program = folder.path("numbers")
    let compilation = try PageModule.start(
      "clang", ["-O1", "-fno-builtin", "-w", "\(repository)/Tests/PageTests/Page/numbers.c", "-lm", "-o", program])
    try #require(compilation.status == 0, "\(compilation.errors)")
    let run = try PageModule.start(program, ["\(seed)", "200000"])
    #expect(run.status == 0, "seed \(seed):\n\(String(decoding: run.output, as: UTF8.self))")
  }
}
