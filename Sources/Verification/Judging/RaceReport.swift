internal import Execution

/// What the library that watches threads wrote of a data race: two accesses, of which at least one writes, and nothing
/// that says which comes first.
struct RaceReport {
  /// One of the two.
  struct Access {
    /// The line of the program, counted from 1, and the byte in it; `nil` where it is not known.
    var line: (number: Int, column: Int)?
    var writes: Bool
  }

  let accesses: [Access]

  private static let mark = "WARNING: ThreadSanitizer: "
  /// Which of its reports are about data, and not about how a lock or a thread is used.
  private static let kinds = ["data race", "Swift access race"]
  private static let accessWords = ["access of", "access at", "rite of size", "ead of size"]

  /// The first race that a program was told of by what it wrote to standard error; `nil`: none.
  init?(_ errors: [UInt8]) {
    let lines = String(decoding: errors, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { line in Self.kinds.contains { line.hasPrefix(Self.mark + $0) } }
    guard let start else { return nil }
    var accesses: [Access] = []
    var isStackOfAccess = false
    for line in lines[(start + 1)...] {
      if Self.accessWords.contains(where: line.contains), !line.hasPrefix("    ") {
        let words = line.lowercased()
        accesses.append(Access(line: nil, writes: words.contains("write") || words.contains("modif")))
        isStackOfAccess = true
      } else if line.isEmpty {
        isStackOfAccess = false
      } else if isStackOfAccess, accesses[accesses.count - 1].line == nil {
        // What is called by the program's line may stand before it.
        accesses[accesses.count - 1].line = Self.line(line)
      } else if line.hasPrefix("====") || line.hasPrefix("SUMMARY") {
        break
      }
    }
    self.accesses = accesses
  }

  /// What a frame that `withLines` has written tells of the program's lines.
  private static func line(_ frame: Substring) -> (number: Int, column: Int)? {
    let parts = frame.split(separator: ":")
    guard parts.count == 3, parts[0].hasSuffix("main.swift"), let number = Int(parts[1]), number > 0 else { return nil }
    return (number, max(1, Int(parts[2]) ?? 1))
  }

  /// The same with lines of the program in the place of places in what it was compiled to.
  static func withLines(_ errors: [UInt8], of object: String, by compiler: Compiler) async -> [UInt8] {
    guard RaceReport(errors) != nil else { return errors }
    var lines = String(decoding: errors, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    let frames: [(index: Int, offset: String)] = lines.indices.compactMap { index in
      guard lines[index].hasPrefix("    #"), let plus = lines[index].lastIndex(of: "+") else { return nil }
      let file = lines[index][..<plus]
      guard file.hasSuffix("/program") || file.hasSuffix(" " + object) else { return nil }
      return (index, String(lines[index][lines[index].index(after: plus)...]))
    }
    let places = await compiler.lines(of: frames.map(\.offset), in: object)
    for (frame, place) in zip(frames, places) {
      if let place { lines[frame.index] = "    " + place }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}

extension ProgramRecord {
  /// Whether it was ended by what watches threads, at a data race.
  var findsRace: Bool {
    execution.map { $0.ending == .process(.exited(ThreadSanitizer.status)) && RaceReport($0.errors) != nil } ?? false
  }
}
