internal import LoopDifferences
internal import Recordings
internal import Text

/// Reads the attributes of an example, and says what is wrong with them, each at its column.
struct AttributeReader {
  private static let kinds: [String: ExampleAttributes.Kind] = [
    "run": .runs, "norun": .norun, "fails": .fails, "crashes": .crashes, "quote": .quote,
    "no_run": .norun, "compile_fail": .fails, "should_panic": .crashes, "ignore": .quote,
  ]
  private static let predict = "predict"
  private static let flags = ["run", "norun", "fails", "crashes", "quote", predict]
  private static let valued = [
    "id", "session", "clock", "timeout", "schedules", "reference", "reason", "output", "warnings", "reruns",
    "draws", "changes", "lines", "live", "compare", "races", "imports",
  ]
  private static let withoutMeaning: Set = ["editable", "noplayground", "noplaypen", "mdbook-runnable"]

  private let file: SourceFile
  private let bookQuotes: Bool
  private(set) var attributes = ExampleAttributes()
  private(set) var diagnostics: [Diagnostic] = []
  /// The words that were understood, by their attribute; a kind by `kind`.
  private(set) var words: [String: InfoString.Word] = [:]
  /// The words that are not attributes and do not resemble any.
  private var strangers: [InfoString.Word] = []

  /// - Parameters:
  ///   - info: What stands after the fence.
  ///   - usual: What is done with an example that does not say it.
  ///   - bookQuotes: Whether the book only shows its examples.
  init(_ info: InfoString, in file: SourceFile, usual: ExampleAttributes.Kind, bookQuotes: Bool = false) {
    self.file = file
    self.bookQuotes = bookQuotes
    attributes.kind = usual
    for word in ForeignAttributes.joined(info.words, in: file.bytes) where diagnostics.count < Self.mostProblems {
      read(word)
    }
    reportStrangers()
    checkReference()
    checkUse()
  }

  /// What the info string says is done with the example.
  static func kind(_ info: InfoString) -> ExampleAttributes.Kind? {
    info.words.lazy.compactMap { kinds[$0.name] }.first
  }

  /// Whether there is an attribute of this name.
  static func knows(_ name: String) -> Bool { kinds[name] != nil || name == predict || valued.contains(name) }

  /// Whether the example is only shown, and it is the book that says so.
  var isShownByBook: Bool { bookQuotes && words["kind"] == nil }

  /// Takes back the name of the example, which another one has.
  mutating func reject(id problem: Diagnostic) {
    attributes.id = nil
    diagnostics.append(problem)
  }

  private mutating func read(_ word: InfoString.Word) {
    if let kind = Self.kinds[word.name] {
      readKind(kind, word)
    } else if word.name == Self.predict || Self.valued.contains(word.name) {
      guard let previous = words.updateValue(word, forKey: word.name) else { return readValue(word) }
      words[word.name] = previous
      report(
        "duplicate-attribute", "`\(word.name)` is given twice", word.nameRange,
        notes: [Diagnostic.Note("it is first given here", at: file.place(previous.range))])
    } else if !Self.withoutMeaning.contains(word.name) {
      reportUnknown(word)
    }
  }

  private mutating func readKind(_ kind: ExampleAttributes.Kind, _ word: InfoString.Word) {
    guard word.value == nil else {
      return report("attribute-value", "`\(word.name)` takes no value", word.valueRange)
    }
    if let previous = words["kind"] {
      let isSame = attributes.kind == kind
      return report(
        isSame ? "duplicate-attribute" : "contradicting-attributes",
        isSame ? "`\(word.name)` is given twice" : "an example cannot be both `\(previous.name)` and `\(word.name)`",
        word.nameRange, notes: [Diagnostic.Note("it is first given here", at: file.place(previous.range))])
    }
    words["kind"] = word
    attributes.kind = kind
  }

