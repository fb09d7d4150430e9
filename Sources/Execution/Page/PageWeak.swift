internal import SwiftSyntax

/// Writes weak references in words that Embedded Swift knows: it has none of its own.
///
/// Each class of the program has a watch that its `deinit` ends before all else, as the runtime forgets an object
/// before its `deinit` runs. A weak reference holds the watch (`LoopbookWeak`), so that it can only be one to an object
/// that ends it: the compiler refuses any other. In a page one fiber runs until it waits, and no `deinit` can wait, so
/// nothing comes between an object's last release and its end.
enum PageWeak {
  /// What has to be written into a program that has weak references; nothing into any other.
  static func insertions(into file: SourceFileSyntax) -> [PageText.Insertion] {
    let finder = WeakFinder(viewMode: .sourceAccurate)
    finder.walk(file)
    guard finder.finds else { return [] }
    let reader = WeakReader(classes: finder.classes)
    reader.walk(file)
    return reader.insertions
  }
}

private final class WeakFinder: SyntaxVisitor {
  private(set) var finds = false
  private(set) var classes: Set<String> = []

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.tokenKind == .keyword(.weak) { finds = true }
    return .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    classes.insert(node.name.text)
    return .visitChildren
  }
}

private final class WeakReader: SyntaxVisitor {
  private(set) var insertions: [PageText.Insertion] = []
  private let classes: Set<String>
  /// What names mean in parts of the text, of which a later one counts before an earlier one.
  ///
  /// That is a weak reference by its own name, or, where it is `nil`, what the program says.
  private var meanings: [(name: String, weak: String?, range: Range<Int>)] = []

  init(classes: Set<String>) {
    self.classes = classes
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Objects

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let inherited = node.inheritanceClause?.inheritedTypes
    let isDerived = inherited?.first.map { classes.contains($0.type.trimmedDescription) } ?? false
    var own = ""
    if !isDerived {
      let name =
        node.genericParameterClause?.endPositionBeforeTrailingTrivia ?? node.name.endPositionBeforeTrailingTrivia
      if let last = inherited?.last {
        add(at: last.endPositionBeforeTrailingTrivia, ", LoopbookWatched")
      } else {
        add(at: name, ": LoopbookWatched")
      }
      own = " let _loopbookWatch = LoopbookWatch();"
    }
    let end = " _loopbookWatch.end();"
    let last = node.memberBlock.members.lazy.compactMap { $0.decl.as(DeinitializerDeclSyntax.self) }.first
    if let body = last?.body {
      add(at: body.leftBrace.endPositionBeforeTrailingTrivia, end)
    } else {
      own += " deinit {\(end) };"
    }
    add(at: node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia, own)
    return .visitChildren
  }

  // MARK: References

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let weak = node.modifiers.first(where: { $0.name.tokenKind == .keyword(.weak) }) else {
      return .visitChildren
    }
    add(at: node.positionAfterSkippingLeadingTrivia, "@LoopbookWeak ")
    insertions.append(PageText.Insertion(replacing: weak, with: ""))
    if node.bindingSpecifier.tokenKind == .keyword(.let) {
      insertions.append(PageText.Insertion(replacing: node.bindingSpecifier, with: "var"))
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let body = node.statements.position.utf8Offset..<node.statements.endPosition.utf8Offset
    guard let signature = node.signature else { return .visitChildren }
    for capture in signature.capture?.items ?? [] {
      let name = capture.name.text
      guard capture.specifier?.specifier.tokenKind == .keyword(.weak) else {
        if capture.specifier == nil { take(capture) }
        meanings.append((name, nil, body))
        continue
      }
      let start = capture.positionAfterSkippingLeadingTrivia.utf8Offset
      let weak = "_loopbook_\(name)_\(start)"
      let opening = "\(weak) = LoopbookWeak(wrappedValue: "
      if let initializer = capture.initializer {
        let value = initializer.value
        let first = value.positionAfterSkippingLeadingTrivia.utf8Offset
        insertions.append(
          PageText.Insertion(offset: start, text: opening, literal: nil, closes: false, removed: first - start))
        walk(value)
        insertions.append(
          PageText.Insertion(
            offset: value.endPositionBeforeTrailingTrivia.utf8Offset, text: ")", literal: nil, closes: true))
      } else {
        let end = capture.name.endPositionBeforeTrailingTrivia.utf8Offset
        let value = meaning(of: name, at: start) ?? name
        insertions.append(
          PageText.Insertion(
            offset: start, text: "\(opening)\(value))", literal: nil, closes: false, removed: end - start))
      }
      meanings.append((name, weak, body))
    }
    if let parameters = signature.parameterClause {
      let names = ParameterNames(viewMode: .sourceAccurate)
      names.walk(parameters)
      for name in names.found { meanings.append((name, nil, body)) }
    }
    walk(node.statements)
    return .skipChildren
  }

