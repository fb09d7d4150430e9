internal import Book
internal import Execution
internal import Files
internal import Markdown
internal import Text

extension Workshop {
  /// The figures of chapters, drawn, and what is wrong with them; a book without figures needs no tools.
  func figures(
    of chapters: [Chapter], hasMath: Bool
  ) async throws(MachineLack) -> (drawn: [Figure: [UInt8]], diagnostics: [Diagnostic]) {
    let found = chapters.map { ($0, ChapterFigures(writtenIn: $0, hasMath: hasMath)) }
    var diagnostics = found.flatMap(\.1.diagnostics)
    let placed = found.flatMap { chapter, figures in
      figures.figures.values.sorted { $0.node < $1.node }.map { (chapter, $0) }
    }
    guard !placed.isEmpty else { return ([:], diagnostics) }
    let identity = figureTools.identity(files)
    var drawn: [Figure: [UInt8]] = [:]
    var open: [Figure] = []
    var known: Set<Figure> = []
    for (_, placed) in placed where known.insert(placed.figure).inserted {
      if let drawing = cache.entry(Self.fingerprint(placed.figure, identity)) {
        drawn[placed.figure] = drawing
      } else if figureTools.has(placed.figure.kind) {
        open.append(placed.figure)
      }
    }
    var wrong: [Figure: (reason: String, offset: Int?)] = [:]
    if !open.isEmpty {
      for (figure, outcome) in try await draw(open) {
        switch outcome {
        case .drawn(let drawing):
          drawn[figure] = drawing
          cache.keepHere(drawing, as: Self.fingerprint(figure, identity))
        case .wrong(let reason, let offset): wrong[figure] = (reason, offset)
        }
      }
      files.save()
    }
    var lacking: Set<String> = []
    for (chapter, placed) in placed where drawn[placed.figure] == nil {
      if let (reason, offset) = wrong[placed.figure] {
        diagnostics.append(Self.problem(placed, reason, Self.place(of: placed, offset, in: chapter)))
        continue
      }
      // One installation mends all of them.
      let (message, cure) = FigureTools.lack(for: placed.figure.kind)
      guard lacking.insert(cure).inserted else { continue }
      diagnostics.append(
        Diagnostic(id: "no-figure-tool", message, at: Self.place(of: placed, nil, in: chapter), cure: cure))
    }
    return (drawn, diagnostics)
  }

  private func draw(_ figures: [Figure]) async throws(MachineLack) -> [Figure: FigureDrawing.Outcome] {
    let scratch = try scratch()
    defer { scratch.remove() }
    let supervisor = try Supervisor.started()
    Abandonment.remember(supervisor, scratch)
    defer { Abandonment.forget(supervisor) }
    let drawing = FigureDrawing(tools: figureTools, sandbox: tools.sandbox, supervisor: supervisor, scratch: scratch)
    let outcomes: [Figure: FigureDrawing.Outcome]
    do throws(MachineLack) { outcomes = try await drawing.outcomes(of: figures) } catch {
      await supervisor.stop()
      throw error
    }
    await supervisor.stop()
    return outcomes
  }

  private static func fingerprint(_ figure: Figure, _ identity: [String]) -> Fingerprint {
    Fingerprint(["figure", figure.kind.rawValue, figure.source] + identity)
  }

  private static func problem(_ placed: PlacedFigure, _ reason: String, _ place: SourcePlace) -> Diagnostic {
    let isDiagram = placed.figure.kind == .diagram
    return Diagnostic(
      id: isDiagram ? "wrong-diagram" : "wrong-formula",
      "the \(isDiagram ? "diagram" : "formula") cannot be shown: \(reason)",
      at: place,
      cure: isDiagram
        ? "see the language of Graphviz: https://graphviz.org/doc/info/lang.html"
        : "see what KaTeX supports: https://katex.org/docs/supported.html")
  }

  /// Where a figure stands, or what is `offset` bytes behind the beginning of its source.
  private static func place(of placed: PlacedFigure, _ offset: Int?, in chapter: Chapter) -> SourcePlace {
    guard let fence = chapter.document.fences.first(where: { $0.node == placed.node }) else {
      return chapter.document.place(of: placed.node)
    }
    guard var rest = offset else { return chapter.file.place(fence.opening) }
    for line in fence.lines {
      if rest <= line.text.utf8.count {
        let start = min(line.range.lowerBound + rest, line.range.upperBound)
        return chapter.file.place(start..<max(start, min(start + 1, line.range.upperBound)))
      }
      rest -= line.text.utf8.count + 1
    }
    return chapter.file.place(fence.opening)
  }
}
