internal import Book
internal import Examples
internal import Files
internal import LoopTracing
internal import Markdown
internal import Pictures
internal import Results
internal import Text
internal import Verification
internal import Words

/// Renders a chapter's nodes where a page's HTML is not GitHub's.
struct ChapterHooks: HTMLHooks {
  private let surroundings: any ChapterSurroundings
  private let chapter: Chapter
  private let target: RenderTarget
  private let parts: ChapterParts
  /// Its diagrams and formulas.
  private let figures: ChapterFigures
  /// The number of the next heading.
  private var heading = 0
  /// What names the heading at hand, which is not shown.
  private var mark: HeadingMark?
  /// The box of a task that its first paragraph begins with.
  var taskBox: String?
  /// How many bytes of a task's mark are still to be left out.
  var taskMark = 0
  /// The nodes of a callout's mark, which are not shown.
  private var hidden = 0..<0
  private var hasTableBody = false
  /// By what something is called on the page, what it was called once.
  private let oldNames: [String: [String]]
  /// Whether the page has the drawing of the loop's flow, which is shown once.
  private var hasFlowChart = false
  /// The steps of the loop that were explained on the page.
  private var knownSteps: Set<TraceStep>

  init(
    _ surroundings: any ChapterSurroundings, _ chapter: Chapter, _ examples: ChapterExamples, target: RenderTarget,
    oldNames: [String: [String]] = [:], knownSteps: Set<TraceStep> = []
  ) {
    self.knownSteps = knownSteps
    self.surroundings = surroundings
    self.chapter = chapter
    self.target = target
    self.oldNames = oldNames
    parts = ChapterParts(examples)
    figures = ChapterFigures(shownIn: chapter, hasMath: surroundings.hasMath)
  }

  /// The chapter's text.
  var html: [UInt8] {
    var renderer = HTMLRenderer(hooks: self, rawHTML: .kept)
    renderer.footnotePrefix = target.prefix + "note."
    renderer.footnoteReturn = surroundings.templates.words.words[.backToText]
    return renderer.render(chapter.shown)
  }

  mutating func enter(_ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput) -> HTMLHandling {
    if hidden.contains(number) { return .done }
    let node = document.nodes[number]
    switch node.kind {
    case .heading:
      output.newLine()
      output.html("<h\(node.number) id=\"")
      output.text(target.prefix + chapter.headings[heading].id)
      mark = chapter.headings[heading].mark
      if let classes = mark?.classes, !classes.isEmpty {
        output.html("\" class=\"")
        output.text(classes.joined(separator: " "))
      }
      output.html("\">")
      writeOldNames(of: chapter.headings[heading].id, to: &output)
      heading += 1
      return .opened
    case .text where taskMark > 0:
      let text = document.bytes(node.text)
      output.text(text.dropFirst(taskMark))
      taskMark = max(0, taskMark - text.count)
      return .done
    case .text where figures.marks[number] != nil && mark.map { number < $0.node } ?? true:
      let marks = figures.marks[number] ?? (0, 0)
      output.text(document.bytes(node.text).dropFirst(marks.first).dropLast(marks.last))
      return .done
    case .text where mark != nil || document.nodes[Int(node.parent)].kind == .heading:
      BreakableName.writeHeading(document.bytes(node.text), number, mark, to: &output)
      return .done
    case .code:
      if writeFigure(number, to: &output) { return .done }
      if let symbol = surroundings.symbol(namedBy: number, in: chapter, on: target) {
        output.html("<a href=\"")
        output.text(symbol.address)
        output.html("\"><code>")
        // The types around it tell the compiler which is meant; readers see that where the link leads.
        BreakableName.write(Array(symbol.name.utf8)[...], to: &output)
        output.html("</code></a>")
        return .done
      }
      output.html("<code>")
      BreakableName.write(document.bytes(node.text), to: &output)
      output.html("</code>")
      return .done
    case .codeBlock:
      writeCode(number, of: document, to: &output)
      return .done
    case .blockQuote: return openQuote(number, of: document, to: &output)
    case .item: return openItem(number, of: document, to: &output)
    case .paragraph: return openTaskParagraph(to: &output)
    case .link:
      output.html("<a href=\"")
      if let citation = surroundings.citation(of: number, in: chapter) {
        output.text(surroundings.address(of: citation, on: target))
        output.html("\" class=\"cited\" title=\"")
        output.text(citation.text)
        output.html("\">")
        return .opened
      }
      if let symbol = surroundings.symbol(namedBy: number, in: chapter, on: target) {
        output.text(symbol.address)
        writeTitle(node, of: document, to: &output)
        // A name between angle brackets is there to be replaced by what it names.
        let isName = document.plainText(of: number) == document.string(node.text)
        return symbol.finishLink(showingName: isName, to: &output)
      }
      let link = resolved(document.string(node.text), .link)
      output.text(link.address)
      writeTitle(node, of: document, to: &output)
      output.html("\"")
      writeDownload(link, to: &output)
      if let number = link.number {
        output.html(" data-number=\"")
        output.text(number)
        output.html("\"")
      }
      output.html(">")
      return .opened
    case .image:
      writeImage(number, of: document, to: &output)
      return .done
    case .table, .tableRow, .tableCell: return openTable(number, of: document, to: &output)
    case .htmlBlock:
      output.newLine()
      if surroundings.allowsHTML {
        writeHTML(document.bytes(node.text), to: &output)
      } else {
        output.html("<p>")
        output.text(document.bytes(node.text))
        output.html("</p>")
      }
      output.newLine()
      return .done
    case .htmlInline:
      if surroundings.allowsHTML {
        writeHTML(document.bytes(node.text), to: &output)
      } else {
        output.text(document.bytes(node.text))
      }
      return .done
    default: return .usual
    }
  }

