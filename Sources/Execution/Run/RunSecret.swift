/// What a program's text has to say with each report to its host, and what no author can write beforehand.
///
/// It is another number each time that loopbook runs. A program that looks for it in its own memory finds it: see
/// SECURITY.md.
enum RunSecret {
  static let number = UInt64.random(in: 1...UInt64.max)

  /// The number, in the language of programs.
  static var literal: String { "0x\(String(number, radix: 16))" }
}
