/// What a program that trapped wrote to standard error, without what changes from machine to machine.
struct TrapMessage {
  /// The message, such as `Fatal error: Index out of range`; empty where there is none.
  let text: String

  /// What the program wrote before the message.
  let wordsBefore: [UInt8]

  /// The line of the program that it names, if it names one.
  let line: Int?

  /// The tests that failed, if that is what it tells.
  let tests: FailedTests?

  init(_ errors: [UInt8]) {
    let lines = Self.lines(errors)
    tests = FailedTests(lines)
    if let tests {
      text = tests.text
      wordsBefore = tests.wordsBefore
      line = tests.place?.line
      return
    }
    guard let start = lines.lastIndex(where: { Self.isStart($0) }) else {
      text = ""
      wordsBefore = errors
      line = nil
      return
    }
    var message = lines[start][...]
    var number: Int?
    // `main/main.swift:3: Fatal error: …`
    if let colon = message.range(before: ": ") {
      let place = message[..<colon].split(separator: ":")
      if place.count == 2, let parsed = Int(place[1]), place[0].hasSuffix(".swift") {
        number = place[0] == "main/main.swift" ? parsed : nil
        message = message[message.index(colon, offsetBy: 2)...]
      }
    }
    line = number
    wordsBefore = Array(lines[..<start].joined(separator: "\n").utf8)
    if Self.isOfRuntime(lines[start]) {
      // What stands below it is a stack.
      text = Self.withoutAddresses(String(message))
    } else {
      text = ([String(message)] + lines[(start + 1)...]).joined(separator: "\n")
    }
  }

  /// The last lines that a failing program wrote, for its author to see; `nil` where it wrote none.
  static func lastLines(_ errors: [UInt8]) -> String? {
    let lines = Self.lines(errors)
    guard !lines.isEmpty else { return nil }
    return (lines.count > 8 ? ["…"] : []).appending(lines.suffix(8)).map { "  " + String($0.prefix(400)) }
      .joined(separator: "\n")
  }

  private static func isStart(_ line: String) -> Bool {
    line.contains("Fatal error") || line.contains("Precondition failed") || line.contains("Assertion failed")
      || isOfRuntime(line)
  }

  /// Whether Swift's runtime library wrote the line, which names objects and types by their addresses, too.
  private static func isOfRuntime(_ line: String) -> Bool {
    [
      "Could not cast value of type '", "Simultaneous accesses to 0x", "Object 0x",
      "Fatal error: Attempted to read an unowned reference but object 0x",
    ].contains { line.hasPrefix($0) }
  }

  /// A message of the runtime library without addresses, which are others in every run.
  private static func withoutAddresses(_ message: String) -> String {
    message.replacing(/\ \(0x[0-9a-f]+\)/, with: "").replacing(/0x[0-9a-f]+/, with: "0x…")
  }

  /// The lines, without the addresses of a stack, which mean nothing to a reader and differ each time.
  private static func lines(_ errors: [UInt8]) -> [String] {
    var lines: [String] = []
    var isInStack = false
    for line in String(decoding: errors, as: UTF8.self).split(separator: "\n") {
      if line == "Current stack trace:" {
        isInStack = true
      } else if !(isInStack && line.first?.isNumber == true) {
        isInStack = false
        lines.append(String(line))
      }
    }
    return lines
  }
}

extension Array {
  fileprivate func appending(_ other: some Sequence<Element>) -> [Element] { self + other }
}

extension Substring {
  /// Where the words stand for the first time.
  fileprivate func range(before words: String) -> Index? {
    indices.first { self[$0...].hasPrefix(words) }
  }
}
