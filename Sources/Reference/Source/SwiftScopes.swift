internal import Text

/// Who may see what a Swift file declares where: in the braces of types, of extensions and of code.
struct SwiftScopes {
  /// What stands between two braces, or in the file outside of all.
  struct Scope {
    /// The names of the types around it.
    var path: [String] = []
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
  /// The types in the file that others see.
  private(set) var visibleTypes: Set<[String]> = []

  /// - Parameter hidden: Types of the module that no other sees, which the file may extend.
  init(_ file: SourceFile, hidden: Set<[String]> = []) {
    tokens = SwiftTokens(file)
    var state = State()
    for number in tokens.all.indices {
      if state.parentheses == 0, DeclarationHead.isKeyword(number, in: tokens) {
        state.last = number
      } else if tokens.isMark(number, "(") || tokens.isMark(number, "[") {
        state.parentheses += 1
      } else if tokens.isMark(number, ")") || tokens.isMark(number, "]") {
        state.parentheses = max(0, state.parentheses - 1)
      } else if tokens.isMark(number, "{") {
        let inner = scope(of: state.parentheses == 0 ? state.last : nil, in: state.scope, hidden)
        state.open.append((inner, state.parentheses))
        starts.append((number + 1, inner))
        (state.parentheses, state.last) = (0, nil)
      } else if tokens.isMark(number, "}") {
        state.parentheses = state.open.popLast()?.parentheses ?? 0
        state.last = nil
        starts.append((number, state.scope))
      } else if tokens.isMark(number, ";") {
        state.last = nil
      }
    }
  }

  /// What is open at a token.
  private struct State {
    /// The braces, with how many parentheses are open around each.
    var open: [(scope: Scope, parentheses: Int)] = []
    /// How many parentheses are open since the last of them.
    var parentheses = 0
    /// The last keyword since a brace; what is between parentheses is none.
    var last: Int?

    var scope: Scope { open.last?.scope ?? Scope() }
  }

  /// The scope that a brace opens after a keyword.
  private mutating func scope(of keyword: Int?, in outer: Scope, _ hidden: Set<[String]>) -> Scope {
    guard let keyword, let kind = tokens.word(keyword), DeclarationHead.types.contains(kind) else {
      return Scope(path: outer.path, isPublic: false)
    }
    let head = DeclarationHead(keyword: keyword, in: tokens)
    let path = outer.path + name(after: keyword)
    let isPublic =
      isPublic(head, in: outer) && !(1...max(1, path.count)).contains { hidden.contains(Array(path.prefix($0))) }
    if kind != "extension" {
      if isPublic { visibleTypes.insert(path) } else { hiddenTypes.insert(path) }
    }
    // Members of what is public say so themselves, except where they cannot.
    let isInherited = kind == "protocol" || kind == "extension" && head.modifiers.contains("public")
    return Scope(path: path, isPublic: isPublic, isPublicByDefault: isPublic && isInherited)
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
