import Text

/// Turns a template's text into steps, in one pass over its tags.
///
/// What the specification says of lines is settled here: which tags leave no trace of their line, where lines begin
/// (for the indentation of partials), and what indentation an argument loses.
struct TemplateParser {
  /// How deep tags may be nested in one file.
  static let depthLimit = 200

  /// A tag that waits for its end.
  struct Frame {
    enum Kind {
      case section(node: Int)
      case block(node: Int, block: Int, tagIndentation: [UInt8], contentIndentation: [UInt8])
      /// `blank` is the step that stands for the line's indentation, if the tag begins a line.
      case parent(node: Int, call: Int, blank: Int?)
      case argument(call: Int, outerDedent: [UInt8])
      /// A tag that has no effect where it stands.
      case ignored
    }

    let kind: Kind
    let name: [UInt8]
    let range: Range<Int>
  }

  let file: SourceFile
  var diagnostics: [Diagnostic] = []
  var literals: [UInt8] = []
  var nodes: [TemplateNode] = []
  var paths: [TemplatePath] = []
  var calls: [TemplateCall] = []
  var blocks: [TemplateBlock] = []

  let bytes: [UInt8]
  var frames: [Frame] = []
  /// The first byte that has not become a step.
  var position: Int
  /// Text is not joined to steps before this one.
  var barrier = 0
  /// What each line of the argument at hand loses.
  var dedent: [UInt8] = []
  /// Whether the rest of the file cannot be understood.
  private var isAbandoned = false

  init(_ file: SourceFile) {
    self.file = file
    bytes = file.bytes
    position = file.lineStarts[0]
  }

  /// Reads the whole file.
  mutating func parse() {
    var reader = TemplateTagReader(bytes: bytes)
    do {
      while !isAbandoned, let tag = try reader.next(from: position) { take(tag, &reader) }
    } catch {
      guard case .unclosed(let range) = error else { return }
      isAbandoned = true
      let end = String(decoding: reader.close, as: UTF8.self)
      report("unclosed-tag", "this tag is never closed", range, cure: "write '\(end)' where it ends")
    }
    text(upTo: bytes.count, isBeforeTag: false)
    // What was not read may well close the others.
    while let frame = frames.last {
      if !isAbandoned { reportUnclosed(frame) }
      close(frame, endsLine: true)
    }
  }

  // MARK: Tags

  private mutating func take(_ tag: TemplateTag, _ reader: inout TemplateTagReader) {
    let lineStart = lineStart(before: tag.range.lowerBound)
    let lineEnd = lineEnd(after: tag.range.upperBound)
    let startsLine = lineStart != nil
    if isIgnoring {
      takeBetweenArguments(tag, &reader)
      return
    }
    switch tag.kind {
    case .block: openBlock(tag, lineStart: lineStart, lineEnd: lineEnd)
    case .parent: openParent(tag, lineStart: lineStart)
    case .close where closesArgument:
      text(upTo: lineStart ?? tag.range.lowerBound, isBeforeTag: !startsLine)
      position = tag.range.upperBound
      closeSection(tag, endsLine: lineEnd != nil)
    case let kind:
      if kind.canStandAlone, let lineStart, let lineEnd {
        text(upTo: lineStart, isBeforeTag: false)
        position = lineEnd
        let indentation = dedented(Array(bytes[lineStart..<tag.range.lowerBound]))
        act(on: tag, &reader, indentation: indentation)
      } else {
        text(upTo: tag.range.lowerBound, isBeforeTag: true)
        position = tag.range.upperBound
        act(on: tag, &reader, indentation: [])
      }
    }
  }

  /// A tag whose surroundings are settled.
  private mutating func act(on tag: TemplateTag, _ reader: inout TemplateTagReader, indentation: [UInt8]) {
    switch tag.kind {
    case .comment: break
    case .delimiters: setDelimiters(tag, &reader)
    case .variable(let isRaw):
      if let path = path(tag) { nodes.append(.variable(path, isRaw: isRaw)) }
    case .section(let isInverted):
      guard open(tag, .section(node: nodes.count)) else { return }
      nodes.append(.section(path(tag) ?? -1, isInverted: isInverted, end: 0))
      barrier = nodes.count
    case .partial:
      guard checkName(tag) else { return }
      calls.append(TemplateCall(name: string(tag.content), range: tag.content, indentation: indentation))
      nodes.append(.partial(calls.count - 1))
    case .close: closeSection(tag, endsLine: false)
    case .parent, .block: break
    }
  }

  /// A tag right inside a parent: arguments count, everything else is left out.
  private mutating func takeBetweenArguments(_ tag: TemplateTag, _ reader: inout TemplateTagReader) {
    var isInParent = false
    if case .parent? = frames.last?.kind { isInParent = true }
    if isInParent { warnOfIgnoredText(position..<tag.range.lowerBound) }
    position = tag.range.upperBound
    switch tag.kind {
    case .comment: break
    case .delimiters: setDelimiters(tag, &reader)
    case .block where isInParent: openArgument(tag)
    case .close: closeSection(tag, endsLine: lineEnd(after: tag.range.upperBound) != nil)
    case .section, .block, .parent:
      if isInParent { warnOfIgnored(tag.range) }
      _ = open(tag, .ignored)
    case .variable, .partial:
      if isInParent { warnOfIgnored(tag.range) }
    }
  }