  private mutating func reportUnknown(_ word: InfoString.Word) {
    let cure: String
    if word.name.isEmpty {
      cure = "write the attribute's name before `=`"
    } else if let value = valueCut(before: word) {
      cure = "a comma ends a value; in quotation marks it is part of it: \(value)"
    } else if word.name == "hidelines" {
      cure = "put the lines between `// snippet.hide` and `// snippet.show`"
    } else if !ForeignAttributes.knows(word.name),
      let name = NearestName.suggestion(for: word.name, among: Self.flags + Self.valued)
    {
      cure = "did you mean `\(name)`?"
      // Else the other blocks of its session would miss what it declares.
      if name == "session", attributes.session == nil { attributes.session = word.value }
    } else {
      if strangers.count < Self.mostProblems { strangers.append(word) }
      return
    }
    report(
      "unknown-attribute", word.name.isEmpty ? "there is no name before `=`" : "there is no attribute `\(word.name)`",
      word.name.isEmpty ? word.range : word.nameRange, cure: cure)
  }

  /// Reports the words that are not attributes, all of them in one error for the fence.
  private mutating func reportStrangers() {
    guard let first = strangers.first else { return }
    let names = strangers.map { "`\(Excerpt.short($0.name))`" }
    let known = (Self.flags + Self.valued).map { "`\($0)`" }.joined(separator: ", ")
    report(
      "unknown-attribute",
      names.count == 1
        ? "there is no attribute \(names[0])" : "there are no attributes \(Excerpt.list(names))",
      first.nameRange, cure: ForeignAttributes.cure(for: strangers) ?? "an example's attributes are \(known)")
  }

  /// The attribute of which a word was meant to be a part, as it has to be written, where nothing but a comma stands
  /// between the two.
  private func valueCut(before word: InfoString.Word) -> String? {
    guard word.value == nil,
      let previous = words.values.first(where: { $0.range.upperBound + 1 == word.range.lowerBound }),
      previous.name == "session" || previous.name == "reason", let value = previous.value,
      file.bytes[previous.range.upperBound] == UInt8(ascii: ",")
    else { return nil }
    return "\(previous.name)=\"\(value),\(word.name)\""
  }

  private mutating func readValue(_ word: InfoString.Word) {
    if word.name == Self.predict {
      guard word.value == nil else {
        return report("attribute-value", "`predict` takes no value", word.valueRange)
      }
      attributes.predicts = true
      return
    }
    guard !word.isMalformed else {
      return report(
        "attribute-value", "the quotation marks of `\(word.name)` do not match up", word.valueRange,
        cure: "write \(word.name)=\"text\", with `\\\"` for a quotation mark within the text")
    }
    guard let value = word.value, !value.isEmpty else {
      return report(
        "attribute-value", "`\(word.name)` needs a value", word.range, cure: "for instance `\(example(of: word.name))`")
    }
    switch word.name {
    case "id": attributes.id = name(value, word)
    case "session": attributes.session = session(value, word)
    case "clock": attributes.clock = choice(value, word)
    case "timeout": attributes.timeout = timeout(value, word)
    case "schedules": attributes.schedules = schedules(value, word)
    case "warnings": attributes.warnings = choice(value, word)
    case "reruns": attributes.reruns = reruns(value, word)
    case "draws": attributes.draws = choice(value, word)
    case "races": attributes.races = choice(value, word)
    case "changes": attributes.changes = name(value, word)
    case "lines": attributes.lines = choice(value, word)
    case "compare": attributes.compares = compared(value, word)
    case "reason": break
    case "output": if isOff(value, word) { attributes.recordsOutput = false }
    case "live": if isOff(value, word) { attributes.canBeLive = false }
    case "imports": if isOff(value, word) { attributes.hasImplicitImports = false }
    default: if value == "off" { attributes.referenceOffReason = "" } else { readDifference(value, word) }
    }
  }

