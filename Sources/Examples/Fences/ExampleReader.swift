internal import LoopTracing
internal import Markdown
internal import Recordings
internal import Text

/// Finds a chapter's examples among its fences, with the recordings that stand after them.
struct ExampleReader {
  private struct Entry {
    var fence: Fence
    var info: InfoString
  }

  private let chapter: String
  private let document: MarkdownDocument
  private let rules: FenceRules
  private var names: ExampleNames
  private var words = SameLookingWords()
  /// The last fence whose language is a misspelt `swift`, or of the recordings after it.
  private var misspelt: Fence?
  private(set) var examples: [Example] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// By the number of an example, where it says what it changes.
  private var changes: [Int: InfoString.Word] = [:]
  /// How many recordings are only shown, since the book says so of its examples.
  private(set) var shownRecordings = 0

  private var file: SourceFile { document.file }

  init(chapter: String, document: MarkdownDocument, rules: FenceRules) {
    self.rules = rules
    self.chapter = chapter
    self.document = document
    names = ExampleNames(chapter: chapter, document: document)
  }

  /// Reads all fences.
  mutating func read() {
    let entries = document.fences.map { Entry(fence: $0, info: InfoString(document.file.bytes, $0.infoRange)) }
    var readers: [Int: (AttributeReader, FenceCode)] = [:]
    for (index, entry) in entries.enumerated() where entry.info.language == "swift" {
      let code = FenceCode(
        entry.fence, rules, kind: AttributeReader.kind(entry.info),
        isPartOfSession: entry.info.words.contains { $0.name == "session" })
      var reader = AttributeReader(entry.info, in: file, usual: code.usual, bookQuotes: rules.usual == .quote)
      // Names that authors chose come first: those that are made keep out of their way.
      if let id = reader.attributes.id, let word = reader.words["id"],
        let problem = names.take(id, at: file.place(word.valueRange))
      {
        reader.reject(id: problem)
      }
      readers[index] = (reader, code)
    }
    var index = 0
    while index < entries.count {
      if let (reader, code) = readers[index] {
        let followers = followers(of: index, in: entries)
        add(entries[index].fence, code, reader, followers)
        index += followers.count
        if examples[examples.count - 1].recordings.isEmpty {
          examples[examples.count - 1].plainFence = plainFence(after: index, in: entries)
        }
      } else {
        checkStranger(entries[index])
      }
      index += 1
    }
    countLines()
    if rules.usual != .quote {
      diagnostics += LostFences.problems(in: document) + LostFootnotes.problems(in: document)
      let outputs = UnverifiedOutput.problems(after: examples, in: document)
      diagnostics += outputs.map(\.problem)
      for output in outputs where examples[output.example].recordings.isEmpty {
        examples[output.example].plainFence = document.fences.first { $0.node == output.node }
      }
      diagnostics += UnnamedCode.problems(in: document, besides: Set(outputs.map(\.node)))
      diagnostics += ForeignDirectives.problems(in: document)
    }
    for (example, problem) in ChangedExamples.problems(of: examples, saidBy: changes, in: file) {
      diagnostics.append(problem)
      examples[example].hasErrors = true
    }
  }

  /// Counts the lines of sessions through.
  private mutating func countLines() {
    var next: [String: Int] = [:]
    for index in examples.indices {
      guard let session = SessionReader.session(of: examples[index]) else { continue }
      examples[index].firstLine = next[session] ?? 1
      next[session] = examples[index].firstLine + examples[index].lines.count
    }
  }

  /// The fences right after an example that hold its input and its recordings.
  private func followers(of index: Int, in entries: [Entry]) -> ArraySlice<Entry> {
    var end = index + 1
    while end < entries.count, entries[end - 1].fence.isDirectlyBefore(entries[end].fence),
      Self.follows(entries[end].info.language)
    {
      end += 1
    }
    return entries[(index + 1)..<end]
  }

  /// Whether a fence of a language belongs to the example before it.
  private static func follows(_ language: String) -> Bool {
    language == InputFence.language || RecordingKind(rawValue: language) != nil
  }

