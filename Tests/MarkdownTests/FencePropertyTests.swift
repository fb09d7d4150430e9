import Markdown
import Testing
import Text

/// What must hold of every fence in every text.
@Suite("Fences of random documents")
struct FencePropertyTests {
  private static let seeds = UInt64(1)...400

  private func document(_ bytes: [UInt8]) -> MarkdownDocument {
    MarkdownDocument(SourceFile(path: "random.md", bytes: bytes))
  }

  private func shown(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).debugDescription
  }

  @Test("lines are what cmark gives, and stand where they are said to stand")
  func linesAndRanges() {
    var count = 0
    for seed in Self.seeds {
      var random = RandomMarkdown(seed: seed)
      for _ in 0..<10 {
        let bytes = random.document()
        let document = document(bytes)
        for fence in document.fences {
          count += 1
          let literal = document.string(document.nodes[fence.node].text)
          #expect(fence.lines.map { $0.text + "\n" }.joined() == literal, "\(shown(bytes))")
          for line in fence.lines {
            let source = String(decoding: bytes[line.range], as: UTF8.self).replacing("\0", with: "\u{FFFD}")
            #expect(String(repeating: " ", count: line.splitSpaces) + source == line.text, "\(shown(bytes))")
            if line.splitSpaces > 0 { #expect(bytes[line.range.lowerBound - 1] == UInt8(ascii: "\t")) }
          }
          let mark = [UInt8](repeating: fence.character, count: fence.length)
          #expect(bytes[fence.opening].starts(with: mark), "\(shown(bytes))")
          if let closing = fence.closing {
            #expect(bytes[closing].starts(with: mark.prefix(255)), "\(shown(bytes))")
          }
        }
      }
    }
    #expect(count > 4000)
  }

  @Test("lines that are replaced by themselves leave the file as it is")
  func replacingByThemselves() {
    for seed in Self.seeds {
      var random = RandomMarkdown(seed: seed)
      for _ in 0..<5 {
        for fence in document(random.document()).fences {
          #expect(fence.edits(replacingLinesBy: fence.lines.map(\.text)) == [])
        }
      }
    }
  }

  @Test(
    "lines that are replaced are read back as they were given, and nothing else changes",
    arguments: [["one", "  two", "", "\tthree"], [], ["```", "````  ", "~~~"], ["", ""], [" 漢字"]])
  func replacing(texts: [String]) {
    for seed in Self.seeds {
      var random = RandomMarkdown(seed: seed)
      for _ in 0..<3 {
        let bytes = random.document()
        guard !hasFootnoteTwice(bytes) else { continue }
        let before = document(bytes)
        for (index, fence) in before.fences.enumerated() {
          let edits = fence.edits(replacingLinesBy: texts)
          let changed = TextEdit.apply(edits ?? [], to: bytes)
          let after = document(changed)
          let context: Comment = "\(shown(bytes)) fence \(index) -> \(shown(changed))"
          #expect(after.fences.count == before.fences.count, context)
          guard after.fences.indices.contains(index) else { continue }
          #expect(after.fences[index].lines.map(\.text) == texts, context)
          #expect(after.fences[index].infoString == fence.infoString, context)
          #expect((after.fences[index].closing == nil) == (fence.closing == nil), context)
          #expect(others(of: index, in: after) == others(of: index, in: before), context)
        }
      }
    }
  }

  @Test("a fence that is added directly follows, with the lines that were given", arguments: [true, false])
  func adding(isSeparated: Bool) {
    let texts = ["out", "", "  more", "\t`", "````"]
    for seed in Self.seeds {
      var random = RandomMarkdown(seed: seed)
      for _ in 0..<5 {
        let bytes = random.document()
        guard !hasFootnoteTwice(bytes) else { continue }
        let before = document(bytes)
        for (index, fence) in before.fences.enumerated() {
          guard let edit = fence.addition(infoString: "output x", lines: texts, isSeparated: isSeparated) else {
            Issue.record("no fence can hold the lines")
            continue
          }
          let changed = TextEdit.apply([edit], to: bytes)
          let after = document(changed)
          let context: Comment = "\(shown(bytes)) fence \(index) -> \(shown(changed))"
          #expect(after.fences.count == before.fences.count + 1, context)
          guard after.fences.indices.contains(index + 1) else { continue }
          let added = after.fences[index + 1]
          #expect(after.fences[index].isDirectlyBefore(added), context)
          #expect(after.fences[index].lines.map(\.text) == fence.lines.map(\.text), context)
          #expect(added.lines.map(\.text) == texts, context)
          #expect(added.infoString == "output x", context)
          #expect(added.closing != nil, context)
        }
      }
    }
  }

  /// Of two footnotes with one label cmark drops one, and what stands in it with it.
  ///
  /// A footnote within the dropped one then lacks its containers; how its fences would go on can only be guessed.
  private func hasFootnoteTwice(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).split(separator: "[^a]:", omittingEmptySubsequences: false).count > 2
  }

  private func others(of index: Int, in document: MarkdownDocument) -> [[String]] {
    document.fences.enumerated().filter { $0.offset != index }.map { $0.element.lines.map(\.text) }
  }
}
