internal import SwiftSyntax

/// A program divided into what stands at the top of a file that shares its module, and the rest, which becomes the body
/// of a function.
///
/// Such a program behaves as it would in a file `main.swift` of its own: see `SharingRules`, which lets no other pass.
/// It costs a tenth of a module's compilation.
package struct SharedText: Sendable {
  /// A top-level item, and what becomes of it.
  fileprivate struct Piece: Sendable {
    enum Kind: Sendable {
      case imported
      /// A type, a function or an extension.
      case declaration
      /// Variables that stay globals, and what to touch where they stood, so that they get their values there.
      case globals(ScriptVariables.Global)
      /// A statement, or variables of the function.
      case code
    }

    var kind: Kind
    /// The line of the program on which `text` begins.
    var line: Int
    /// What stands before the place for an access level; `nil` where none is put.
    var head: String?
    var text: String
    /// Whether `text` lacks a semicolon at its end.
    var isOpen: Bool
  }

  private var pieces: [Piece] = []

  /// Every name that it mentions.
  private let mentioned: Set<String>

  /// Whether some of its variables are the function's own.
  private let hasLocals: Bool

  private init(mentioned: Set<String>, hasLocals: Bool) {
    self.mentioned = mentioned
    self.hasLocals = hasLocals
  }

  static func divide(
    _ file: SourceFileSyntax, items: [CodeBlockItemSyntax], imports: [String]
  ) -> Result<SharedText, AloneReason> {
    if file.hasError { return .failure(AloneReason("does not parse")) }
    if !Self.isReadAsTheCompilerDoes(file.syntaxTextBytes) {
      return .failure(AloneReason("has characters that its parser and the compiler may read differently"))
    }
    let mentioned = Self.names(file)
    if mentioned.contains(where: { $0.hasPrefix("_loopbook_") }) {
      return .failure(AloneReason("uses the names that a shared module needs"))
    }
    if HostNames.areDeclared(in: file) { return .failure(AloneReason("declares functions of its host")) }
    var rules = SharingRules(file, imports: imports)
    if let reason = rules.reason(against: items) { return .failure(reason) }
    var text = SharedText(mentioned: mentioned, hasLocals: rules.variables.hasLocals)
    var lines = LineCount(file)
    for item in items { text.append(item, rules.variables, line: lines.line(at: item.position)) }
    return .success(text)
  }

  private mutating func append(_ item: CodeBlockItemSyntax, _ variables: ScriptVariables, line: Int) {
    var piece = Piece(kind: .code, line: line, head: nil, text: item.description, isOpen: item.semicolon == nil)
    if item.item.is(ImportDeclSyntax.self) {
      piece.kind = .imported
    } else if let global = variables.global(item) {
      piece.kind = .globals(global)
      piece.insert(global.edits, in: item, level: global.level)
    } else if !SharingRules.isCode(item.item) {
      piece.kind = .declaration
      if let level = Self.placeOfLevel(item.item) { piece.insert([], in: item, level: level) }
    }
    pieces.append(piece)
  }

  /// Whether the text has no invisible characters, which the parser and the compiler may read differently.
  ///
  /// The parser skips a byte order mark anywhere, for one, and the compiler only at the beginning.
  private static func isReadAsTheCompilerDoes(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    if rest.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F }) { return false }
    if rest.allSatisfy({ $0 < 0x80 }) { return true }
    let doubtful: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned]
    return !String(decoding: rest, as: UTF8.self).unicodeScalars.contains { scalar in
      // What joins emoji stands in texts.
      scalar.value >= 0x80 && scalar.value != 0x200D
        && (scalar.value == 0xFFFD || doubtful.contains(scalar.properties.generalCategory))
    }
  }

  /// Where the access level of a declaration goes; `nil` where it has one, or must not have one.
  private static func placeOfLevel(_ item: CodeBlockItemSyntax.Item) -> AbsolutePosition? {
    guard let declaration = item.asProtocol((any WithModifiersSyntax).self), !item.is(ExtensionDeclSyntax.self) else {
      return nil
    }
    if let first = declaration.modifiers.first { return first.positionAfterSkippingLeadingTrivia }
    if let group = item.asProtocol((any DeclGroupSyntax).self) {
      return group.introducer.positionAfterSkippingLeadingTrivia
    }
    if let function = item.as(FunctionDeclSyntax.self) {
      return function.funcKeyword.positionAfterSkippingLeadingTrivia
    }
    return item.as(TypeAliasDeclSyntax.self)?.typealiasKeyword.positionAfterSkippingLeadingTrivia
  }

  /// The constants that may be used from anywhere if their types allow it.
  var freeable: Set<String> {
    pieces.reduce(into: []) { if case .globals(let global) = $1.kind { $0.formUnion(global.freeable) } }
  }

  /// Whether, in Swift 6, it may do with its variables what a script may not.
  ///
  /// There a function gives its own variables away to other threads where a script, whose variables are the main
  /// actor's, may not.
  var mayGiveVariablesAway: Bool {
    let words: Set = [
      "Atomic", "FileHandle", "Mutex", "NotificationCenter", "Process", "Synchronization", "Timer", "URLSession",
      "sending", "LoopEngine", "LoopTracing",
    ]
    return hasLocals
      && (!mentioned.isDisjoint(with: words)
        || mentioned.contains { name in ["Dispatch", "Operation", "NS", "pthread"].contains { name.hasPrefix($0) } })
  }

  /// Whether it mentions what the compiler makes calls of the C library's mathematics of.
  ///
  /// Such a program may not link, and what shares its module would not either.
  var mayNeedMathematics: Bool {
    !mentioned.isDisjoint(with: [
      "addProduct", "addingProduct", "formRemainder", "formSquareRoot", "formTruncatingRemainder", "remainder", "round",
      "rounded", "squareRoot", "truncatingRemainder",
    ])
  }

  private static func names(_ file: SourceFileSyntax) -> Set<String> {
    var names: Set<String> = []
    for token in file.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .identifier, .dollarIdentifier, .keyword: names.insert(token.text.withoutBackticks)
      default: break
      }
    }
    return names
  }
}