  /// The fence right after an example and its input, where its language says that it is only text.
  private func plainFence(after index: Int, in entries: [Entry]) -> Fence? {
    let next = index + 1
    guard next < entries.count, entries[index].fence.isDirectlyBefore(entries[next].fence),
      UnverifiedOutput.plainLanguages.contains(entries[next].info.language)
    else { return nil }
    return entries[next].fence
  }

  private mutating func add(
    _ fence: Fence, _ code: FenceCode, _ reader: AttributeReader, _ followers: ArraySlice<Entry>
  ) {
    let before = diagnostics.count
    diagnostics += reader.diagnostics
    let range = fence.fullLines.lowerBound..<(followers.last?.fence ?? fence).fullLines.upperBound
    // Why is told where it is to be included.
    let isUnread = rules.unread.contains(where: range.contains)
    if let unclosed = UnclosedFence.problem(fence, in: file) {
      diagnostics.append(unclosed)
    } else if isUnread {
      // Nothing is known of the rest.
    } else if code.isEmpty, reader.attributes.kind != .quote {
      // Nothing always holds.
      diagnostics.append(
        Diagnostic(
          id: "empty-example", "this example has no code", at: file.place(fence.opening),
          cure: "write its code between the two fences, or remove them"))
    } else if reader.attributes.kind != .quote, reader.attributes.session == nil, code.hasOnlyComments {
      diagnostics.append(
        Diagnostic(
          id: "empty-example", "this example has only comments, so nothing of it is verified",
          at: file.place(fence.opening), cure: "mark it `quote`, or write its code"))
    } else {
      diagnostics += code.hiddenLines.mistakes.map { mark($0, in: code.lines[$0.line]) }
      if reader.attributes.kind != .quote {
        diagnostics += UnseenCharacters.problems(in: code.lines, of: file)
        diagnostics += LostTypeQueries.problems(in: code.lines, of: file)
        diagnostics += words.problems(in: code.lines, of: file)
      }
    }
    var recordings: [Recording] = []
    var input: Fence?
    if reader.isShownByBook { shownRecordings += followers.count { $0.info.language != InputFence.language } }
    for entry in reader.isShownByBook ? [] : followers {
      let unclosed = UnclosedFence.problem(
        entry.fence, in: file, follower: entry.info.language, isExample: false)
      if let unclosed { diagnostics.append(unclosed) }
      guard let kind = RecordingKind(rawValue: entry.info.language) else {
        let problem = InputFence.problem(
          of: entry.fence, entry.info, of: reader.attributes, at: fence, after: input, in: file)
        if problem == nil {
          input = entry.fence
          diagnostics += InputFence.unseen(in: entry.fence, &words, of: file)
        }
        // What an example with wrong words may have is not known.
        if let problem, reader.diagnostics.isEmpty { diagnostics.append(problem) }
        continue
      }
      let (filter, focus, problems) = RecordingAttributes.read(entry.info, kind, in: file)
      diagnostics += problems
      var recording = Recording(kind: kind, filter: filter, fence: entry.fence)
      if let problem = problem(of: recording, of: reader.attributes, code, at: fence, after: recordings) {
        // What an example with wrong words may have is not known.
        if reader.diagnostics.isEmpty { diagnostics.append(problem) }
      } else {
        let filterWords = entry.info.words.filter { $0.name != RecordingAttributes.focus }
        if !filterWords.isEmpty {
          recording.filterText = filterWords.map {
            String(decoding: file.bytes[$0.range], as: UTF8.self)
          }.joined(separator: " ")
        }
        if let focus {
          let (lines, problems) = TraceFocus.read(focus, of: entry.fence, in: file)
          recording.focus = lines
          diagnostics += problems
        }
        recordings.append(recording)
        diagnostics += UnseenCharacters.problems(in: recording, of: file)
        diagnostics += TraceMistakes.diagnostics(of: recording, in: file)
      }
    }
    if let word = reader.words["draws"], reader.diagnostics.isEmpty, !reader.isShownByBook {
      diagnostics += DrawnStack.problems(of: recordings, saidBy: word, in: file)
    }
    if let word = reader.words["predict"], reader.diagnostics.isEmpty, !reader.isShownByBook {
      diagnostics += PredictedExamples.problems(of: recordings, saidBy: word, in: file)
    }
    if reader.diagnostics.isEmpty {
      diagnostics += VariedExamples.problems(of: code, reader.attributes, recordings, in: file)
    }
    changes[examples.count] = reader.words["changes"]
    examples.append(
      Example(
        chapter: chapter, id: reader.attributes.id ?? names.make(before: fence.node), number: examples.count,
        attributes: reader.attributes, fence: fence, line: file.writtenLine(at: fence.opening.lowerBound),
        lines: code.lines, hiddenLines: code.hiddenLines, varied: code.vary.varied,
        abridgement: code.abridgement, input: input, recordings: recordings,
        hasErrors: diagnostics.count > before || isUnread))
  }

