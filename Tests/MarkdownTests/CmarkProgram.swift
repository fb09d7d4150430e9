import Glibc

/// GitHub's own command line program, where it is installed.
enum CmarkProgram {
  private static let path = "/usr/bin/cmark-gfm"
  private static let specification = "/usr/share/doc/cmark-gfm/spec.txt.gz"

  static var isInstalled: Bool { access(path, X_OK) == 0 }
  static var hasSpecification: Bool { access(specification, R_OK) == 0 }

  /// What the program prints for a text.
  static func html(_ markdown: [UInt8]) throws(SpawnError) -> [UInt8] {
    let names = ["table", "strikethrough", "autolink", "tasklist", "tagfilter"]
    let options = names.map { " -e " + $0 }.joined()
    guard let file = tmpfile() else { throw SpawnError(command: path) }
    defer { fclose(file) }
    fwrite(markdown, 1, markdown.count, file)
    fflush(file)
    // The file has no name, but the program can reach it through this process.
    return try output(of: "\(path) --unsafe\(options) /proc/\(getpid())/fd/\(fileno(file))")
  }

  /// The Markdown of the examples in the installed specification.
  static func specificationExamples() throws(SpawnError) -> [[UInt8]] {
    let text = try String(decoding: output(of: "zcat \(specification)"), as: UTF8.self)
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

  private static func output(of command: String) throws(SpawnError) -> [UInt8] {
    guard let pipe = popen(command, "r") else { throw SpawnError(command: command) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
    guard pclose(pipe) == 0 else { throw SpawnError(command: command) }
    return output
  }

  /// A command that could not be run.
  struct SpawnError: Error {
    var command: String
  }
}
