/// What a line such as `@Snippet(path: "A", slice: "b") {` says.
struct Directive: Equatable {
  /// Its name, without the `@`.
  var name: String
  /// What stands between the parentheses: words in quotes with their labels; the first may have none.
  var arguments: [String: String] = [:]
  /// What stands between braces on the same line.
  var text: String?
  /// Whether a brace is open at its end.
  var opens = false

  /// Reads a line; `nil` where it is not a directive.
  init?(_ line: Substring) {
    let line = line.drop { $0 == " " || $0 == "\t" }
    guard let match = line.prefixMatch(of: /@([A-Z][A-Za-z]*)\s*(\(([^)]*)\))?\s*(\{(.*?)(\}?)\s*)?$/) else {
      return nil
    }
    name = String(match.output.1)
    for argument in (match.output.3 ?? "").matches(of: /(?:(\w+)\s*:\s*)?(?:"([^"]*)"|([^\s,"]+))/) {
      let value = argument.output.2 ?? argument.output.3 ?? ""
      arguments[argument.output.1.map(String.init) ?? ""] = String(value)
    }
    guard match.output.4 != nil else { return }
    if match.output.6 == "}" {
      text = match.output.5.map { String($0).trimmed }
    } else {
      opens = true
      if let first = match.output.5, !String(first).trimmed.isEmpty { text = String(first).trimmed }
    }
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