  mutating func leave(_ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput) {
    let node = document.nodes[number]
    switch node.kind {
    case .heading:
      mark = nil
      // Named by the heading itself, so that it needs no word of any language.
      let id = target.prefix + chapter.headings[heading - 1].id
      output.html("<a class=\"anchor\" href=\"#")
      output.text(SiteAddress.fragment(id))
      output.html("\" aria-labelledby=\"")
      output.text(id)
      output.html("\"></a></h\(node.number)>\n")
    case .blockQuote:
      output.newLine()
      output.html(document.callout(of: number)?.kind == .answer ? "</details>\n" : "</div>\n")
    case .item: output.html("</li>\n")
    case .paragraph: output.html("</p>\n")
    case .link: output.html("</a>")
    case .table, .tableRow, .tableCell: closeTable(number, of: document, to: &output)
    default: break
    }
  }
}

// MARK: Links and images

extension ChapterHooks {
  /// Lets addresses lead to something that have an old name of it.
  private func writeOldNames(of name: String, to output: inout HTMLOutput) {
    for old in oldNames[name] ?? [] {
      output.html("<a id=\"")
      output.text(old)
      output.html("\"></a>")
    }
  }

  /// Where a link leads, seen from the page.
  private func resolved(_ destination: String, _ use: WebAddress.Use) -> ChapterLink {
    if let link = bookLink(destination, use) { return link }
    // What is wrong was reported by the check of links, and such a book is not written.
    return ChapterLink(address: WebAddress.isExternal(destination) ? WebLink.escaped(destination) : destination)
  }

  private func bookLink(_ destination: String, _ use: WebAddress.Use) -> ChapterLink? {
    surroundings.link(destination, as: use, from: chapter, on: target)
  }

  private mutating func writeImage(_ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput) {
    let node = document.nodes[number]
    let destination = document.string(node.text)
    if destination == WebAddress.flowChart {
      output.html("<span class=\"flowchart\">")
      output.html(
        FlowChart(
          prefix: "\(target.prefix)flow.\(number)", language: surroundings.templates.words.words
        ).svg)
      output.html("</span>")
      hasFlowChart = true
      return
    }
    let picture = resolved(destination, .picture)
    let dark = picture.file.flatMap { surroundings.darkForm(of: $0, on: target) }
    for (form, picture) in dark.map({ [("light-form", picture), ("dark-form", $0)] }) ?? [("", picture)] {
      output.html(form.isEmpty ? "<img src=\"" : "<img class=\"\(form)\" src=\"")
      output.text(picture.address)
      output.html("\" alt=\"")
      output.text(document.plainText(of: number))
      writeTitle(node, of: document, to: &output)
      output.html("\"")
      if let size = picture.file.flatMap(surroundings.imageSize) {
        output.html(" width=\"\(size.width)\" height=\"\(size.height)\"")
      }
      output.html(" loading=\"lazy\">")
    }
  }