  /// A capture that is not weak: of what is so outside, as it is now.
  private func take(_ capture: ClosureCaptureSyntax) {
    if let initializer = capture.initializer { return walk(initializer.value) }
    guard let value = meaning(of: capture.name.text, at: capture.name.position.utf8Offset) else { return }
    insertions.append(
      PageText.Insertion(
        offset: capture.name.endPositionBeforeTrailingTrivia.utf8Offset, text: " = \(value)", literal: nil,
        closes: false)
    )
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      return .visitChildren
    }
    let name = node.baseName
    if let value = meaning(of: name.text, at: name.position.utf8Offset) {
      insertions.append(PageText.Insertion(replacing: name, with: value))
    }
    return .visitChildren
  }

  // MARK: Names that mean something else

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    guard let pattern = node.pattern.as(IdentifierPatternSyntax.self) else { return .visitChildren }
    if node.initializer == nil, let value = meaning(of: pattern.identifier.text, at: node.position.utf8Offset) {
      insertions.append(
        PageText.Insertion(
          offset: pattern.endPositionBeforeTrailingTrivia.utf8Offset, text: " = \(value)", literal: nil, closes: false))
    }
    if let initializer = node.initializer { walk(initializer.value) }
    bind(pattern.identifier.text, behind: node)
    return .skipChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let initializer = node.initializer { walk(initializer.value) }
    if let accessors = node.accessorBlock { walk(accessors) }
    let names = PatternNames(viewMode: .sourceAccurate)
    names.walk(node.pattern)
    for name in names.found { bind(name, behind: node) }
    return .skipChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    bind(node.identifier.text, behind: node)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    bind((node.secondName ?? node.firstName).text, behind: node)
    return .visitChildren
  }

  /// A name is what the program says from there to the end of what it is bound in.
  private func bind(_ name: String, behind node: some SyntaxProtocol) {
    let start = node.endPosition.utf8Offset
    var outer = node.parent
    while let found = outer {
      if let found = found.as(GuardStmtSyntax.self) {
        // Not in the block of those for which it fails, but behind it.
        meanings.append((name, nil, start..<max(start, found.elseKeyword.position.utf8Offset)))
        let block = found.parent?.parent
        meanings.append(
          (name, nil, found.endPosition.utf8Offset..<(block?.endPosition ?? found.endPosition).utf8Offset))
        return
      }
      if let found = found.as(IfExprSyntax.self) {
        meanings.append((name, nil, start..<found.body.endPosition.utf8Offset))
        return
      }
      let isBlock =
        found.is(CodeBlockItemListSyntax.self) || found.is(WhileStmtSyntax.self) || found.is(ForStmtSyntax.self)
        || found.is(SwitchCaseSyntax.self) || found.is(CatchClauseSyntax.self) || found.is(FunctionDeclSyntax.self)
        || found.is(InitializerDeclSyntax.self) || found.is(SourceFileSyntax.self)
      if isBlock {
        meanings.append((name, nil, start..<found.endPosition.utf8Offset))
        return
      }
      // A type's members do not hide what is outside of it, since a type does not see that.
      if found.is(MemberBlockSyntax.self) { return }
      outer = found.parent
    }
  }

  /// What reads the weak reference of that name; `nil` where it means none.
  private func meaning(of name: String, at offset: Int) -> String? {
    guard let meaning = meanings.last(where: { $0.name == name && $0.range.contains(offset) }) else { return nil }
    return meaning.weak.map { "\($0).wrappedValue" }
  }

  private func add(at place: AbsolutePosition, _ text: String) {
    insertions.append(PageText.Insertion(offset: place.utf8Offset, text: text, literal: nil, closes: false))
  }
}

/// The names that a closure's parameters have.
private final class ParameterNames: SyntaxVisitor {
  private(set) var found: [String] = []

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    found.append(node.name.text)
    return .skipChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    found.append((node.secondName ?? node.firstName).text)
    return .skipChildren
  }
}

/// The names that a pattern binds.
private final class PatternNames: SyntaxVisitor {
  private(set) var found: [String] = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    found.append(node.identifier.text)
    return .skipChildren
  }
}
