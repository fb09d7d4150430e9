internal import Execution
internal import Files
internal import LoopEngine
internal import Text

/// Draws the figures of a book with the machine's tools; what was drawn before is in the cache.
struct FigureDrawing: Sendable {
  let tools: FigureTools
  let sandbox: Sandbox
  let supervisor: Supervisor
  let scratch: Scratch

  /// What became of a figure's source.
  enum Outcome: Sendable {
    /// Markup for pages; warnings say what of it is not as it was meant.
    case drawn([UInt8])
    /// What is wrong, and where in the source, from its beginning in bytes; `nil` where that is not known.
    case wrong(String, offset: Int?)
  }

  /// More than a page should have of one figure.
  private static let largest = 1 << 20

  /// Draws figures, in their order.
  func outcomes(of figures: [Figure]) async throws(MachineLack) -> [Figure: Outcome] {
    var outcomes: [Figure: Outcome] = [:]
    let small = figures.filter { $0.source.utf8.count <= Figure.largestSource }
    for figure in figures where figure.source.utf8.count > Figure.largestSource {
      outcomes[figure] = .wrong("is longer than \(Figure.largestSource >> 10) KiB", offset: nil)
    }
    for figure in small where figure.kind == .diagram { outcomes[figure] = try await diagram(figure) }
    return outcomes.merging(try await formulas(small.filter { $0.kind != .diagram })) { first, _ in first }
  }

  // MARK: Diagrams

  private func diagram(_ figure: Figure) async throws(MachineLack) -> Outcome {
    let file = "\(scratch.sources)/figure.dot"
    try write(figure.source, to: file)
    guard let command = tools.drawing(of: file, in: sandbox) else { return .wrong("cannot be drawn", offset: nil) }
    let result = try await run(command, "Graphviz")
    if let limit = Self.limit(result.ending) { return .wrong(limit, offset: nil) }
    let words = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").map(String.init)
    guard result.ending == .exited(0) else {
      let error = words.first { $0.hasPrefix("Error:") } ?? words.first ?? "Graphviz does not say why"
      return .wrong(
        Self.sentence(error), offset: Self.line(in: error).map { Self.offset(ofLine: $0, in: figure.source) })
    }
    // What it reads from files, and what it does not know, is not in the picture.
    if let warning = words.first(where: { $0.hasPrefix("Warning:") && !$0.contains("libgvplugin") }) {
      return .wrong(
        Self.sentence(warning), offset: Self.line(in: warning).map { Self.offset(ofLine: $0, in: figure.source) })
    }
    return Self.outcome(String(decoding: result.output, as: UTF8.self), .drawing)
  }

  /// What a program says, without its own marks.
  private static func sentence(_ words: String) -> String {
    let text = words.drop { $0 != ":" }.dropFirst(2)
    let sentence = (text.isEmpty ? words[...] : text).replacing("/in/source: ", with: "")
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...])
  }

  /// The line, from 1, that a message of Graphviz names.
  private static func line(in words: String) -> Int? {
    guard let start = words.firstRange(of: " line ")?.upperBound else { return nil }
    return Int(words[start...].prefix(while: \.isNumber))
  }

  private static func offset(ofLine line: Int, in source: String) -> Int {
    let lines = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.prefix(max(0, min(line, lines.count) - 1)).reduce(0) { $0 + $1.count + 1 }
  }

  // MARK: Formulas

  private func formulas(_ figures: [Figure]) async throws(MachineLack) -> [Figure: Outcome] {
    guard !figures.isEmpty else { return [:] }
    let list = JSONValue.array(
      figures.map { .array([.string($0.source), .bool($0.kind == .displayedFormula)]) })
    let (file, script) = ("\(scratch.sources)/formulas.json", "\(scratch.sources)/formulas.js")
    try write(list.text, to: file)
    try write(FigureTools.script, to: script)
    guard let command = tools.typesetting(of: file, script: script, in: sandbox) else { return [:] }
    let result = try await run(command, "KaTeX")
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard result.ending == .exited(0), lines.count == figures.count + 1 else {
      // One of many used up what all of them may: each is tried alone.
      if figures.count > 1 {
        var outcomes: [Figure: Outcome] = [:]
        for figure in figures { outcomes.merge(try await formulas([figure])) { first, _ in first } }
        return outcomes
      }
      let words = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").last.map(String.init)
      let reason = Self.limit(result.ending) ?? "KaTeX does not typeset it: \(words ?? "it does not say why")"
      return [figures[0]: .wrong(reason, offset: nil)]
    }
    var outcomes: [Figure: Outcome] = [:]
    for (figure, line) in zip(figures, lines) { outcomes[figure] = Self.outcome(ofFormula: line, figure) }
    return outcomes
  }

  private static func outcome(ofFormula line: Substring, _ figure: Figure) -> Outcome {
    if line.first == "+" { return outcome(String(line.dropFirst()), .mathematics) }
    let parts = line.dropFirst().split(separator: " ", maxSplits: 1)
    var reason = parts.count > 1 ? String(parts[1]) : "KaTeX does not say why"
    reason = reason.replacing("KaTeX parse error: ", with: "")
    for mark in [" at position ", " at end of input"] {
      if let end = reason.firstRange(of: mark)?.lowerBound { reason = String(reason[..<end]) }
    }
    // It counts as JavaScript does, in UTF-16.
    let position = parts.first.flatMap { Int($0) } ?? -1
    let units = figure.source.utf16
    let offset =
      (0...units.count).contains(position)
      ? figure.source.utf8.distance(
        from: figure.source.utf8.startIndex, to: units.index(units.startIndex, offsetBy: position)) : nil
    return .wrong(reason, offset: offset)
  }

  // MARK: What both do

  private static func outcome(_ markup: String, _ language: ToolMarkup.Language) -> Outcome {
    do throws(ToolMarkup.Refusal) {
      let drawn = Array(try ToolMarkup.filtered(markup, as: language).utf8)
      return drawn.count <= largest
        ? .drawn(drawn) : .wrong("takes more than \(largest >> 20) MiB on a page", offset: nil)
    } catch {
      return .wrong(error.reason, offset: nil)
    }
  }

  private static func limit(_ ending: ProcessEnding) -> String? {
    switch ending {
    case .timedOut: "takes too long"
    case .flooded: "takes more than a page should have"
    case .signaled: "takes more memory or time than it may"
    case .exited, .stopped: nil
    }
  }

  private func write(_ text: String, to file: String) throws(MachineLack) {
    do throws(FileError) { try Disk.put(Array(text.utf8), at: file) } catch {
      throw MachineLack("there is no room for temporary files: \(error)", cure: "Set TMPDIR to another folder.")
    }
  }

  private func run(_ command: Command, _ name: String) async throws(MachineLack) -> CommandResult {
    do throws(SystemError) { return try await supervisor.run(command) } catch {
      throw MachineLack("\(name) cannot be started: \(error)", cure: "Install it again.")
    }
  }
}