extension SharedText {
  /// The functions of the host that `support` declares.
  static let calls: Set = ["loopbook_reached", "loopbook_block", "loopbook_finish"]

  /// What all programs of a module use: the host's functions, and what makes a variable have its value.
  static let support = """
    @_silgen_name("loopbook_reached") func _loopbook_report(_: Swift.UInt64)
    func _loopbook_reached() { _loopbook_report(\(RunSecret.literal)) }
    @_silgen_name("loopbook_block") func _loopbook_block(_: Swift.Int32)
    @_silgen_name("loopbook_finish") func _loopbook_end(_: Swift.UInt64) -> Swift.Never
    func _loopbook_finish() -> Swift.Never { _loopbook_end(\(RunSecret.literal)) }
    @_silgen_name("swift_errorInMain") func _loopbook_error(_: any Swift.Error) -> Swift.Never
    @inline(never) func _loopbook_touch<Value: ~Swift.Copyable>(_: borrowing Value) {}

    """

  /// The program's file in a module that it shares: its statements as the body of a function that never returns.
  ///
  /// - Parameters:
  ///   - seams: The seam from which on each block of a session is under way; see `ScriptSyntax`.
  ///   - isIsolated: Whether variables and statements are the main actor's, as those of a script are in Swift 6.
  ///   - freed: Constants that are nevertheless to be used from anywhere. A script may do so where the type is
  ///     `Sendable`; the compiler says no to a global that is not the main script's, since using that could mean making
  ///     its value.
  func file(named name: String, entry: String, seams: [Int?], isIsolated: Bool, freed: Set<String>) -> String {
    let actor = isIsolated ? "@MainActor " : ""
    let own = "#sourceLocation(file: \"\(name).swift\", line: 1)"
    var imports = ""
    var top = ""
    var body = ""
    for (index, piece) in pieces.enumerated() {
      for (block, seam) in seams.enumerated() where seam == index - 1 {
        body += "_loopbook_block(\(block + 1));\n"
      }
      if index > 0, index == pieces.count - 1 { body += "_loopbook_reached();\n" }
      // A name of its own for each program, which ends with the one that a script has.
      let place = "#sourceLocation(file: \"\(name)/main.swift\", line: \(piece.line))\n"
      switch piece.kind {
      case .imported: imports += piece.text.trimmed + "\n"
      case .declaration:
        top += place + (piece.head.map { $0 + "fileprivate " } ?? "") + piece.text + "\n"
      case .globals(let global):
        let isFree = global.isLiteral || !freed.isDisjoint(with: global.freeable)
        top += place + (piece.head ?? "") + (isFree ? "" : actor) + "fileprivate " + piece.text + "\n"
        for name in global.touched { body += "_loopbook_touch(\(name));\n" }
        // The compiler looks for unused variables in the value of a script's global, but not of a library's. Nothing
        // calls the function.
        if !global.valuesWithBodies.isEmpty {
          let values = global.valuesWithBodies.map { "let _ \($0)\n" }.joined()
          top += place + "\(actor)fileprivate func _loopbook_values_\(index)() throws {\n\(values)}\n"
        }
      case .code:
        // With a declaration gone from between, the next statement must not go on with this one.
        body += place + piece.text + (piece.isOpen ? "\n;\n" : "\n")
      }
    }
    return """
      \(imports)
      \(top)
      \(own)
      \(actor)fileprivate func _loopbook_body() throws {
      \(body)
      \(own)
      _loopbook_finish()
      }
      \(actor)@_cdecl("\(entry)") public func _loopbook_\(entry)() {
      do { try _loopbook_body() } catch { _loopbook_error(error) }
      }

      """
  }
}

extension SharedText.Piece {
  /// Divides the text at the place for an access level, after inserting texts behind it.
  fileprivate mutating func insert(
    _ edits: [(AbsolutePosition, String)], in item: CodeBlockItemSyntax, level: AbsolutePosition
  ) {
    var bytes = Array(item.description.utf8)
    let start = item.position.utf8Offset
    for (position, text) in edits.sorted(by: { $0.0 > $1.0 }) {
      bytes.insert(contentsOf: Array(text.utf8), at: position.utf8Offset - start)
    }
    head = String(decoding: bytes[..<(level.utf8Offset - start)], as: UTF8.self)
    text = String(decoding: bytes[(level.utf8Offset - start)...], as: UTF8.self)
  }
}

/// Counts lines up to positions that only grow.
private struct LineCount {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ file: SourceFileSyntax) { bytes = file.syntaxTextBytes }

  mutating func line(at position: AbsolutePosition) -> Int {
    while offset < position.utf8Offset {
      let isEnd = bytes[offset] == 10 || bytes[offset] == 13 && (offset + 1 == bytes.count || bytes[offset + 1] != 10)
      if isEnd { line += 1 }
      offset += 1
    }
    return line
  }
}

extension String {
  /// The name itself, where it stands in backticks.
  var withoutBackticks: String {
    hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
  }

  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    return start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
  }
}

extension DeclModifierSyntax {
  /// Whether the modifier says who may use the declaration.
  var isAccessLevel: Bool {
    switch name.tokenKind {
    case .keyword(.private), .keyword(.fileprivate), .keyword(.internal), .keyword(.package), .keyword(.public),
      .keyword(.open):
      true
    default: false
    }
  }
}