  /// Browsers save what a link holds itself, but do not open it.
  private func writeDownload(_ link: ChapterLink, to output: inout HTMLOutput) {
    guard target.isAlone, let file = link.file, !SiteMap.added.contains(file) else { return }
    output.html(" download=\"")
    output.text(BookPath.name(of: file))
    output.html("\"")
  }

  private func writeTitle(_ node: Node, of document: MarkdownDocument, to output: inout HTMLOutput) {
    guard !node.detail.isEmpty else { return }
    output.html("\" title=\"")
    output.text(document.bytes(node.detail))
  }

  /// Writes an author's HTML with its links leading to pages, and its names as the page has them.
  private func writeHTML(_ html: ArraySlice<UInt8>, to output: inout HTMLOutput) {
    var changes: [(range: Range<Int>, text: String)] = []
    for link in HTMLLinks.links(in: html) {
      if let found = bookLink(link.destination, .html) { changes.append((link.range, found.address)) }
    }
    if !target.prefix.isEmpty {
      for name in HTMLLinks.names(in: html) { changes.append((name.range, target.prefix + name.name)) }
    }
    var start = html.startIndex
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      output.html(html[start..<change.range.lowerBound])
      output.text(change.text)
      start = change.range.upperBound
    }
    output.html(html[start...])
  }
}

// MARK: Code and quotes

extension ChapterHooks {
  /// Writes the diagram or formula that a node is the source of; whether there is one.
  private func writeFigure(_ number: Int, to output: inout HTMLOutput) -> Bool {
    guard let placed = figures.figures[number], let markup = surroundings.markup(of: placed.figure) else {
      return false
    }
    switch placed.figure.kind {
    case .formula: output.html(markup)
    case .displayedFormula:
      output.html("<div class=\"table\" tabindex=\"0\">")
      output.html(markup)
      output.html("</div>\n")
    case .diagram:
      let element = Array("<svg".utf8)
      output.html("<figure class=\"table\" tabindex=\"0\"><svg role=\"img\" aria-label=\"")
      output.text(placed.alternative)
      output.html("\" fill=\"currentColor\" font-family=\"var(--sans)\"")
      output.html(markup.dropFirst(element.count))
      output.html("</figure>\n")
    }
    return true
  }

