import DifferentialModel
import Files
import Foundation
import TestSupport
import Testing

@testable import Execution

/// Headers at random, beside what Clang makes of them: whatever it reads outside of the package's folder, we refuse.
@Suite("Random headers")
struct RandomHeaderTests {
  @Test(
    "what Clang includes from outside is refused",
    arguments: 0..<UInt64(Effort.number(ordinary: 3, thorough: 5, exhaustive: 12)))
  func outside(seed: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "headers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = folder.appending(path: "Headers/0")
    try FileManager.default.createDirectory(at: place.appending(path: "x"), withIntermediateDirectories: true)
    try Data("outside\n".utf8).write(to: folder.appending(path: "outside.h"))
    var random = RandomSource(seed: seed)
    var included = 0
    for _ in 0..<50 {
      let text = Self.header(&random)
      let header = place.appending(path: "seeds.h")
      try Data(text.utf8).write(to: header)
      let language = random.pick(["gnu11", "c17", "gnu17", "c2x"])
      let run = try ProgramRun(
        "clang", ["-w", "-E", "-P", "-x", "c", "-std=\(language)", "-I", place.path, header.path])
      guard run.output.split(separator: "\n").contains("outside") else { continue }
      included += 1
      #expect(throws: Unshareable.self, "\(text.debugDescription), as \(language)") {
        try PortablePackage(["contents": Array("headers Headers/0\n".utf8), "Headers/0/seeds.h": Array(text.utf8)])
      }
    }
    // Else nothing was compared.
    #expect(included >= 10)
  }

  /// What can stand around a directive and make it look like something else, or like nothing.
  private static func header(_ random: inout RandomSource) -> String {
    let around = [
      "", "", "\n", "\r", "\r\n", " ", "\t", "/* x */", "/*\n*/", "/*\r*/", "// x\r", "// x\\\r\n", "// x \\ \n", "/*",
      "*/",
      "*\u{301}/", "\u{301}", "'", "\"", "R\"(", ")\"", "#define A 1'0\n", "#define A ' ", "#define A \" ", "#if 0\n",
      "#endif\n",
      "#if 1\n", "#else\n", "\\\n", "\\ \r\n", "??/\n", "\0", "\u{b}", "\u{c}", "_Pragma(\"once\")", "#pragma x\n", "<",
      ">", "%:",
    ]
    let between = [
      "", "", " ", "\t", "\u{b}", "\u{c}", "/* x */", "/**/", "/*/ */", "/*\n*/", "/*\r#*/", "/***/", "\\\n", "\\ \n",
      "\\\r",
      "??/\r\n", "\0",
    ]
    func joined(_ pieces: [String], upTo count: Int) -> String {
      (0..<random.below(count + 1)).map { _ in random.pick(pieces) }.joined()
    }
    func spliced(_ word: String) -> String {
      word.map { random.chance(8) ? "\(random.pick(["\\\n", "\\ \n", "\\\r\n", "??/\n"]))\($0)" : "\($0)" }.joined()
    }
    var text = random.chance(20) ? "#define F \"../../outside.h\"\n" : ""
    for _ in 0...random.below(3) {
      text += joined(around, upTo: 4) + random.pick(["", "", "\n", "\r"])
      text += random.pick(weighted: [(8, "#"), (1, "%:"), (1, "??=")]) + joined(between, upTo: 3)
      text += spliced(random.pick(["include", "include", "import", "include_next"])) + joined(between, upTo: 3)
      let target = random.pick(weighted: [
        (4, "\"../../outside.h\""), (2, "<../../outside.h>"), (1, "F"), (1, "\"x/../../../outside.h\""),
      ])
      text += spliced(target) + joined(around, upTo: 2) + random.pick(["\n", "\n", "\r", ""])
    }
    return text
  }
}
