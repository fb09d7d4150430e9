internal import Text

/// A program of a package's folder `Snippets`, whole or with one slice shown.
///
/// All of it is compiled; what is not of the slice is hidden as in chapters.
struct Snippet {
  private let file: SourceFile
  /// The lines without marks that tell where slices begin and end.
  private var code: [Int] = []
  /// The lines of what it says about itself.
  private var introduction: [Int] = []
  private var parts: [String: [Int]] = [:]

  init(_ file: SourceFile) {
    self.file = file
    var open: String?
    for line in 1...max(1, file.lineCount) {
      let text = file.lineText(line).drop { $0 == " " || $0 == "\t" }
      if text.hasPrefix("//!"), code.isEmpty {
        introduction.append(line)
      } else if let mark = text.prefixMatch(of: /\/\/\s*snippet\.(\w+)\s*$/)?.output.1 {
        switch mark {
        case "end": open = nil
        case "hide", "show": code.append(line)
        default:
          open = String(mark)
          parts[String(mark)] = parts[String(mark)] ?? []
        }
      } else if !code.isEmpty || !text.isEmpty {
        code.append(line)
        if let open { parts[open]?.append(line) }
      }
    }
  }

  /// The names of its slices.
  var slices: [String] { parts.keys.sorted() }

  /// The lines that are shown; `nil` where the snippet does not have this slice.
  func lines(of slice: String?) -> Set<Int>? {
    guard let slice else { return Set(code) }
    return parts[slice].map(Set.init)
  }

  /// Adds it as an example.
  func add(_ shown: Set<Int>, to page: inout PageText) {
    let isWhole = shown.count == code.count
    if isWhole, !introduction.isEmpty {
      for line in introduction { add(line, after: "//!", to: &page) }
      page.add("\n")
    }
    page.add("```swift\n")
    var isShown = true
    for line in code {
      let isMark = file.lineText(line).contains(/\/\/\s*snippet\.(hide|show)\s*$/)
      // A slice is shown whatever the file hides.
      if isMark, !isWhole { continue }
      if shown.contains(line) != isShown {
        isShown.toggle()
        page.add(isShown ? "// snippet.show\n" : "// snippet.hide\n")
      }
      add(line, after: "", to: &page)
    }
    page.add("```\n")
  }

  private func add(_ line: Int, after mark: String, to page: inout PageText) {
    let range = file.lineRange(line)
    let end = line < file.lineStarts.count ? file.lineStarts[line] : range.upperBound
    var start = range.lowerBound
    if !mark.isEmpty, let found = file.bytes[range].firstIndex(of: UInt8(ascii: "!")) {
      start = found + 1
      if start < range.upperBound, file.bytes[start] == UInt8(ascii: " ") { start += 1 }
    }
    page.add(file, start..<end)
    if end == range.upperBound { page.add("\n") }
  }
}
