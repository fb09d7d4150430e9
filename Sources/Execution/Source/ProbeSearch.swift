internal import SwiftParser
internal import SwiftSyntax

/// Finds the comments that raise questions, and where the calls belong that answer them.
struct ProbeSearch {
  private(set) var probes: [ProbedProgram.Probe] = []
  private(set) var edits: [ProbedProgram.Edit] = []
  private let prefix: String
  /// Where calls of `print` are replaced by calls that answer: which probe's each is.
  private var replaced: [Int: Int] = [:]
  private var lines: SourceLocationConverter?
  /// The names that are declared with `let` alone: what a method of theirs gives does not change them.
  private var constants: Set<String> = []
  /// The names in the program that stand for something by themselves.
  private var names: Set<String> = []
  /// What the comment that is looked at says a value is, as code.
  private var stated: String?

  init(_ prefix: String) {
    self.prefix = prefix
  }

  mutating func look(
    through file: SourceFileSyntax, isAsked: (ProbedProgram.Question, CodeComments.Comment) -> Bool,
    code: (CodeComments.Comment) -> String?
  ) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    constants = Self.constants(of: file)
    let isLibrary =
      MainFunction.type(in: Array(file.statements)) != nil
      || TestSyntax(file, imports: ScriptSyntax.imports(file.statements)).areRun
    names = Syntax(file).ownNames
    for place in CommentSearch(file).places {
      let isInFile = (place.before ?? place.after)?.parent?.parent?.is(SourceFileSyntax.self) == true
      if isInFile, isLibrary { continue }
      stated = code(place.comment).flatMap(Self.expression)
      look(at: place, isAsked: isAsked)
    }
    // Of calls that begin at one place the longest begins first; the others stay in their order.
    edits = edits.enumerated().sorted {
      ($0.element.offset, -$0.element.end, $0.offset) < ($1.element.offset, -$1.element.end, $1.offset)
    }.map(\.element)
  }

  private mutating func look(
    at place: CommentSearch.Place, isAsked: (ProbedProgram.Question, CodeComments.Comment) -> Bool
  ) {
    let comment = place.comment
    if place.isBehindCode, isAsked(.passing, comment) {
      askWhetherItPasses(.passing, place)
    } else if place.isBehindCode || comment.isBelowCode && !comment.isAboveCode, isAsked(.silence, comment) {
      askWhetherItPasses(.silence, place)
    } else if !place.attempts.isEmpty, isAsked(.throwing, comment) {
      askWhetherItThrows(place)
    } else if comment.hasLines {
      if isAsked(.place, comment) { askWhatIsPrinted(at: place) }
    } else if comment.followsPrint, let call = place.before?.printCall {
      ask(about: call, at: place, isAsked)
    } else if let comparison = place.comparison(known: names), isAsked(.comparison, comment) {
      ask(comparison, at: place)
    } else if let relation = place.relation(known: names), isAsked(.comparison, comment) {
      askRelation(relation, at: place)
    } else if let given = place.givenValue, isAsked(.value, comment) {
      wrap(given, for: add(.value, comment))
    } else if let opening = place.opening, isAsked(.value, comment) {
      askValue(at: opening, place)
    } else if place.isBehindCode || comment.line == comment.lineOfCode + 1, let statement = place.before,
      isAsked(.value, comment)
    {
      askValue(of: statement, comment)
    } else if isAsked(.place, comment) {
      askWhatIsPrinted(at: place)
    }
  }

  /// Asks what a comment behind a call of `print` says of that, or else of the values in it.
  private mutating func ask(
    about call: FunctionCallExprSyntax, at place: CommentSearch.Place,
    _ isAsked: (ProbedProgram.Question, CodeComments.Comment) -> Bool
  ) {
    if isAsked(.print, place.comment) {
      askPrint(.print, call, place)
    } else if place.whole != place.before, isAsked(.place, place.comment) {
      askWhatIsPrinted(at: place)
    } else if let comparison = place.comparison(known: names), isAsked(.comparison, place.comment) {
      // It may be the text that is printed, or tell what is.
      if call.trimmedDescription.contains(comparison.text) { return }
      let number = probes.count
      ask(comparison, at: place)
      let line = probes.count
      askPrint(.line, call, place)
      if number < line, line < probes.count { probes[number].line = line }
    } else if let relation = place.relation(known: names), isAsked(.comparison, place.comment) {
      askRelation(relation, at: place)
    } else if isAsked(.line, place.comment), call.mayPrint(wordsOf: place.comment) {
      askPrint(.line, call, place)
    }
  }

  /// A text that is one expression; `nil` for any other.
  private static func expression(_ text: String) -> String? {
    guard TextNesting(text).problem == nil else { return nil }
    let file = Parser.parse(source: "_ = (\(text))")
    return !file.hasError && file.statements.count == 1 ? text : nil
  }

  private static func constants(of file: SourceFileSyntax) -> Set<String> {
    var (constants, others): (Set<String>, Set<String>) = ([], [])
    var last: TokenSyntax?
    for token in file.tokens(viewMode: .sourceAccurate) {
      switch last?.tokenKind {
      case .keyword(.let): constants.insert(token.text)
      case .keyword(.var), .keyword(.inout): others.insert(token.text)
      default: break
      }
      last = token
    }
    return constants.subtracting(others)
  }

  // MARK: Questions

  private mutating func askPrint(
    _ question: ProbedProgram.Question, _ call: FunctionCallExprSyntax, _ place: CommentSearch.Place
  ) {
    guard let parenthesis = call.leftParen, call.trailingClosure == nil else { return }
    let name = call.calledExpression.trimmedDescription.hasSuffix("debugPrint") ? "debugPrint" : "print"
    let start = call.positionAfterSkippingLeadingTrivia.utf8Offset
    let number = add(question, place.comment)
    probes[number].lists = place.before?.lists ?? []
    probes[number].sharesLine = place.before.map { firstOnLine(of: $0).id != $0.id } ?? false
    if let first = replaced[start] {
      probes[number].answersOf = first
      return
    }
    replaced[start] = number
    put(
      "\(prefix)_\(name)(\(number)\(call.arguments.isEmpty ? "" : ", ")", at: start,
      removing: parenthesis.endPositionBeforeTrailingTrivia.utf8Offset - start, for: number)
  }

  private mutating func askWhatIsPrinted(at place: CommentSearch.Place) {
    // Below an empty line and right above code it is about what is below, which can be known where nothing is above.
    let isAboutNext = place.comment.isAboveCode && (place.whole == nil || !place.comment.isBelowCode)
    guard let statement = place.whole ?? (isAboutNext ? place.after : nil),
      !(isAboutNext && place.whole != nil), !statement.endsItsList, !statement.isImplicitResult,
      !statement.mayBeOfBuilder
    else { return }
    let number = add(.place, place.comment)
    probes[number].lists = statement.lists
    probes[number].isAboveLaterCode = place.after.map { $0.laterCode != .none } ?? false
    if place.whole == nil {
      put("\(prefix)_place(\(number)); ", at: statement.positionAfterSkippingLeadingTrivia.utf8Offset, for: number)
    } else {
      probes[number].laterCode = statement.laterCode
      put("\(prefix)_place(\(number))", behind: statement, for: number)
    }
  }

  /// Puts a call before a statement that is done once, where it stands, and one behind it.
  private mutating func askWhetherItPasses(_ question: ProbedProgram.Question, _ place: CommentSearch.Place) {
    guard let statement = place.whole, place.comment.isInOrder || question == .silence && statement.isDoneOnce else {
      return
    }
    let number = add(question, place.comment)
    probes[number].laterCode = statement.laterCode
    probes[number].isConditional = statement.isConditional
    put(
      "\(prefix)_place(\(number)); ", at: firstOnLine(of: statement).positionAfterSkippingLeadingTrivia.utf8Offset,
      for: number)
    put("\(prefix)_place(\(number))", behind: statement, for: number)
  }

  /// The first statement of its list that stands on the line on which a statement begins.
  private func firstOnLine(of statement: CodeBlockItemSyntax) -> CodeBlockItemSyntax {
    guard let lines, let list = statement.parent?.as(CodeBlockItemListSyntax.self) else { return statement }
    let line = lines.location(for: statement.positionAfterSkippingLeadingTrivia).line
    return list.first { lines.location(for: $0.positionAfterSkippingLeadingTrivia).line == line } ?? statement
  }

  /// Wraps what is tried before a comment, so that it tells what is thrown.
  private mutating func askWhetherItThrows(_ place: CommentSearch.Place) {
    let number = add(.throwing, place.comment)
    for attempt in place.attempts {
      let call = attempt.waits ? "await \(prefix)_attemptLater(" : "\(prefix)_attempt("
      wrap(attempt.range, in: "\(call)\(number), ", ")", for: number)
    }
  }

  private mutating func ask(_ comparison: StatedComparison, at place: CommentSearch.Place) {
    guard let statement = place.before ?? place.after else { return }
    let number = add(.comparison, place.comment)
    probes[number].left = comparison.left
    probes[number].isOfVariable = comparison.isOfVariable
    probes[number].mayChange = comparison.callsSomething
    let left = comparison.left.map { ", [\($0)]" } ?? ""
    let arguments = "\(number), (\(comparison.text))\(left)"
    let start = statement.positionAfterSkippingLeadingTrivia.utf8Offset
    if statement.isImplicitResult {
      guard let result = statement.item.as(ExprSyntax.self), result.canBeArgument else { return }
      let end = result.endPositionBeforeTrailingTrivia.utf8Offset
      wrap(start..<end, in: "\(prefix)_beside((\(prefix)_compared(\(arguments))), ", ")", for: number)
    } else if place.before == nil || statement.leavesItsList {
      put("\(prefix)_compared(\(arguments)); ", at: start, for: number)
    } else if !statement.endsItsList {
      put("\(prefix)_compared(\(arguments))", behind: statement, for: number)
    }
  }

  /// Compares the value before a comment with what that says of it.
  private mutating func askRelation(_ relation: String, at place: CommentSearch.Place) {
    let number = add(.comparison, place.comment)
    probes[number].isOfVariable = true
    probes[number].isOfValue = true
    probes[number].mayChange = relation.contains(/\w\(/)
    let comparison = ", \(closure(relation)))"
    let isChange = place.before?.item.as(ExprSyntax.self)?.assignmentTarget != nil
    if let name = place.before?.changedName, isChange || place.before?.declared != nil, let before = place.before {
      put("\(prefix)_related(\(number), \(name)\(comparison)", behind: before, for: number)
    } else if let subject = place.subject, subject.canBeArgument, !subject.isAssignment {
      // What is assigned to `_` goes to the end of its sequence.
      let isDiscarded = place.before?.item.as(ExprSyntax.self)?.discardedValue?.id == subject.id
      let whole = isDiscarded ? place.before?.item.as(ExprSyntax.self) ?? subject : subject
      let start = subject.positionAfterSkippingLeadingTrivia.utf8Offset
      let end = whole.endPositionBeforeTrailingTrivia.utf8Offset
      let effects = place.before?.laterValue?.effects ?? ""
      wrap(start..<end, in: "\(prefix)_related(\(number), \(effects)", comparison, for: number)
    }
  }

  /// Asks what a comment behind an opening brace says of what stands before that.
  private mutating func askValue(at opening: CommentSearch.Place.Opening, _ place: CommentSearch.Place) {
    let said = place.comment.text.saidBehindSlashes
    let isOfTruth = said.contains(/\b(?:true|false)\b/)
    // Alone it may be the number of a step.
    let isNumber = said.allSatisfy { $0.isNumber || $0 == "." }
    switch opening {
    case .value(let expression) where expression.parent?.is(SwitchExprSyntax.self) == true || isOfTruth:
      wrap(expression, for: add(.value, place.comment))
    case .names(let names, let areOfEach) where !(areOfEach ? isNumber || said.first == "[" : isOfTruth):
      let number = add(.value, place.comment)
      guard let brace = place.code, place.after?.isImplicitResult != true else { return }
      let value = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
      put(" \(prefix)_value(\(number), \(value));", at: brace.endPositionBeforeTrailingTrivia.utf8Offset, for: number)
    default:
      if !isNumber { add(.value, place.comment) }
    }
  }

  private mutating func askValue(of statement: CodeBlockItemSyntax, _ comment: CodeComments.Comment) {
    guard !statement.isImplicitResult else { return }
    let number = probes.count
    if let later = statement.laterValue {
      wrap(later.value, for: add(.value, comment), effects: later.effects)
    } else if let declared = statement.declared {
      add(.value, comment)
      put("\(prefix)_value(\(number), \(declared))", behind: statement, for: number)
      compare(declared, behind: statement, for: number)
      // Of several variables, a comment may tell only one.
      for name in statement.declaredNames where statement.declaredNames.count > 1 {
        put(change(name, number), behind: statement, for: number)
      }
    } else if let expression = statement.item.as(ExprSyntax.self), expression.canBeArgument {
      if let target = expression.assignmentTarget {
        add(.value, comment)
        // `k?` alone is not an expression.
        let value = target.as(OptionalChainingExprSyntax.self)?.expression ?? target
        put("\(prefix)_value(\(number), \(value.trimmedDescription))", behind: statement, for: number)
        compare(value.trimmedDescription, behind: statement, for: number)
        // Behind a change of a part a comment may tell what the whole is then.
        for owner in target.isPath ? target.owners.filter({ !$0.contains(".") }) : target.owners {
          put(change(owner, number), behind: statement, for: number)
          compare(owner, behind: statement, for: number)
        }
      } else if let value = expression.discardedValue {
        wrap(value, upTo: expression, for: add(.value, comment))
      } else if !expression.isAssignment {
        wrap(expression, for: add(.value, comment))
        for changed in expression.changedVariables where !constants.contains(changed) {
          put(change(changed, number), behind: statement, for: number)
          compare(changed, behind: statement, for: number)
        }
      }
    } else if statement.declaresValues {
      add(.value, comment)
    }
  }

  private func change(_ variable: String, _ number: Int) -> String { "\(prefix)_changed(\(number), \(variable))" }

  /// Puts an expression, or all from it to the end of another, into a call that tells its value and gives it on.
  private mutating func wrap(
    _ expression: ExprSyntax, upTo whole: ExprSyntax? = nil, for probe: Int, effects: String = ""
  ) {
    let start = expression.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = (whole ?? expression).endPositionBeforeTrailingTrivia.utf8Offset
    put("\(prefix)_value(\(probe), ", at: start, upTo: end, for: probe)
    // It ends before anything stands behind the statement.
    if let (comparison, equality) = addEquality(for: probe) {
      put("\(prefix)_equal(\(equality), ", at: start, upTo: end, for: equality)
      put(", \(comparison))", at: end, upTo: .max, for: equality)
    }
    if !effects.isEmpty { put(effects, at: start, for: probe) }
    put(")", at: end, upTo: .max, for: probe)
  }

  /// Puts code into a call, of which this is the beginning and the end.
  private mutating func wrap(_ code: Range<Int>, in beginning: String, _ end: String, for probe: Int) {
    put(beginning, at: code.lowerBound, upTo: code.upperBound, for: probe)
    put(end, at: code.upperBound, upTo: .max, for: probe)
  }

  /// Compares what a name stands for with what the comment says.
  private mutating func compare(_ name: String, behind statement: CodeBlockItemSyntax, for probe: Int) {
    guard let (comparison, equality) = addEquality(for: probe) else { return }
    put("\(prefix)_equal(\(equality), \(name), \(comparison))", behind: statement, for: equality)
  }

  /// A closure that compares its value with what the comment says, and the new probe that it answers.
  private mutating func addEquality(for probe: Int) -> (comparison: String, probe: Int)? {
    guard let stated else { return nil }
    let number = add(.equality, probes[probe].comment)
    probes[number].equalityOf = probe
    // To make a value may do more.
    probes[number].mayChange = stated.contains(/\w\(/)
    return (closure("== (\(stated))"), number)
  }

  /// A closure that compares its value, whose type does not depend on that: it has two statements.
  private func closure(_ relation: String) -> String {
    "{ let \(prefix)_own = $0; return \(prefix)_own \(relation) }"
  }

  // MARK: Edits

  @discardableResult
  private mutating func add(_ question: ProbedProgram.Question, _ comment: CodeComments.Comment) -> Int {
    probes.append(ProbedProgram.Probe(question: question, comment: comment))
    return probes.count - 1
  }

  private mutating func put(
    _ text: String, at offset: Int, removing removed: Int = 0, upTo end: Int = 0, for probe: Int
  ) {
    let line = lines?.location(for: AbsolutePosition(utf8Offset: offset)).line ?? 0
    edits.append(
      ProbedProgram.Edit(offset: offset, removed: removed, text: text, probe: probe, line: line, end: end))
  }

  private mutating func put(_ call: String, behind statement: CodeBlockItemSyntax, for probe: Int) {
    let text = statement.semicolon == nil ? "; \(call)" : " \(call);"
    put(text, at: statement.endPositionBeforeTrailingTrivia.utf8Offset, for: probe)
  }
}
