/// Why a text is not the JSON form of a trace, and where.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// do throws(TraceJSONError) {
///   _ = try TraceJSON.trace(from: "{\"version\":1,\n\"clock\":\"broken\",\"events\":[]}")
/// } catch {
///   print(error.line, error.column)
///   print(error)
/// }
/// ```
///
/// ```output
/// 2 9
/// line 2, column 9: one of 'real', 'virtual' is expected
/// ```
public struct TraceJSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let message: String
  /// The line of the text, counted from 1.
  public let line: Int
  /// The byte of the line, counted from 1.
  public let column: Int

  init(message: String, offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    self.message = message
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
  }

  /// "line 2, column 14: what is wrong".
  public var description: String { "line \(line), column \(column): \(message)" }
}
