internal import Text

/// An extension that demands classes, `extension Box where T: AnyObject`: the compiler's graph leaves that out.
struct ClassExtension {
  /// The file, by the path that the graphs have.
  let file: String
  /// The name of the type, with those of the types around it, as far as they are written.
  let path: [String]
  /// The names of the protocols that it makes the type conform to, without those of their modules.
  let protocols: [String]
  /// What has to be a class: `T`, `Element.Item`.
  let classes: [String]
  /// The bytes between its braces.
  let body: Range<Int>

  /// Reads the extension that begins at a token; `nil` where none does, or where it demands no class.
  private init?(at keyword: Int, in tokens: SwiftTokens, of file: String) {
    // Most words are told apart by their lengths.
    guard tokens.all[keyword].range.count == "extension".utf8.count, tokens.word(keyword) == "extension",
      DeclarationHead.isKeyword(keyword, in: tokens)
    else { return nil }
    var head: [Int] = []
    var place = tokens.code(after: keyword, by: 1)
    while tokens.all.indices.contains(place), !tokens.isMark(place, "{") {
      head.append(place)
      place = tokens.code(after: place, by: 1)
    }
    guard let end = tokens.partner(of: place), let condition = head.firstIndex(where: { tokens.word($0) == "where" })
    else { return nil }
    let colon = head[..<condition].firstIndex { tokens.isMark($0, ":") } ?? condition
    self.file = file
    path = head[..<colon].prefix { !tokens.isMark($0, "<") }.compactMap(tokens.word).map { $0.filter { $0 != "`" } }
    body = tokens.all[place].range.upperBound..<tokens.all[end].range.lowerBound
    protocols = tokens.split(head[colon..<condition].dropFirst(), at: [",", "&"]).compactMap { part in
      part.prefix { !tokens.isMark($0, "<") }.last.map(tokens.text)
    }
    classes = tokens.split(head[condition...].dropFirst(), at: [","]).compactMap { part in
      guard let colon = part.firstIndex(where: { tokens.isMark($0, ":") }),
        tokens.split(part[colon...].dropFirst(), at: ["&"]).contains(where: {
          $0.last.flatMap(tokens.word) == "AnyObject"
        })
      else { return nil }
      return part[..<colon].map(tokens.text).joined()
    }
    if classes.isEmpty { return nil }
  }

  /// All those of a file.
  static func all(in tokens: SwiftTokens, of file: String) -> [ClassExtension] {
    tokens.all.indices.compactMap { ClassExtension(at: $0, in: tokens, of: file) }
  }
}

extension SwiftTokens {
  /// What stands between some of these characters, as far as these are not in brackets.
  fileprivate func split(_ places: ArraySlice<Int>, at marks: [Unicode.Scalar]) -> [ArraySlice<Int>] {
    var depth = 0
    return places.split { place in
      if ["<", "(", "["].contains(where: { isMark(place, $0) }) { depth += 1 }
      if [")", "]"].contains(where: { isMark(place, $0) }) || isMark(place, ">") && !isMark(place - 1, "-") {
        depth -= 1
      }
      return depth == 0 && marks.contains { isMark(place, $0) }
    }
  }
}