  /// A comment that its author took for a mark: what it should hide is shown.
  private func mark(_ mistake: HiddenLines.Mistake, in line: SourceLine) -> Diagnostic {
    let begin = line.fileOffset(ofByte: mistake.offset)
    let end = line.fileOffset(ofByte: mistake.offset + mistake.word.utf8.count)
    let message =
      mistake.isText
      ? "`// \(mistake.word)` has no effect here, because this line belongs to a string literal"
      : mistake.isMark
        ? "`// \(mistake.word)` has no effect, because there is something else on its line"
        : "there is no mark `// \(mistake.word)`"
    let cure: String
    if mistake.isText {
      cure = "put the mark before or after the whole literal"
    } else if mistake.isMark {
      cure = "write `// \(mistake.word)` alone on its line"
    } else if let nearest = NearestName.suggestion(
      for: String(mistake.word.dropFirst("snippet.".count)), among: ["hide", "show"])
    {
      cure = "did you mean `// snippet.\(nearest)`?"
    } else {
      cure = "the marks are " + HiddenLines.words.map { "`// \($0)`" }.joined(separator: " and ")
    }
    return Diagnostic(id: "unknown-mark", message, at: file.place(begin..<end), cure: cure)
  }

  /// Why a recording cannot belong to the example that it stands after.
  private func problem(
    of recording: Recording, of attributes: ExampleAttributes, _ code: FenceCode, at example: Fence,
    after others: [Recording]
  ) -> Diagnostic? {
    let kind = recording.kind.rawValue
    let place = file.place(recording.fence.opening)
    let note = Diagnostic.Note("the example is here", at: file.place(example.opening))
    if !attributes.kind.canHave(recording.kind) {
      let reason =
        switch attributes.kind {
        case .quote where code.abridgement == .signatures: "has only declarations without bodies, and is only shown"
        case .norun where code.abridgement != .none: "leaves bodies out, and is not run"
        case .runs: "is not meant to fail"
        case .fails: "is not meant to compile"
        case .norun, .quote, .crashes: "is not run"
        }
      let isUnmarked = recording.kind == .error && attributes.kind == .runs
      return Diagnostic(
        id: "orphaned-recording", "this `\(kind)` does not apply: the example before it \(reason)", at: place,
        notes: [note],
        cure: isUnmarked
          ? "mark the example `fails` or `crashes`, or remove the fence"
          : code.abridgement == .none ? "remove the fence" : "write the bodies, or remove the fence")
    }
    if recording.kind != .trace, !attributes.recordsOutput {
      return Diagnostic(
        id: "orphaned-recording", "this `\(kind)` does not apply: the example before it says `output=off`",
        at: place,
        notes: [note], cure: "remove the fence, or `output=off`")
    }
    if let first = others.first(where: { $0.kind == recording.kind && $0.filter == recording.filter }) {
      let what = recording.kind == .trace ? "`trace` of the same events" : "`\(kind)` of one example"
      return Diagnostic(
        id: "orphaned-recording", "this is a second \(what)", at: place,
        notes: [Diagnostic.Note("the first is here", at: file.place(first.fence.opening))],
        cure: "remove one of the two")
    }
    return nil
  }

