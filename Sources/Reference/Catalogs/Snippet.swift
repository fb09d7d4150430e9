internal import Text

/// A program of a package's folder `Snippets`, whole or with one slice shown.
///
/// All of it is compiled; what is not of the slice is hidden as in chapters.
struct Snippet {
  private let file: SourceFile
  /// The lines without marks that tell where slices begin and end.
  private var code: [Int] = []
  /// The lines of the comment that tells what it is about.
  private var introduction: [Int] = []
  private var parts: [String: [Int]] = [:]
  /// The lines of the code that tell which of its lines are shown.
  private var marks: Set<Int> = []

  init(_ file: SourceFile) {
    self.file = file
    var open: String?
    var isHidden = false
    // DocC takes the comment that a snippet begins with for what it says about itself.
    var isIntroduced = false
    let texts = Self.linesOfTexts(in: file)
    for line in 1...max(1, file.lineCount) {
      let text = file.lineText(line).drop { $0 == " " || $0 == "\t" }
      if !texts.contains(line), let mark = text.prefixMatch(of: /\/\/\s*snippet\.(\S+)\s*$/)?.output.1 {
        switch mark {
        case "end": open = nil
        case "hide", "show":
          isHidden = mark == "hide"
          marks.insert(line)
          code.append(line)
        default:
          open = String(mark)
          // A slice that begins among hidden lines is there to be shown.
          isHidden = false
          parts[String(mark)] = parts[String(mark)] ?? []
        }
      } else if code.isEmpty, text.hasPrefix("//!") || !isIntroduced && text.hasPrefix("//") && !text.hasPrefix("///") {
        introduction.append(line)
      } else if !code.isEmpty || !text.isEmpty {
        code.append(line)
        if let open, !isHidden { parts[open]?.append(line) }
      } else {
        isIntroduced = !introduction.isEmpty
      }
    }
  }

  /// The lines that begin within a text, which prints what would be a mark elsewhere.
  private static func linesOfTexts(in file: SourceFile) -> Set<Int> {
    let texts = SwiftTokens(file).all.filter { $0.kind == .literal }.map(\.range)
    return Set(texts.flatMap { file.line(at: $0.lowerBound) + 1..<file.line(at: $0.upperBound - 1) + 1 })
  }

  /// The names of its slices.
  var slices: [String] { parts.keys.sorted() }

  /// The lines that are shown; `nil` where the snippet does not have this slice.
  func lines(of slice: String?) -> Set<Int>? {
    guard let slice else { return Set(code) }
    return parts[slice].map(Set.init)
  }

  /// Adds it as an example, in the place of a directive.
  func add(_ shown: Set<Int>, to page: inout PageText, insteadOf directive: Range<Int>, of article: SourceFile) {
    let isWhole = shown.count == code.count
    if isWhole, !introduction.isEmpty {
      for line in introduction { add(line, isComment: true, to: &page) }
      page.add("\n")
    }
    // `swift run` compiles it as it is written, too.
    page.add("```swift imports=off\n", insteadOf: directive, of: article)
    var isShown = true
    for line in code {
      // What of a slice is hidden is told by its lines.
      if marks.contains(line), !isWhole { continue }
      if shown.contains(line) != isShown {
        isShown.toggle()
        page.add(isShown ? "// snippet.show\n" : "// snippet.hide\n")
      }
      add(line, isComment: false, to: &page)
    }
    page.add("```\n", insteadOf: directive, of: article)
  }

  private func add(_ line: Int, isComment: Bool, to page: inout PageText) {
    let range = file.lineRange(line)
    let end = line < file.lineStarts.count ? file.lineStarts[line] : range.upperBound
    var start = range.lowerBound
    if isComment, let mark = file.bytes[range].firstIndex(of: UInt8(ascii: "/")) {
      start = mark + 2
      for byte in "! ".utf8 where start < range.upperBound && file.bytes[start] == byte { start += 1 }
    }
    page.add(file, start..<end)
    if end == range.upperBound { page.add("\n") }
  }
}
