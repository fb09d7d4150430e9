/// A program to compare: its text, and how it is compiled.
package struct FuzzProgram: Hashable, Sendable {
  /// Its number in the family of the seed.
  package var number: UInt64
  /// The whole text.
  package var text: String
  /// The UTF-8 offsets at which the blocks of a session begin, the first left out.
  package var blocks: [Int] = []
  /// `5` or `6`.
  package var languageMode: String
  /// What it was made of, in a few words.
  package var origin: String

  /// Makes a program.
  package init(number: UInt64, text: String, blocks: [Int] = [], languageMode: String, origin: String) {
    self.number = number
    self.text = text
    self.blocks = blocks
    self.languageMode = languageMode
    self.origin = origin
  }

  /// Whether it may need modules besides the toolchain's.
  var needsLibraries: Bool { ["LoopEngine", "LoopTracing", Toolkit.module].contains { text.contains($0) } }
}