  private func example(of name: String) -> String {
    switch name {
    case "clock": "clock=real"
    case "timeout": "timeout=2s"
    case "schedules": "schedules=64"
    case "reference": "reference=off reason=\"why\""
    case "reason": "reason=\"why\""
    case "output": "output=off"
    case "warnings": "warnings=show"
    case "reruns": "reruns=\"timers#once loops#stop\""
    case "draws": "draws=stack"
    case "lines": "lines=numbered"
    case "live": "live=off"
    case "imports": "imports=off"
    case "compare": "compare=timers#once"
    case "races": "races=allowed"
    default: "\(name)=some-name"
    }
  }

  private mutating func name(_ value: String, _ word: InfoString.Word) -> String? {
    let isName = value.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_.".unicodeScalars.contains(scalar)
        || scalar.properties.generalCategory == .nonspacingMark
    }
    if isName { return value }
    report("attribute-value", "a name can have only letters, digits, `-`, `_` and `.`", word.valueRange)
    return nil
  }

  /// The name of an example, with that of its chapter before a `#` or without it.
  private mutating func compared(_ value: String, _ word: InfoString.Word) -> String? {
    let parts = value.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count < 2 || !parts[0].isEmpty && !parts[1].isEmpty else {
      report("attribute-value", "write a chapter's name before `#`, and an example's name after it", word.valueRange)
      return nil
    }
    return parts.count == 2 ? value : name(value, word)
  }

  /// The name of a session, which may be any text in quotation marks.
  private mutating func session(_ value: String, _ word: InfoString.Word) -> String? {
    let isQuoted = word.valueRange.count > value.utf8.count
    guard isQuoted else { return name(value, word) }
    let isLine = !value.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }
    if isLine { return value }
    report("attribute-value", "the name of a session cannot have control characters", word.valueRange)
    return nil
  }

  private mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: String, _ word: InfoString.Word
  ) -> Choice? where Choice.RawValue == String {
    if let choice = Choice(rawValue: value) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let nearest = NearestName.suggestion(for: value, among: words)
    report(
      "attribute-value", "`\(word.name)` cannot be `\(value)`", word.valueRange,
      cure: nearest.map { "did you mean `\($0)`?" } ?? "it can be " + words.map { "`\($0)`" }.joined(separator: " or "))
    return nil
  }

  private mutating func isOff(_ value: String, _ word: InfoString.Word) -> Bool {
    if value == "off" { return true }
    report(
      "attribute-value", "`\(word.name)` cannot be `\(value)`", word.valueRange,
      cure: "it can only be `off`; without the attribute it is on")
    return false
  }

  private mutating func timeout(_ value: String, _ word: InfoString.Word) -> Duration? {
    do throws(TimeProblem) { return try TimeSpan(parsing: value).duration } catch {
      report(
        "attribute-value", error.message, word.valueRange,
        cure: "write a number and `ms`, `s`, `m` or `h`, such as `timeout=2s`")
      return nil
    }
  }

  private mutating func schedules(_ value: String, _ word: InfoString.Word) -> Int? {
    let isNumber = value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if isNumber, let count = Int(value), (1...ExampleAttributes.mostSchedules).contains(count) { return count }
    report(
      "attribute-value", "`schedules` is a whole number between 1 and \(ExampleAttributes.mostSchedules)",
      word.valueRange)
    return nil
  }

  /// The names of examples, with blanks between them.
  private mutating func reruns(_ value: String, _ word: InfoString.Word) -> [String] {
    var names: [String] = []
    for name in value.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init) {
      if names.contains(name) {
        report("attribute-value", "`reruns` names `\(name)` twice", word.valueRange)
      } else {
        names.append(name)
      }
    }
    if names.isEmpty {
      report("attribute-value", "`reruns` names no example", word.valueRange, cure: "write reruns=\"chapter#example\"")
    }
    return names
  }

  /// The name of a documented difference from CoreFoundation.
  private mutating func readDifference(_ value: String, _ word: InfoString.Word) {
    let names = Difference.all.map(\.id)
    if names.contains(value) {
      attributes.referenceDifference = value
      return
    }
    report(
      "attribute-value", "`reference` cannot be `\(value)`", word.valueRange,
      cure: NearestName.suggestion(for: value, among: names).map { "did you mean `\($0)`?" }
        ?? "it can be `off`, or the name of a documented difference, such as `\(names[0])`")
  }

  private mutating func checkReference() {
    let reason = words["reason"]
    if let word = words["reference"], attributes.referenceOffReason != nil {
      attributes.referenceOffReason = nil
      if let reason {
        if !reason.isMalformed, let text = reason.value, !text.isEmpty { attributes.referenceOffReason = text }
      } else {
        report(
          "missing-reason", "`reference=off` needs a reason, which the page prints", word.range,
          cure: "write reference=off reason=\"why\"")
      }
    } else if let reason, words["reference"] == nil || attributes.referenceDifference != nil {
      report(
        "contradicting-attributes", "`reason` says why `reference` is off, but it is on", reason.range,
        cure: "add `reference=off`")
    }
  }

  /// Reports what can have no effect: it would promise something that does not happen.
  private mutating func checkUse() {
    // A book that runs nothing for now may say what will hold once it does.
    if isShownByBook { return }
    let kind = attributes.kind
    if !kind.isRun {
      for name in ["clock", "timeout", "schedules", "reference", "races", "draws", Self.predict, "compare", "live"] {
        reportUseless(name, beside: "kind", "`\(name)` has no effect on an example that is not run")
      }
    }
    if kind == .crashes {
      reportUseless(
        "schedules", beside: "kind", "only an example that runs to its end is tried under several schedules")
      reportUseless("races", beside: "kind", "`races` has no effect: an example that crashes is not watched for them")
      reportUseless("reference", beside: "kind", "`reference` has no effect: an example that crashes is never compared")
      reportUseless("live", beside: "kind", "`live` has no effect: readers can never change an example that crashes")
    }
    if kind == .norun || kind == .quote {
      reportUseless("output", beside: "kind", "`output` has no effect on an example that is not run")
    }
    if kind == .quote {
      reportUseless("imports", beside: "kind", "`imports` has no effect on an example that is not compiled")
    }
    if kind == .fails || kind == .quote {
      reportUseless("warnings", beside: "kind", "`warnings` has no effect on an example that must not compile")
      let word = words["kind"]?.name ?? kind.rawValue
      reportUseless("session", beside: "kind", "an example that is `\(word)` cannot be part of a session")
    }
    if kind != .norun, let word = words["reruns"] {
      report(
        "contradicting-attributes", "`reruns` is for an example that has declarations only, and is not run itself",
        word.range, cure: "add `norun`")
    }
    if attributes.clock == .real {
      reportUseless("draws", beside: "clock", "an example on the real clock is not drawn")
      reportUseless(Self.predict, beside: "clock", "an example on the real clock cannot be predicted")
      reportUseless("compare", beside: "clock", "runs are only compared on the virtual clock")
      reportUseless("schedules", beside: "clock", "interleavings can only be chosen under the virtual clock")
    }
    if words["session"] != nil {
      for name in [Self.predict, "compare", "live"] {
        reportUseless(
          name, beside: "session", "`\(name)` has no effect on an example that is only a part of a session's program")
      }
    }
  }

  /// Reports an attribute, if it was given, that has no effect for what another word says, or the book does.
  private mutating func reportUseless(_ name: String, beside other: String, _ message: String) {
    guard let word = words[name] else { return }
    let cure = "remove `\(name)`" + (words[other].map { " or `\($0.name)`" } ?? "")
    report("contradicting-attributes", message, word.range, cure: cure)
  }

  /// How many problems of one info string are told: one that is a stranger's may have any number.
  private static let mostProblems = 20

  private mutating func report(
    _ id: String, _ message: String, _ range: Range<Int>, notes: [Diagnostic.Note] = [], cure: String? = nil
  ) {
    guard diagnostics.count < Self.mostProblems else { return }
    diagnostics.append(Diagnostic(id: id, message, at: file.place(range), notes: notes, cure: cure))
  }
}
