internal import Files
internal import Markdown

/// How facts of a chapter are remembered.
extension ChapterFacts {
  /// Writes them.
  func write(to output: inout ByteWriter) {
    output.write(headings) { output, heading in
      output.write(heading.node)
      output.write(heading.level)
      output.write(heading.text)
      output.write(heading.id)
      output.write(heading.mark) { output, mark in
        output.write(mark.name) { $0.write($1) }
        output.write(mark.classes) { $0.write($1) }
        output.write(mark.node)
        output.write(mark.shown)
      }
    }
    output.write(htmlTitle) { $0.write($1) }
    output.write(links) { output, link in
      output.write(link.destination)
      output.write(Self.uses.firstIndex(of: link.use) ?? 0)
      output.write(link.isLoaded)
    }
    output.write(htmlNames.sorted()) { $0.write($1) }
    output.write(htmlIdentities) { $0.write($1) }
    output.write(lacksDefinitions)
    output.write(losesCells)
    output.write(hasForeignText)
    output.write(hasUnknownTags)
    output.write(mayHaveFigures)
  }

  /// Reads what was written.
  init(from input: inout ByteReader) throws(ByteReader.Damage) {
    headings = try input.list { input throws(ByteReader.Damage) in
      Chapter.Heading(
        node: try input.number(), level: try input.number(), text: try input.text(), id: try input.text(),
        mark: try input.optional { input throws(ByteReader.Damage) in
          HeadingMark(
            name: try input.optional { input throws(ByteReader.Damage) in try input.text() },
            classes: try input.list { input throws(ByteReader.Damage) in try input.text() },
            node: try input.number(), shown: try input.number())
        })
    }
    htmlTitle = try input.optional { input throws(ByteReader.Damage) in try input.text() }
    links = try input.list { input throws(ByteReader.Damage) in
      let destination = try input.text()
      let use = try input.number()
      guard Self.uses.indices.contains(use) else { throw ByteReader.Damage() }
      return Link(destination: destination, use: Self.uses[use], isLoaded: try input.flag())
    }
    htmlNames = Set(try input.list { input throws(ByteReader.Damage) in try input.text() })
    htmlIdentities = try input.list { input throws(ByteReader.Damage) in try input.text() }
    lacksDefinitions = try input.flag()
    losesCells = try input.flag()
    hasForeignText = try input.flag()
    hasUnknownTags = try input.flag()
    mayHaveFigures = try input.flag()
  }

  private static let uses: [WebAddress.Use] = [.link, .picture, .html]
}
