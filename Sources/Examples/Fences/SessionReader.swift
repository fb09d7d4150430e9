internal import Markdown
internal import Text

/// Puts the examples of a chapter together to programs.
struct SessionReader {
  private let chapter: String
  private let file: SourceFile
  private(set) var programs: [Program] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(chapter: String, examples: [Example], file: SourceFile) {
    self.chapter = chapter
    self.file = file
    var blocks: [String: [Example]] = [:]
    for example in examples {
      if let session = Self.session(of: example) { blocks[session, default: []].append(example) }
    }
    for example in examples where example.attributes.kind != .quote {
      if let session = Self.session(of: example) {
        // The first block brings the others along.
        guard let blocks = blocks.removeValue(forKey: session) else { continue }
        let before = diagnostics.count
        check(blocks)
        programs.append(program(blocks, session: session, hasErrors: diagnostics.count > before))
      } else {
        programs.append(program([example], session: nil, hasErrors: false))
      }
    }
  }

  /// The session that an example is a block of; nil for one that cannot be part of any.
  static func session(of example: Example) -> String? {
    switch example.attributes.kind {
    case .runs, .norun, .crashes: example.attributes.session
    case .fails, .quote: nil
    }
  }

  private func program(_ examples: [Example], session: String?, hasErrors: Bool) -> Program {
    var line = 1
    let blocks = examples.map { example in
      defer { line += example.lines.count }
      return Program.Block(example: example, lines: line..<(line + example.lines.count))
    }
    let kinds = examples.map(\.attributes.kind)
    return Program(
      name: session.map { "\(chapter)@\($0)" } ?? examples[0].name, session: session, blocks: blocks,
      kind: kinds.contains(.crashes) ? .crashes : kinds[0],
      clock: examples.lazy.compactMap(\.attributes.clock).first,
      timeout: examples.lazy.compactMap(\.attributes.timeout).first,
      schedules: examples.lazy.compactMap(\.attributes.schedules).first,
      warnings: examples.lazy.compactMap(\.attributes.warnings).first,
      referenceOffReason: examples.lazy.compactMap(\.attributes.referenceOffReason).first,
      referenceDifference: examples.lazy.compactMap(\.attributes.referenceDifference).first,
      hasErrors: hasErrors || examples.contains { $0.hasErrors })
  }

  /// Reports blocks that want different things of their one program.
  private mutating func check(_ blocks: [Example]) {
    for block in blocks.dropFirst()
    where (block.attributes.kind == .norun) != (blocks[0].attributes.kind == .norun) {
      let isAbridged = block.abridgement != .none || blocks[0].abridgement != .none
      let reason = isAbridged ? ": one of its blocks leaves bodies out, and cannot run" : ""
      report("either all blocks of a session run, or none does\(reason)", block, blocks[0])
    }
    for (block, next) in zip(blocks, blocks.dropFirst()) where block.attributes.kind == .crashes {
      report("this block is never reached: the one before it crashes", next, block)
    }
    // What a later block reads may be what stands below an earlier one, and the other way round.
    for block in blocks.dropFirst() {
      guard let input = block.input else { continue }
      diagnostics.append(
        Diagnostic(
          id: "orphaned-input", "all blocks of a session read from one `input`, which stands below the first block",
          at: file.place(input.opening),
          notes: [Diagnostic.Note("the first block is here", at: file.place(blocks[0].fence.opening))],
          cure: "move its lines there"))
    }
    check(blocks, "clock", \.clock) { "`\($0.rawValue)`" }
    check(blocks, "timeout", \.timeout) { "\($0)" }
    check(blocks, "schedules", \.schedules) { "\($0)" }
    check(blocks, "warnings", \.warnings) { "`\($0.rawValue)`" }
    check(blocks, "reason", \.referenceOffReason) { "\"\($0)\"" }
    check(blocks, "reference", \.referenceDifference) { "`\($0)`" }
    guard let last = blocks.last else { return }
    if last.attributes.kind == .crashes {
      // What the block that crashes says itself is told at its own words.
      for block in blocks.dropLast() {
        for (name, isSaid) in [
          ("schedules", block.attributes.schedules != nil), ("reference", block.attributes.referenceOffReason != nil),
        ] where isSaid {
          report("`\(name)` has no effect on a session that crashes", block, last)
        }
      }
    }
    guard let real = blocks.first(where: { $0.attributes.clock == .real }) else { return }
    for block in blocks where block.attributes.clock != .real {
      if block.attributes.schedules != nil {
        report(
          "interleavings can only be chosen under the virtual clock, but the session uses the real one", block, real)
      }
      if block.attributes.draws != nil {
        report("what runs on the real clock is not drawn, and the session does", block, real)
      }
    }
  }

  private mutating func check<Value: Equatable>(
    _ blocks: [Example], _ name: String, _ path: KeyPath<ExampleAttributes, Value?>, _ words: (Value) -> String
  ) {
    guard let first = blocks.first(where: { $0.attributes[keyPath: path] != nil }),
      let value = first.attributes[keyPath: path]
    else { return }
    for block in blocks {
      guard let other = block.attributes[keyPath: path], other != value else { continue }
      report("the session's `\(name)` is \(words(value)) already, so it cannot be \(words(other))", block, first)
    }
  }

  private mutating func report(_ message: String, _ block: Example, _ other: Example) {
    diagnostics.append(
      Diagnostic(
        id: "contradicting-session", message, at: file.place(block.fence.opening),
        notes: [Diagnostic.Note("the other block is here", at: file.place(other.fence.opening))]))
  }
}
