internal import Examples
internal import Execution
internal import Files
internal import Text

/// Compares what the comments of a program say is printed with what it printed.
struct PrintedClaims {
  /// What tells of a comment that is wrong.
  static let problemID = "comment-differs"

  /// Whether a problem is that of a comment on the output, and not on a value: each tells what is, or is not, printed.
  static func isAboutOutput(_ problem: Diagnostic) -> Bool {
    problem.id == problemID && (problem.message.contains(" printed, but ") || problem.message.contains(" prints "))
  }

  struct Claim {
    var words: PrintedClaim
    var comment: CodeComments.Comment
  }

  private let program: Program
  private let file: SourceFile
  private let claims: [Claim]
  /// The lines with comments that are lines of an output, which another comment announces.
  private let linesBelow: Set<Int>
  /// The lines on which the program's own calls of `print` end.
  private let prints: [Int]
  /// Whether several calls of `print` may print one line.
  let printsParts: Bool

  /// Looks for such comments; `nil` where there is none.
  init?(of program: Program, in file: SourceFile) {
    let text = program.text
    guard Self.mayClaim(text) else { return nil }
    let code = CodeComments(in: text)
    let comments = code.all
    var claims: [Claim] = []
    var linesBelow: Set<Int> = []
    for (index, comment) in comments.enumerated() {
      var below: [String] = []
      // Above all code nothing can have been printed, so that the colon must say that something will be.
      let announces = PrintedClaim.announces(comment.text) && (comment.lineOfCode > 0 || comment.text.contains(":"))
      for next in announces ? comments[(index + 1)...] : [] {
        guard next.line == comment.line + below.count + 1, next.lineOfCode <= comment.line else { break }
        below.append(next.text)
      }
      // What follows on the next lines may go on with what the first says: `// Prints "1"`, `// "2"`.
      if !announces, let first = PrintedClaim(comment.text, followsPrint: comment.followsPrint), !first.isList {
        for next in comments[(index + 1)...] {
          guard next.line == comment.line + below.count + 1, next.lineOfCode <= comment.line, !comment.hasLines,
            first.goesOn(with: next.text)
          else { break }
          below.append(next.text)
        }
      }
      linesBelow.formUnion(comment.line + 1..<comment.line + 1 + below.count)
      let hasArrow = comment.isBelowPrint && PrintedClaim.arrow(of: comment.text[...].trimmed) != nil
      let words =
        comment.hasLines
        ? PrintedClaim(lines: comment.text)
        : PrintedClaim(below: comment.text, below)
          ?? PrintedClaim(comment.text, followsPrint: comment.followsPrint || hasArrow)?.going(on: below)
      if let words {
        claims.append(Claim(words: words, comment: comment))
      }
    }
    guard !claims.isEmpty else { return nil }
    self.program = program
    self.file = file
    self.claims = claims
    self.linesBelow = linesBelow
    prints = code.prints
    printsParts = code.printsParts
  }

  /// Whether a text may have such a comment; nearly none has.
  private static func mayClaim(_ text: String) -> Bool {
    (text.containsBytes(of: "//") || text.containsBytes(of: "/*"))
      && ["rint", "utput", "onsole"].contains { text.containsBytes(of: $0) }
  }

  /// The comments.
  var comments: [CodeComments.Comment] { claims.map(\.comment) }

  /// Whether a comment is a line of an output, which another announces.
  func isAnnounced(_ comment: CodeComments.Comment) -> Bool { linesBelow.contains(comment.line) }

  /// What a comment says, which starts at this line and column.
  func claim(line: Int, column: Int) -> Claim? {
    claims.first { ($0.comment.line, $0.comment.column) == (line, column) }
  }

  /// Whether comments right above code may be about that: there is one with no call of `print` above it in its block.
  private func sayWhatComes(inBlock block: Int) -> Bool {
    let own = program.blocks[block].lines
    let before = prints.count { $0 < own.lowerBound }
    return claims.contains {
      own.contains($0.comment.line) && $0.comment.isAboveCode && $0.comment.printsBefore == before
    }
  }

  /// The comments of a block that count.
  private func claims(ofBlock block: Int, uncompiled: [Int]) -> [Claim] {
    let own = program.blocks[block].lines
    let passedOver = Set(uncompiled.map { own.lowerBound + $0 - 1 })
    return claims.filter { own.contains($0.comment.line) && !passedOver.contains($0.comment.lineOfCode) }
  }

  /// Whether the comments of a block tell all that it printed, one line after the other.
  func tellAll(inBlock block: Int, output: [UInt8], uncompiled: [Int]) -> Bool {
    let lines = Self.lines(of: output)
    var next = 0
    for claim in claims(ofBlock: block, uncompiled: uncompiled) {
      let match = claim.words.firstMatch(in: lines, from: next, to: lines.count, allowsParts: false)
      guard let match, match.lowerBound == next else { return false }
      next = match.upperBound
    }
    return next == lines.count
  }