  private mutating func writeCode(_ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput) {
    output.newLine()
    if let example = parts.example(at: number) {
      var block = ExampleBlock(
        example: example, verified: surroundings.verified(example), root: target.root,
        words: surroundings.templates.words, prefix: target.prefix, isAlone: target.isAlone)
      block.pictures = target.isForPaper ? .still : .whole(hasFlowChart: !hasFlowChart)
      block.isLive = surroundings.isLive(example) && !target.isAlone && !target.isForPaper
      block.changed = example.attributes.changes.flatMap { parts.example(named: $0) }
      block.citations = surroundings.citations(of: example, in: chapter)
      block.compared = compared(with: example)
      if example.attributes.predicts { block.prediction = prediction(of: example) }
      hasFlowChart = hasFlowChart || block.hasTrace
      block.knownSteps = knownSteps
      knownSteps.formUnion(example.recordings.flatMap(ShownRecording.steps))
      writeOldNames(of: ExampleBlock.anchor(of: example.id), to: &output)
      output.html(surroundings.templates.html(of: block))
      output.newLine()
      return
    }
    // Shown with its example.
    if parts.belongsToExample(number) || writeFigure(number, to: &output) { return }
    let node = document.nodes[number]
    let word = document.bytes(node.detail).prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ",") }
    var language = String(decoding: word, as: UTF8.self)
    if language == DeclarationFence.language {
      let usr = String(decoding: document.bytes(node.detail).dropFirst(word.count), as: UTF8.self)
      if writeDeclaration(of: usr.filter { $0 != " " }, to: &output) { return }
      language = "swift"
    }
    output.html("<div class=\"code\"")
    if !language.isEmpty {
      output.html(" data-language=\"")
      output.text(language)
      output.html("\"")
    }
    output.html("><pre tabindex=\"0\"><code>")
    output.html(CodeText(Array(document.bytes(node.text)), language: language).html)
    output.html("</code></pre></div>\n")
  }

  /// Writes the declaration of a symbol, each name that has a page leading there; whether the symbol is known.
  private func writeDeclaration(of usr: String, to output: inout HTMLOutput) -> Bool {
    let parts = surroundings.declaration(of: usr, on: target)
    guard !parts.isEmpty else { return false }
    output.html("<div class=\"code declaration\"><pre tabindex=\"0\"><code>")
    for part in parts { part.write(to: &output) }
    output.html("</code></pre></div>\n")
    // On paper, nobody follows links to what stands some hundred pages before.
    if !target.isForPaper {
      surroundings.uses(of: usr, on: target).write(surroundings.templates.words.words, to: &output)
    }
    return true
  }

  /// The run that an example's own is compared with.
  private func compared(with example: Example) -> ComparedRuns.Run? {
    guard let written = example.attributes.compares else { return nil }
    let name = example.fullName(written)
    guard let other = surroundings.verified(named: name), let trace = other.trace, trace.clock == .virtual else {
      return nil
    }
    let id = other.judgement?.example.chapter == example.chapter ? other.judgement?.example.id ?? written : name
    return ComparedRuns.Run(name: id, address: surroundings.address(ofExample: name, on: target), trace: trace)
  }

  /// What readers are asked about an example.
  private func prediction(of example: Example) -> Prediction? {
    guard let verified = surroundings.verified(example) else { return nil }
    let names = [example.attributes.changes, example.attributes.compares].compactMap(\.self).map(example.fullName)
    let partners = names.compactMap(surroundings.verified(named:)).map { ($0.trace, $0.judgement?.outcome?.output) }
    let others = parts.all.filter { $0.id != example.id }.compactMap { other -> Trace? in
      let found = surroundings.verified(other)
      return ExampleBlock.hasTrace(other, found) ? found?.trace : nil
    }
    return Prediction(
      Prediction.Subject(
        example, trace: verified.trace, output: verified.judgement?.outcome?.output,
        schedulesTried: verified.verdict.schedulesTried, steadyThreads: verified.steadyThreads),
      near: verified.variants.map { ($0.trace, $0.outcome.output) } + partners, others: others)
  }

  private mutating func openQuote(
    _ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput
  ) -> HTMLHandling {
    guard let callout = document.callout(of: number) else { return .usual }
    hidden = callout.mark
    output.newLine()
    if callout.kind == .answer {
      output.html("<details class=\"answer\">\n")
    } else {
      output.html("<div class=\"callout \(callout.kind.rawValue)\" role=\"note\">\n")
    }
    output.html(surroundings.templates.calloutTitles[callout.kind] ?? [])
    output.newLine()
    return .opened
  }
}

// MARK: Tables

extension ChapterHooks {
  private mutating func openTable(
    _ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput
  ) -> HTMLHandling {
    let node = document.nodes[number]
    output.newLine()
    switch node.kind {
    case .table:
      hasTableBody = false
      output.html("<div class=\"table\" tabindex=\"0\"><table>\n")
    case .tableRow:
      if node.traits.contains(.header) {
        output.html("<thead>\n<tr>")
      } else {
        output.html(hasTableBody ? "<tr>" : "<tbody>\n<tr>")
        hasTableBody = true
      }
    default:
      let row = document.nodes[Int(node.parent)]
      output.html(isHeading(node, of: document) ? "<th scope=\"col\"" : "<td")
      switch document.bytes(document.nodes[Int(row.parent)].detail).dropFirst(Int(node.number)).first {
      case UInt8(ascii: "l"): output.html(" class=\"left\">")
      case UInt8(ascii: "c"): output.html(" class=\"center\">")
      case UInt8(ascii: "r"): output.html(" class=\"right\">")
      default: output.html(">")
      }
    }
    return .opened
  }

  /// Whether a cell is the heading of its column: one that says nothing names no column.
  private func isHeading(_ cell: Node, of document: MarkdownDocument) -> Bool {
    cell.firstChild >= 0 && document.nodes[Int(cell.parent)].traits.contains(.header)
  }

  private mutating func closeTable(_ number: Int, of document: MarkdownDocument, to output: inout HTMLOutput) {
    let node = document.nodes[number]
    switch node.kind {
    case .table: output.html(hasTableBody ? "</tbody>\n</table></div>\n" : "</table></div>\n")
    case .tableRow: output.html(node.traits.contains(.header) ? "</tr>\n</thead>\n" : "</tr>\n")
    default: output.html(isHeading(node, of: document) ? "</th>" : "</td>")
    }
  }
}
