internal import Markdown

/// What becomes of straight quotation marks.
package enum QuotationMarkUse: String, Sendable, CaseIterable {
  /// They stay as they are.
  case straight
  /// They become those that the book's language has in print.
  case typographic
}

/// The quotation marks that a language has in print, and where they go in a text that was typed with straight ones.
struct QuotationMarks: Hashable, Sendable {
  /// Around what is quoted, before and after.
  let outer: [String]
  /// The same within a quotation.
  let inner: [String]

  /// Those of a language, by its tag; those of English where the language is not known here.
  ///
  /// They are as Unicode's locale data has them.
  init(language: String) {
    let parts = language.lowercased().split(separator: "-").map(String.init)
    let first = parts.first ?? ""
    let isSwiss = parts.contains("ch") || parts.contains("li")
    switch first {
    case "de" where isSwiss, "it" where isSwiss: (outer, inner) = (["«", "»"], ["‹", "›"])
    case "de", "cs", "sk", "sl", "is": (outer, inner) = (["„", "“"], ["‚", "‘"])
    case "fr" where isSwiss: (outer, inner) = (["«", "»"], ["‹", "›"])
    // The narrow space belongs to them, and no line is broken at it.
    case "fr": (outer, inner) = (["«\u{202F}", "\u{202F}»"], ["“", "”"])
    case "es", "it", "ca", "gl", "el": (outer, inner) = (["«", "»"], ["“", "”"])
    case "pt" where parts.contains("pt") && parts.count > 1: (outer, inner) = (["«", "»"], ["“", "”"])
    case "ru", "uk", "be": (outer, inner) = (["«", "»"], ["„", "“"])
    case "nb", "nn", "no": (outer, inner) = (["«", "»"], ["‘", "’"])
    case "ar", "fa": (outer, inner) = (["«", "»"], ["“", "”"])
    case "pl", "ro", "hu": (outer, inner) = (["„", "”"], ["«", "»"])
    case "sv", "fi": (outer, inner) = (["”", "”"], ["’", "’"])
    case "ja": (outer, inner) = (["「", "」"], ["『", "』"])
    case "zh" where parts.contains("hant") || parts.contains("tw") || parts.contains("hk"):
      (outer, inner) = (["「", "」"], ["『", "』"])
    default: (outer, inner) = (["“", "”"], ["‘", "’"])
    }
  }

  /// A text by itself, such as a title.
  func typeset(_ text: String) -> String {
    String(decoding: typeset([Piece(node: 0, text: Array(text.unicodeScalars))])[0] ?? Array(text.utf8), as: UTF8.self)
  }

  /// A document with these marks in its text; code, addresses and HTML stay as they are.
  func typeset(_ document: MarkdownDocument) -> MarkdownDocument {
    var texts: [Int: [UInt8]] = [:]
    for (number, node) in document.nodes.enumerated() where !node.kind.isInline && node.firstChild >= 0 {
      guard document.nodes[Int(node.firstChild)].kind.isInline else { continue }
      texts.merge(typeset(pieces(of: number, document))) { $1 }
    }
    return texts.isEmpty ? document : document.replacing(texts)
  }

  /// A text between markup.
  private struct Piece {
    /// The node that it is the text of; `nil` for what stays as it is.
    var node: Int?
    var text: [Unicode.Scalar]
  }

  private func pieces(of block: Int, _ document: MarkdownDocument) -> [Piece] {
    document.descendants(of: block).compactMap { number in
      let node = document.nodes[number]
      switch node.kind {
      case .text:
        let parent = document.nodes[Int(node.parent)]
        let text = document.string(node.text)
        // An address that stands for itself.
        let isAddress = parent.kind == .link && document.string(parent.text).hasSuffix(text)
        return Piece(node: isAddress ? nil : number, text: Array(text.unicodeScalars))
      // Code is a word.
      case .code: return Piece(node: nil, text: ["x"])
      case .softBreak, .lineBreak: return Piece(node: nil, text: [" "])
      default: return nil
      }
    }
  }

  /// A straight mark in the text of a block.
  private struct Mark {
    var piece: Int
    var offset: Int
    var isDouble: Bool
    var opens: Bool
    var closes: Bool
    /// Whether it stands between letters or before one, and so may be an apostrophe.
    var isApostrophe: Bool
    var replacement: String?
  }

  /// The new texts by node.
  ///
  /// Pairs become quotation marks, and single marks beside letters apostrophes; others stay straight.
  private func typeset(_ pieces: [Piece]) -> [Int: [UInt8]] {
    var marks = marks(in: pieces)
    guard !marks.isEmpty else { return [:] }
    var open: [Int] = []
    for index in marks.indices {
      let mark = marks[index]
      if mark.closes, let opener = open.lastIndex(where: { marks[$0].isDouble == mark.isDouble }) {
        let kind = mark.isDouble ? outer : inner
        marks[open[opener]].replacement = kind[0]
        marks[index].replacement = kind[1]
        open.removeSubrange(opener...)
      } else if mark.opens {
        open.append(index)
        // So many are not closed by anybody's hand, and looking for one must not take long.
        if open.count > 64 { open.removeFirst() }
      }
    }
    for index in marks.indices where marks[index].replacement == nil && marks[index].isApostrophe {
      marks[index].replacement = "’"
    }
    var texts: [Int: [UInt8]] = [:]
    for (number, own) in Dictionary(grouping: marks.filter { $0.replacement != nil }, by: \.piece) {
      let piece = pieces[number]
      guard let node = piece.node else { continue }
      var text = String.UnicodeScalarView()
      var start = 0
      for mark in own {
        text += piece.text[start..<mark.offset]
        text += (mark.replacement ?? "").unicodeScalars
        start = mark.offset + 1
      }
      text += piece.text[start...]
      texts[node] = Array(String(text).utf8)
    }
    return texts
  }

  private func marks(in pieces: [Piece]) -> [Mark] {
    var marks: [Mark] = []
    guard pieces.contains(where: { $0.text.contains { $0 == "\"" || $0 == "'" } }) else { return [] }
    let all = pieces.enumerated().flatMap { piece, text in text.text.indices.map { (piece, $0) } }
    func scalar(_ index: Int) -> Unicode.Scalar {
      all.indices.contains(index) ? pieces[all[index].0].text[all[index].1] : " "
    }
    for index in all.indices where pieces[all[index].0].node != nil {
      let mark = scalar(index)
      guard mark == "\"" || mark == "'" else { continue }
      let (before, after) = (scalar(index - 1), scalar(index + 1))
      let (isAfterBlank, isBeforeBlank) = (before.properties.isWhitespace, after.properties.isWhitespace)
      // In a script without blanks a word may end anywhere.
      let isAfterWord = Self.isWord(before) && !before.properties.isIdeographic && !Self.kana.contains(before)
      marks.append(
        Mark(
          piece: all[index].0, offset: all[index].1, isDouble: mark == "\"", opens: !isBeforeBlank && !isAfterWord,
          closes: !isAfterBlank && (mark == "\"" || !isAfterWord || !Self.isWord(after)),
          isApostrophe: mark == "'"
            && (Self.isWord(after) || isAfterWord && !before.properties.isNumber)))
    }
    return marks
  }

  private static let kana: ClosedRange<Unicode.Scalar> = "\u{3040}"..."\u{30FF}"

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.isNumber
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isNumber: Bool { numericType != nil }
}
