import Foundation

/// GitHub's own command line program, where it is installed.
enum CmarkProgram {
  private static let path = "/usr/bin/cmark-gfm"
  private static let specification = "/usr/share/doc/cmark-gfm/spec.txt.gz"

  static var isInstalled: Bool { access(path, X_OK) == 0 }
  static var hasSpecification: Bool { access(specification, R_OK) == 0 }

  /// What the program prints for a text.
  static func html(_ markdown: [UInt8]) throws -> [UInt8] {
    let names = ["table", "strikethrough", "autolink", "tasklist", "tagfilter"]
    return try output(of: path, ["--unsafe"] + names.flatMap { ["-e", $0] }, input: markdown)
  }

  /// The Markdown of the examples in the installed specification.
  static func specificationExamples() throws -> [[UInt8]] {
    let text = try String(decoding: output(of: "/bin/zcat", [specification], input: []), as: UTF8.self)
    let fence = String(repeating: "`", count: 32)
    var examples: [[UInt8]] = []
    var current: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(fence + " example") {
        current = ""
      } else if line == ".", let example = current {
        examples.append(Array(example.replacing("→", with: "\t").utf8))
        current = nil
      } else if current != nil {
        current? += line + "\n"
      }
    }
    return examples
  }

  private static func output(of program: String, _ arguments: [String], input: [UInt8]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    try process.run()
    // The texts are smaller than a pipe, so that writing all before reading cannot block.
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(output)
  }
}
