internal import Files
internal import SwiftParser
internal import SwiftSyntax

/// A program with calls that answer what its comments say of values, and what single calls of `print` print.
///
/// It is run beside the program itself, of which no line moves.
package struct ProbedProgram: Sendable {
  /// A question that a comment raises.
  package enum Question: Hashable, Sendable {
    /// Whether what the comment says, `a == b`, is so.
    case comparison
    /// What the statement before it gives, or what the variable has that it changes.
    case value
    /// Whether that is equal to what the comment writes, as code.
    case equality
    /// What the call of `print` before it prints.
    case print
    /// What the call of `print` before it prints, which words of the comment may be.
    case line
    /// What is printed by the time that the program comes to it.
    case place
    /// Whether the program gets to the statement before it, and past it: each is an answer.
    case passing
    /// What the statement before it prints: what is printed before it and behind it, each an answer.
    case silence
    /// What the statement before it throws, if it does.
    case throwing

    /// Whether an answer may have as many texts.
    fileprivate func mayAnswer(_ count: Int) -> Bool {
      switch self {
      case .comparison: count >= 1
      case .equality: count == 1
      case .value: (3...6).contains(count)
      case .print, .line: count == 2
      case .place, .passing, .silence: count == 0
      case .throwing: count == 0 || count == 3
      }
    }
  }

  /// A comment, and the calls that answer its question.
  package struct Probe: Sendable {
    package let question: Question
    package let comment: CodeComments.Comment
    /// What stands left of a comparison's only operator.
    package var left: String?
    /// Whether a comparison tells what the variable has that the statement before it changes.
    package var isOfVariable = false
    /// Whether a comparison is of what the statement before it gives, which it does not name.
    package var isOfValue = false
    /// The probe that asks for the line which this comparison may be.
    package var line: Int?
    /// Whether no call can stand where one would answer it.
    package fileprivate(set) var isOpen = false
    /// Whether a comparison calls something, which may change what comes after it.
    var mayChange = false
    /// The probe whose answers are its own, too: two comments stand behind one call.
    package var answersOf: Int?
    /// The probe that asks for the value which this one compares.
    package var equalityOf: Int?
    /// Whether other statements stand before its own on the line.
    package var sharesLine = false
    /// The lists of statements that it stands in, the innermost first, each as where it begins.
    package var lists: [Int] = []
    /// What of the statement before it may be done at another time.
    package var laterCode = LaterCode.none
    /// Whether something of the statement after it may be done at another time.
    package var isAboveLaterCode = false
    /// Whether the statement before it may do nothing: what it says may be about other cases.
    package var isConditional = false
  }

  /// What is put into the text, in the place of some of it.
  struct Edit {
    var offset: Int
    var removed = 0
    var text: String
    var probe: Int
    /// The line of the text, from 1.
    var line: Int
    /// Where the call ends that it begins; all there is for the end of one, 0 for anything else.
    var end = 0
  }

  /// A program's text with calls, and where they stand.
  package struct Text: Sendable {
    package fileprivate(set) var text = ""
    /// The calls in order: each one's line and columns, in bytes from 1, and its probe.
    fileprivate var calls: [(line: Int, columns: Range<Int>, probe: Int)] = []

    /// The probes that a message of the compiler may be about: the one whose call it points at, else those on its line.
    package func probes(of message: CompilerMessage) -> Set<Int> {
      let near = calls.filter { $0.line == message.line }
      let own = near.filter { $0.columns.contains(message.column) }
      return Set((own.isEmpty ? near : own).map(\.probe))
    }
  }

  package private(set) var probes: [Probe] = []
  private let original: String
  private var edits: [Edit] = []
  /// What the names of its functions begin with.
  private let prefix: String
  private let mark: Substring

  /// Looks for such comments.
  ///
  /// `nil` where there is none, or where no call can be put.
  ///
  /// - Parameters:
  ///   - isAsked: Whether a comment whose place fits a question raises it by what it says.
  ///   - code: What a comment says a value is, as code that can be compared with it.
  package init?(
    _ text: String, isAsked: (Question, CodeComments.Comment) -> Bool, code: (CodeComments.Comment) -> String?
  ) {
    guard TextNesting(text).problem == nil else { return nil }
    var prefix = "_answer"
    while text.contains(prefix) { prefix += "0" }
    original = text
    self.prefix = prefix
    mark = ContentHash(of: [Array(text.utf8)]).text.prefix(24)
    let found = DeepStack.run(forText: text.utf8.count) {
      let file = Parser.parse(source: text)
      guard !file.hasError, !Self.declaresWhatIsCalled(file) else { return ProbeSearch(prefix) }
      var search = ProbeSearch(prefix)
      search.look(through: file, isAsked: isAsked, code: code)
      return search
    }
    guard let found, !found.probes.isEmpty else { return nil }
    probes = found.probes
    edits = found.edits
    let asked = Set(edits.map(\.probe))
    for index in probes.indices { probes[index].isOpen = probes[index].answersOf == nil && !asked.contains(index) }
  }

  /// Whether a program has a `print` or a `Swift` of its own, so that its calls may mean something else.
  private static func declaresWhatIsCalled(_ file: SourceFileSyntax) -> Bool {
    var last: TokenSyntax?
    for token in file.tokens(viewMode: .sourceAccurate) {
      if ["print", "debugPrint", "Swift"].contains(token.text), let before = last?.text,
        ["func", "let", "var", "struct", "class", "enum", "actor", "typealias"].contains(before)
      {
        return true
      }
      last = token
    }
    return false
  }

  /// The text with its calls, without those of some probes.
  package func text(without left: Set<Int> = []) -> Text {
    let bytes = Array(original.utf8)
    var result = Text()
    var text: [UInt8] = []
    var offset = 0
    for edit in edits where !left.contains(edit.probe) {
      text += bytes[offset..<edit.offset]
      let lineStart = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let column = text.count - lineStart + 1
      result.calls.append((edit.line, column..<(column + edit.text.utf8.count), edit.probe))
      text += Array(edit.text.utf8)
      offset = edit.offset + edit.removed
    }
    text += bytes[offset...]
    result.text = String(decoding: text, as: UTF8.self) + functions + functionsOfAttempts
    return result
  }

  /// The probes that are asked in one run each: those that leave everything as it is, and comparisons that may not.
  package var runs: [Set<Int>] {
    let changing = Set(probes.indices.filter { probes[$0].mayChange })
    return [Set(probes.indices).subtracting(changing), changing].filter { !$0.isEmpty }
  }

  // MARK: Answers

  /// What an answer begins with: no text can have its own hash in it.
  private var start: [UInt8] {
    Array("\u{1E}\(mark) ".utf8)
  }

  /// The last text of an answer about a variable that the statement may have changed.
  package static let changed = "changed"

  /// The functions that its calls call.
  private var functions: String {
    """

    nonisolated fileprivate func \(prefix)_tell(_ probe: Swift.Int, _ texts: [Swift.String]) {
      let list = texts.map { "\\($0.utf8.count):\\($0)" }.joined()
      Swift.print("\\u{1E}\(mark) \\(probe) \\(texts.count) \\(list)")
    }
    nonisolated fileprivate func \(prefix)_compared(
      _ probe: Swift.Int, _ holds: Swift.Bool, _ left: @autoclosure () -> [Any] = []
    ) {
      // A loop may compare a million times, and one answer of each kind is enough.
      let flag = \(prefix)_Known.flags + (probe * 2 + (holds ? 1 : 0))
      if flag.pointee { return }
      flag.pointee = true
      \(prefix)_tell(probe, holds ? ["true"] : ["false"] + left().flatMap(\(prefix)_texts))
    }
    @discardableResult
    nonisolated fileprivate func \(prefix)_equal<T>(
      _ probe: Swift.Int, _ value: T, _ isSame: (T) -> Swift.Bool
    ) -> T {
      \(prefix)_compared(probe, isSame(value))
      return value
    }
    @discardableResult
    nonisolated fileprivate func \(prefix)_related<T>(
      _ probe: Swift.Int, _ value: T, _ isSo: (T) -> Swift.Bool
    ) -> T {
      \(prefix)_compared(probe, isSo(value), [value])
      return value
    }
    @discardableResult
    nonisolated fileprivate func \(prefix)_beside<T>(_ answered: Swift.Void, _ value: T) -> T { value }
    nonisolated fileprivate func \(prefix)_place(_ probe: Swift.Int) {
      let flags = \(prefix)_Known.flags + probe * 2
      if flags[1] { return }
      \(prefix)_tell(probe, [])
      flags[flags[0] ? 1 : 0] = true
    }
    fileprivate enum \(prefix)_Known {
      // The pointer never changes, and a flag is one byte that goes from false to true, once. Threads that both find it
      // false both answer, which is one answer more and no other.
      nonisolated(unsafe) static let flags = {
        let flags = Swift.UnsafeMutablePointer<Swift.Bool>.allocate(capacity: \(probes.count * 2))
        flags.initialize(repeating: false, count: \(probes.count * 2))
        return flags
      }()
    }
    @discardableResult
    nonisolated fileprivate func \(prefix)_value<T>(_ probe: Swift.Int, _ value: T) -> T {
      var content: Any = value
      while Swift.Mirror(reflecting: content).displayStyle == .optional,
        let some = Swift.Mirror(reflecting: content).children.first
      {
        content = some.value
      }
      var texts = \(prefix)_texts(value) + \(prefix)_texts(content)
      // What is reversed, sliced or lazy is told as the list that it is.
      if let list = content as? any Swift.Sequence, \(prefix)_isListed(list), !texts[2].hasPrefix("[") {
        texts += \(prefix)_texts(\(prefix)_list(list))
      }
      \(prefix)_tell(probe, texts)
      return value
    }
    // To go through a sequence that is an object could take something from it.
    nonisolated fileprivate func \(prefix)_isListed(_ list: any Swift.Sequence) -> Swift.Bool {
      if list is any Swift.Collection { return !(list is any Swift.StringProtocol) }
      return !(Swift.type(of: list) is Swift.AnyObject.Type)
    }
    nonisolated fileprivate func \(prefix)_list<List: Swift.Sequence>(_ list: List) -> [Any] {
      list.prefix(1_000).map { $0 }
    }
    nonisolated fileprivate func \(prefix)_changed<T>(_ probe: Swift.Int, _ value: T) {
      // What an object is does not show what is in it.
      if T.self is Swift.AnyObject.Type { return }
      var texts = \(prefix)_texts(value)
      if let list = value as? any Swift.Collection, !(value is any Swift.StringProtocol), !texts[0].hasPrefix("[") {
        texts += \(prefix)_texts(\(prefix)_list(list))
      }
      \(prefix)_tell(probe, texts + ["\(Self.changed)"])
    }
    // What cannot be copied cannot be shown.
    nonisolated fileprivate func \(prefix)_changed<T: ~Swift.Copyable>(_ probe: Swift.Int, _ value: borrowing T) {}
    nonisolated fileprivate func \(prefix)_texts(_ value: Any) -> [Swift.String] {
      [Swift.String(describing: value), Swift.String(reflecting: value)]
    }
    nonisolated fileprivate func \(prefix)_print(
      _ probe: Swift.Int, _ items: Any..., separator: Swift.String = " ", terminator: Swift.String = "\\n"
    ) {
      let text = items.map { Swift.String(describing: $0) }.joined(separator: separator)
      \(prefix)_tell(probe, [text + terminator, text])
    }
    nonisolated fileprivate func \(prefix)_debugPrint(
      _ probe: Swift.Int, _ items: Any..., separator: Swift.String = " ", terminator: Swift.String = "\\n"
    ) {
      let text = items.map { Swift.String(reflecting: $0) }.joined(separator: separator)
      \(prefix)_tell(probe, [text + terminator, text])
    }

    """
  }

  /// Those that tell what is thrown.
  private var functionsOfAttempts: String {
    guard probes.contains(where: { $0.question == .throwing }) else { return "" }
    return """
      @discardableResult
      nonisolated fileprivate func \(prefix)_attempt<T>(
        _ probe: Swift.Int, _ body: @autoclosure () throws -> T
      ) rethrows -> T {
        do {
          let value = try body()
          \(prefix)_passed(probe)
          return value
        } catch {
          \(prefix)_thrown(probe, error)
          throw error
        }
      }
      @discardableResult
      fileprivate func \(prefix)_attemptLater<T>(
        isolation: isolated (any _Concurrency.Actor)? = #isolation, _ probe: Swift.Int,
        _ body: @autoclosure () async throws -> T
      ) async rethrows -> T {
        do {
          let value = try await body()
          \(prefix)_passed(probe)
          return value
        } catch {
          \(prefix)_thrown(probe, error)
          throw error
        }
      }
      nonisolated fileprivate func \(prefix)_passed(_ probe: Swift.Int) {
        let flag = \(prefix)_Known.flags + probe * 2
        if flag.pointee { return }
        flag.pointee = true
        \(prefix)_tell(probe, [])
      }
      nonisolated fileprivate func \(prefix)_thrown(_ probe: Swift.Int, _ error: any Swift.Error) {
        \(prefix)_tell(probe, [Swift.String(reflecting: Swift.type(of: error))] + \(prefix)_texts(error))
      }

      """
  }

  /// What was answered in a run.
  package struct Answers {
    /// The answers by probe, in order, each with its texts.
    package fileprivate(set) var byProbe: [[[String]]]
    /// The answers in order: whose each is, and how much the program had printed by then.
    package fileprivate(set) var moments: [(probe: Int, printed: Int)] = []
    /// What the program printed otherwise.
    package fileprivate(set) var rest: [UInt8] = []
  }

  /// Reads what was answered, and what the program printed otherwise.
  package func answers(in output: [UInt8]) -> Answers {
    var answers = Answers(byProbe: [[[String]]](repeating: [], count: probes.count))
    var rest = output[...]
    let start = start
    while let next = rest.firstIndex(of: start[0]) {
      answers.rest += rest[..<next]
      rest = rest[next...]
      if rest.starts(with: start), let (probe, texts, end) = Self.answer(rest.dropFirst(start.count)),
        probes.indices.contains(probe), probes[probe].question.mayAnswer(texts.count)
      {
        answers.byProbe[probe].append(texts)
        // It stands in the place of what the program's own call prints.
        if [.print, .line].contains(probes[probe].question), let text = texts.first {
          answers.rest += Array(text.utf8)
        }
        answers.moments.append((probe, answers.rest.count))
        rest = rest[end...]
      } else {
        answers.rest.append(rest.removeFirst())
      }
    }
    answers.rest += rest
    return answers
  }

  private static func answer(_ bytes: ArraySlice<UInt8>) -> (probe: Int, texts: [String], end: Int)? {
    var rest = bytes
    func number(endingWith end: Character) -> Int? {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[digits.endIndex...]
      guard rest.first == end.asciiValue, let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      rest = rest.dropFirst()
      return number
    }
    guard let probe = number(endingWith: " "), let count = number(endingWith: " ") else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let length = number(endingWith: ":"), length <= rest.count else { return nil }
      texts.append(String(decoding: rest.prefix(length), as: UTF8.self))
      rest = rest.dropFirst(length)
    }
    guard rest.first == UInt8(ascii: "\n") else { return nil }
    return (probe, texts, rest.startIndex + 1)
  }
}