  /// Looks at a fence that belongs to no example: whether one was meant.
  private mutating func checkStranger(_ entry: Entry) {
    let language = entry.info.language
    let isFollower = Self.follows(language)
    if let unclosed = UnclosedFence.problem(
      entry.fence, in: file, follower: isFollower ? language : nil, isExample: false)
    {
      diagnostics.append(unclosed)
      return
    }
    guard !language.isEmpty, language != DeclarationFence.language else { return }
    if language == DeclarationFence.missingExample {
      misspelt = entry.fence
      return
    }
    if isFollower {
      // What belongs to an example whose language is misspelt has an owner.
      if let misspelt, misspelt.isDirectlyBefore(entry.fence) {
        self.misspelt = entry.fence
        return
      }
      if rules.usual == .quote {
        if language != InputFence.language { shownRecordings += 1 }
        return
      }
      if let last = examples.indices.last, let between = between(examples[last], and: entry) {
        // What seems to be missing is there, at another place.
        if language == InputFence.language {
          examples[last].hasErrors = true
        } else {
          examples[last].isRecordedApart = true
        }
        diagnostics.append(
          Diagnostic(
            id: language == InputFence.language ? "orphaned-input" : "orphaned-recording",
            "this `\(language)` is not directly below its example: \(between.words) between them",
            at: file.place(entry.fence.opening),
            notes: [Diagnostic.Note("the example is here", at: file.place(examples[last].fence.opening))],
            cure: "move the fence up, right below the example" + between.cure))
        return
      }
      diagnostics.append(
        Diagnostic(
          id: language == InputFence.language ? "orphaned-input" : "orphaned-recording",
          "this `\(language)` belongs to no example: there is none directly before it",
          at: file.place(entry.fence.opening), cure: "put it right after its example, or remove it"))
      return
    }
    let decoded = MeantSwift.decodedLanguage(of: entry.fence)
    let written = language == "{" ? entry.info.words.first?.name ?? language : language
    var meant = MeantSwift.words(written) ?? NearestName.suggestion(for: language, among: ["swift"])
    // Pages show what it is decoded to, and nothing verifies that.
    if decoded != language, decoded == "swift" || Self.follows(decoded) { meant = decoded }
    if meant == nil, let last = examples.indices.last, isResult(entry.fence, of: examples[last]) {
      let followers = [InputFence.language] + RecordingKind.allCases.map(\.rawValue)
      meant = language == "stdin" ? InputFence.language : NearestName.suggestion(for: language, among: followers)
      // What seems to be missing is there, by another name.
      if meant != nil { examples[last].hasErrors = true }
    }
    guard let meant else { return }
    // Other tools have a language `swiftui`.
    let isAnotherWord =
      meant == "swift" && (language.hasPrefix("swift") ? language.allSatisfy(\.isLetter) : language.hasSuffix("swift"))
    // What comes right after it may be right.
    if meant.hasPrefix("swift") || examples.last.map({ isResult(entry.fence, of: $0) }) == true {
      misspelt = entry.fence
    }
    diagnostics.append(
      Diagnostic(
        id: "misspelt-language", "there is no language `\(language)`", at: file.place(entry.info.languageRange),
        cure: isAnotherWord
          ? "did you mean `\(meant)`? If it is not to be compiled, write `swift quote`, or `text`"
          : "did you mean `\(meant)`?"))
  }

  /// What stands alone between what belongs to an example and a fence of a kind that it lacks: words, or HTML that
  /// folds the fence; and what is to be done with it.
  private func between(_ example: Example, and entry: Entry) -> (words: String, cure: String)? {
    let language = entry.info.language
    let isThere =
      language == InputFence.language
      ? example.input != nil : example.recordings.contains { $0.kind.rawValue == language }
    guard example.attributes.kind != .quote, !isThere else { return nil }
    let between = Int(document.nodes[example.lastFence.node].nextSibling)
    guard between >= 0, Int(document.nodes[between].nextSibling) == entry.fence.node else { return nil }
    let node = document.nodes[between]
    switch node.kind {
    case .paragraph: return ("words stand", ", and the words below the fence")
    case .htmlBlock where document.bytes(node.text).starts(with: "<details".utf8):
      return ("`<details>` stands", ", without `<details>`: readers can fold it on the page")
    default: return nil
    }
  }

  private func isResult(_ fence: Fence, of example: Example) -> Bool {
    example.fence.isDirectlyBefore(fence) || example.lastFence.isDirectlyBefore(fence)
  }
}