  /// What is wrong with the comments of a block.
  ///
  /// - Parameters:
  ///   - block: The number of the block.
  ///   - output: What the block printed.
  ///   - errors: What the program wrote to standard error.
  ///   - uncompiled: The lines of the block, from 1, that were not compiled.
  func problems(ofBlock block: Int, output: [UInt8], errors: [UInt8], uncompiled: [Int]) -> [Diagnostic] {
    let lines = Self.lines(of: output)
    let others = Self.lines(of: errors)
    let own = program.blocks[block].lines
    let calls = OwnCalls(prints, in: own, lineCount: lines.count)
    let sayWhatComes = sayWhatComes(inBlock: block)
    let claims = claims(ofBlock: block, uncompiled: uncompiled)
    var next = 0
    return claims.indices.compactMap { index in
      let claim = claims[index]
      let comment = claim.comment
      let mayMeanNext = sayWhatComes && comment.isAboveCode
      // Comments that follow one another share what is above them.
      let beside = claims[index...].prefix { $0.comment.lineOfCode == comment.lineOfCode }
      let called = mayMeanNext ? nil : calls.lines(before: comment, from: next, telling: beside.map(\.words))
      let start = comment.isInOrder ? called?.lowerBound ?? next : 0
      if let match = claim.words.firstMatch(
        in: lines, from: start, to: called?.upperBound ?? lines.count, allowsParts: printsParts)
      {
        // Where parts count, the rest of the line is another call's.
        if comment.isInOrder { next = printsParts ? match.lowerBound : match.upperBound }
        return nil
      }
      // Where each call printed a line, none of them wrote to standard error.
      if called == nil, claim.words.firstMatch(in: others, from: 0, to: others.count, allowsParts: true) != nil {
        return nil
      }
      let isElsewhere = claim.words.firstMatch(in: lines, from: 0, to: lines.count, allowsParts: printsParts) != nil
      let meant = called.flatMap { $0.count == 1 ? lines[$0.lowerBound] : nil }
      return problem(claim, isElsewhere: isElsewhere, meant: meant, output: output)
    }
  }

  /// Whether a comment is about calls of which it is not known here what they printed.
  func leaveCallsOpen(inBlock block: Int, output: [UInt8]) -> Bool {
    let own = program.blocks[block].lines
    let calls = OwnCalls(prints, in: own, lineCount: Self.lines(of: output).count)
    if sayWhatComes(inBlock: block) { return true }
    return claims.contains { claim in
      own.contains(claim.comment.line) && claim.comment.lineOfCode > 0
        && (printsParts || calls.lines(before: claim.comment, from: 0, telling: [claim.words]) == nil)
    }
  }

  /// Whether the lines that a comment can speak of are known from the output alone.
  func decide(_ comment: CodeComments.Comment, inBlock block: Int, output: [UInt8]) -> Bool {
    let calls = OwnCalls(prints, in: program.blocks[block].lines, lineCount: Self.lines(of: output).count)
    return !printsParts && !(sayWhatComes(inBlock: block) && comment.isAboveCode) && calls.know(comment)
  }

  private func problem(_ claim: Claim, isElsewhere: Bool, meant: String?, output: [UInt8]) -> Diagnostic {
    let comment = claim.comment
    let message =
      "this comment says that \(claim.words.sentence), but the example "
      + (isElsewhere ? "prints \(claim.words.pronoun) elsewhere, not here" : "does not print \(claim.words.pronoun)")
    let excerpt = (meant.map { [UnseenCharacters.escaped($0)] } ?? PrintedExcerpt(output).lines).map { "  \($0)" }
      .joined(separator: "\n")
    return Diagnostic(
      id: Self.problemID, message,
      at: program.place(line: comment.line, column: comment.column, length: comment.length, in: file),
      notes: [Diagnostic.Note(excerpt.isEmpty ? "it prints nothing" : "it prints:\n\(excerpt)")],
      cure: meant.map { "write `\(claim.words.isList ? $0 : claim.words.written(for: $0))`" }
        ?? "write what it prints; if it is printed only in other cases, begin the comment with `Would print`")
  }

  static func lines(of output: some Collection<UInt8>) -> [String] {
    var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// The lines that a block's own calls of `print` printed, where it is known which printed which.
private struct OwnCalls {
  private let prints: [Int]
  /// How many calls stand in the blocks before.
  private let before: Int
  /// Whether each printed one line, and nothing else printed any.
  private let areAll: Bool

  init(_ prints: [Int], in block: Range<Int>, lineCount: Int) {
    self.prints = prints
    before = prints.count { $0 < block.lowerBound }
    areAll = prints.count(where: block.contains) == lineCount
  }

  /// The lines that a comment can speak of: that of the call before it or, if it stands on a line of its own, the last
  /// ones since what the comments above it say; `nil` where that is not known.
  ///
  /// - Parameter claims: What it says, and the comments that share with it what is above them.
  func lines(before comment: CodeComments.Comment, from next: Int, telling claims: [PrintedClaim]) -> Range<Int>? {
    let end = comment.printsBefore - before
    guard areAll, comment.isInOrder, end > 0 else { return nil }
    // A list behind several calls on its line is about all of them.
    let own = claims.first?.isList == true ? max(1, prints.count { $0 == comment.line }) : 1
    let told = comment.followsPrint ? own : claims.reduce(0) { $0 + $1.mostLines }
    return max(comment.followsPrint ? 0 : min(next, end), end - told)..<end
  }

  /// Whether it is known which lines a comment can speak of.
  func know(_ comment: CodeComments.Comment) -> Bool { lines(before: comment, from: 0, telling: []) != nil }
}