  private mutating func setDelimiters(_ tag: TemplateTag, _ reader: inout TemplateTagReader) {
    let parts = bytes[tag.content].split { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    guard parts.count == 2, !parts.joined().contains(UInt8(ascii: "=")) else {
      report(
        "bad-delimiters", "this tag does not name two delimiters", tag.range,
        cure: "write two words without '=' and with a space between them, as in '{{=<% %>=}}'")
      return
    }
    reader.open = Array(parts[0])
    reader.close = Array(parts[1])
  }

  // MARK: Opening

  private mutating func open(_ tag: TemplateTag, _ kind: Frame.Kind) -> Bool {
    guard checkName(tag) else { return false }
    guard frames.count < Self.depthLimit else {
      report(
        "deep-nesting", "sections are nested more than \(Self.depthLimit) deep here", tag.range,
        cure: "move the inner ones to a template of their own")
      isAbandoned = true
      return false
    }
    frames.append(Frame(kind: kind, name: Array(bytes[tag.content]), range: tag.range))
    return true
  }

  private mutating func openBlock(_ tag: TemplateTag, lineStart: Int?, lineEnd: Int?) {
    let indentation = lineStart.map { dedented(Array(bytes[$0..<tag.range.lowerBound])) } ?? []
    let isStandalone = lineStart != nil && lineEnd != nil
    text(upTo: isStandalone ? lineStart ?? position : tag.range.lowerBound, isBeforeTag: !isStandalone)
    position = isStandalone ? lineEnd ?? position : tag.range.upperBound
    let content = isStandalone ? dedented(textIndentation(from: position)) : indentation
    let kind = Frame.Kind.block(
      node: nodes.count, block: blocks.count, tagIndentation: indentation, contentIndentation: content)
    guard open(tag, kind) else { return }
    blocks.append(
      TemplateBlock(name: TemplateKey(string(tag.content)), indentation: indentation, isStandalone: isStandalone))
    nodes.append(.block(blocks.count - 1, end: 0))
    barrier = nodes.count
  }

  private mutating func openParent(_ tag: TemplateTag, lineStart: Int?) {
    var indentation: [UInt8] = []
    var blank: Int?
    if let lineStart {
      text(upTo: lineStart, isBeforeTag: false)
      barrier = nodes.count
      indentation = dedented(Array(bytes[lineStart..<tag.range.lowerBound]))
      text(upTo: tag.range.lowerBound, isBeforeTag: true)
      blank = barrier
    } else {
      text(upTo: tag.range.lowerBound, isBeforeTag: true)
    }
    position = tag.range.upperBound
    guard open(tag, .parent(node: nodes.count, call: calls.count, blank: blank)) else { return }
    calls.append(TemplateCall(name: string(tag.content), range: tag.content, indentation: indentation))
    nodes.append(.parent(calls.count - 1, end: 0))
    barrier = nodes.count
  }

  private mutating func openArgument(_ tag: TemplateTag) {
    guard case .parent(_, let call, _)? = frames.last?.kind else { return }
    guard open(tag, .argument(call: call, outerDedent: dedent)) else { return }
    if let lineEnd = lineEnd(after: tag.range.upperBound) {
      position = lineEnd
      dedent = textIndentation(from: position)
    } else {
      dedent = []
    }
    let name = TemplateKey(string(tag.content))
    if calls[call].arguments.contains(where: { $0.name == name }) {
      report(
        "repeated-block", "'\(name.name)' is given twice here, and the first one counts", tag.range, cure: "remove one")
    }
    calls[call].arguments.append(
      TemplateArgument(name: name, range: tag.content, body: nodes.count..<nodes.count))
    barrier = nodes.count
  }

  // MARK: Closing

  private mutating func closeSection(_ tag: TemplateTag, endsLine: Bool) {
    let name = Array(bytes[tag.content])
    guard let match = frames.lastIndex(where: { $0.name == name }) else {
      let written = string(tag.range)
      guard let frame = frames.last else {
        report(
          "unopened-section", "'\(written)' closes a section that was not opened", tag.range, cure: "remove it")
        return
      }
      report(
        "mismatched-close", "'\(written)' comes before '\(string(frame.range))' is closed", tag.range,
        notes: [Diagnostic.Note("it is opened here", at: file.place(frame.range))],
        cure: "write '\(closeTag(frame))'")
      // Most likely the name is misspelled: the section ends here all the same.
      close(frame, endsLine: endsLine)
      return
    }
    while frames.count > match + 1, let frame = frames.last {
      reportUnclosed(frame, before: tag)
      close(frame, endsLine: false)
    }
    close(frames[match], endsLine: endsLine)
  }

  /// Ends the innermost frame.
  private mutating func close(_ frame: Frame, endsLine: Bool) {
    frames.removeLast()
    switch frame.kind {
    case .section(let node):
      if case .section(let path, let isInverted, _) = nodes[node] {
        nodes[node] = .section(path, isInverted: isInverted, end: nodes.count)
      }
    case .block(let node, let block, let tagIndentation, let contentIndentation):
      nodes[node] = .block(block, end: nodes.count)
      blocks[block].indentation = nodes.count == node + 1 ? tagIndentation : contentIndentation
    case .parent(let node, let call, let blank):
      nodes[node] = .parent(call, end: nodes.count)
      if let blank, endsLine {
        nodes[blank] = .text(0..<0, startsLine: false)
        position = lineEnd(after: position) ?? position
      } else {
        calls[call].indentation = []
      }
    case .argument(let call, let outerDedent):
      dedent = outerDedent
      let last = calls[call].arguments.count - 1
      let start = calls[call].arguments[last].body.lowerBound
      calls[call].arguments[last].body = start..<nodes.count
    case .ignored: break
    }
    barrier = nodes.count
  }

  var isIgnoring: Bool {
    switch frames.last?.kind {
    case .parent, .ignored: true
    default: false
    }
  }

  private var closesArgument: Bool {
    if case .argument = frames.last?.kind { true } else { false }
  }
}
