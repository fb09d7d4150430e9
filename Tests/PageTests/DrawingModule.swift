import Foundation
import TestSupport

/// The module that draws, of `scripts/build-page-engine`, run by node.
struct DrawingModule: Sendable {
  private let path: String

  /// Built once for all tests, with the engine for pages.
  static let built = Result { DrawingModule(path: try LiveBookTests.engine.get() + "/drawing.wasm") }

  /// The answers to requests, empty ones for those that trapped, and how many milliseconds each took.
  func draw(_ requests: [[UInt8]]) throws -> (answers: [[UInt8]], times: [Double]) {
    func length(_ count: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(count).littleEndian) { Array($0) } }
    let folder = try TemporaryFolder("page-drawing")
    let (asked, answered) = ("requests", folder.url.appending(path: "answers"))
    try Data(requests.flatMap { length($0.count) + $0 }).write(to: folder.url.appending(path: asked))
    let script = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Page/draw.mjs"
    let result = try PageModule.start(
      "timeout", ["--signal=KILL", "300", "node", script, path, folder.url.appending(path: asked).path, answered.path])
    guard result.status == 0 else {
      throw PageModule.Failure(description: "node ended with status \(result.status): \(result.errors)")
    }
    let bytes = Array(try Data(contentsOf: answered))
    var answers: [[UInt8]] = []
    var at = 0
    while at < bytes.count {
      let count = Int(bytes[at..<at + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
      answers.append(Array(bytes[(at + 4)..<(at + 4 + count)]))
      at += 4 + count
    }
    let times = String(decoding: result.output, as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
    return (answers, times)
  }
}
