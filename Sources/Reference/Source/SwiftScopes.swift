internal import Text

/// Who may see what a Swift file declares where: in the braces of types, of extensions and of code.
struct SwiftScopes {
  /// What stands between two braces, or in the file outside of all.
  struct Scope {
    /// The names of the types around it.
    var path: [String] = []
    /// The kind of what it belongs to: `struct`; `nil` outside of types.
    var kind: String?
    /// Whether other modules can see anything in it.
    var isPublic = true
    /// Whether they see what says nothing about it.
    var isPublicByDefault = false
  }

  let tokens: SwiftTokens
  /// The tokens from which on each scope holds, in their order.
  private var starts: [(token: Int, scope: Scope)] = [(0, Scope())]
  /// The types in the file that no other module sees, by their names.
  private(set) var hiddenTypes: Set<[String]> = []

  /// - Parameter hidden: Types of the module that no other sees, which the file may extend.
  init(_ file: SourceFile, hidden: Set<[String]> = []) {
    tokens = SwiftTokens(file)
    var stack = [Scope()]
    var parentheses = 0
    // How many are open around each brace that is.
    var braces: [Int] = []
    // The last keyword since a brace; what is between parentheses is none.
    var last: Int?
    for number in tokens.all.indices {
      if parentheses == 0, DeclarationHead.isKeyword(number, in: tokens) {
        last = number
      } else if tokens.isMark(number, "(") || tokens.isMark(number, "[") {
        parentheses += 1
      } else if tokens.isMark(number, ")") || tokens.isMark(number, "]") {
        parentheses = max(0, parentheses - 1)
      } else if tokens.isMark(number, "{") {
        stack.append(scope(of: parentheses == 0 ? last : nil, in: stack[stack.count - 1], hidden))
        starts.append((number + 1, stack[stack.count - 1]))
        braces.append(parentheses)
        (parentheses, last) = (0, nil)
      } else if tokens.isMark(number, "}") {
        if stack.count > 1 { stack.removeLast() }
        parentheses = braces.popLast() ?? 0
        starts.append((number, stack[stack.count - 1]))
        last = nil
      } else if tokens.isMark(number, ";") {
        last = nil
      }
    }
  }

  /// The scope that a brace opens after a keyword.
  private mutating func scope(of keyword: Int?, in outer: Scope, _ hidden: Set<[String]>) -> Scope {
    guard let keyword, let kind = tokens.word(keyword), DeclarationHead.types.contains(kind) else {
      return Scope(path: outer.path, kind: nil, isPublic: false)
    }
    let head = DeclarationHead(keyword: keyword, in: tokens)
    let path = outer.path + name(after: keyword)
    let isPublic =
      isPublic(head, in: outer) && !(1...max(1, path.count)).contains { hidden.contains(Array(path.prefix($0))) }
    if !isPublic, kind != "extension" { hiddenTypes.insert(path) }
    // Members of what is public say so themselves, except where they cannot.
    let isInherited = kind == "protocol" || kind == "extension" && head.modifiers.contains("public")
    return Scope(path: path, kind: kind, isPublic: isPublic, isPublicByDefault: isPublic && isInherited)
  }

  /// The name of a type, which for an extension may have those of the types around it.
  private func name(after keyword: Int) -> [String] {
    var names: [String] = []
    var place = tokens.code(after: keyword, by: 1)
    while let word = tokens.word(place) {
      names.append(word.filter { $0 != "`" })
      place = tokens.code(after: place, by: 1)
      guard tokens.isMark(place, ".") else { break }
      place = tokens.code(after: place, by: 1)
    }
    return names
  }

  /// Whether other modules see a declaration.
  func isPublic(_ head: DeclarationHead, in scope: Scope) -> Bool {
    guard scope.isPublic, head.modifiers.isDisjoint(with: ["private", "fileprivate", "internal", "package"]) else {
      return false
    }
    return switch head.kind {
    // These have the access of what they belong to, or none.
    case "extension", "operator", "precedencegroup", "import", "case", "deinit": true
    default: scope.isPublicByDefault || head.modifiers.contains("public") || head.modifiers.contains("open")
    }
  }

  /// What a token stands in.
  func scope(at token: Int) -> Scope {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].token <= token { low = middle } else { high = middle }
    }
    return starts[low].scope
  }
}
