/// An example that readers can change and run where they read it.
package struct LiveExample: Sendable, Hashable {
  /// A literal of its listing that can be changed.
  package struct Literal: Sendable, Hashable {
    /// What can be put in its place: `integer`, `decimal`, `flag` or `text`.
    package var kind: String
    /// Its line in the example, from 0.
    package var line: Int
    /// Where it stands on its line, in UTF-16's units.
    package var columns: Range<Int>
    package var text: String
  }

  /// Which of the book's modules its program is in, and its number there.
  package var module: Int
  package var program: Int
  package var literals: [Literal]
}

/// The examples of a book that readers can change, and the modules with their programs.
package struct LiveBook: Sendable {
  /// By an example's name, how it is run.
  package var examples: [String: LiveExample] = [:]
  package var modules: [LiveModule] = []
  /// What draws what they did: a WebAssembly module, in gzip and base64.
  package var pictures: [UInt8] = []

  package init() {}
}

/// Programs of a book for readers' pages.
package struct LiveModule: Sendable, Hashable {
  /// A WebAssembly module, in gzip and base64.
  package var text: [UInt8]
  /// How many bytes it is unpacked.
  package var size: Int
}
