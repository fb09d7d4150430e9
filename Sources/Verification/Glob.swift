/// A pattern for the names of examples, `chapter#id`.
///
/// | written | matches |
/// |---|---|
/// | `*` | any text without `/` and `#`, also none |
/// | `?` | one character other than `/` and `#` |
/// | `**` | any text, also none; `**/` also no folder at all |
/// | `{a,b}` | `a` or `b`, each a pattern of its own; braces may be nested |
/// | `\` | the character after it, as it is |
///
/// Everything else stands for itself, in the same case. The whole name has to match. A pattern without `#` means all
/// examples of the chapters that it matches.
///
/// Matching takes time in proportion to the length of the pattern times the length of the name, whatever the pattern.
package struct Glob: Sendable, CustomStringConvertible {
  /// What is wrong with a pattern.
  package struct Malformed: Error, Hashable, Sendable {
    /// What the pattern lacks, to be read after "which": `has a '{' without its '}'`.
    package let reason: String
  }

  /// One step of the machine; a name is matched when `matched` is reached at its end.
  private enum Step: Sendable {
    case scalar(Unicode.Scalar)
    case oneInName
    case someInName
    case anything
    case either(Int, Int)
    case jump(Int)
    case matched
  }

  /// The pattern as it was written.
  package let description: String

  private let steps: [Step]

  /// Reads a pattern.
  package init(_ pattern: String) throws(Malformed) {
    description = pattern
    var compiler = Compiler(Array(pattern.unicodeScalars))
    try compiler.compileAll()
    steps = compiler.steps
  }

  /// Whether an example's name matches; the ending `.md` of the chapter may be left out in the pattern.
  package func matches(chapter: String, id: String) -> Bool {
    if matches("\(chapter)#\(id)") { return true }
    return chapter.hasSuffix(".md") && matches("\(chapter.dropLast(3))#\(id)")
  }

  /// Whether all of `name` matches.
  package func matches(_ name: String) -> Bool {
    var current = Threads(count: steps.count)
    var next = Threads(count: steps.count)
    follow(0, into: &current)
    for scalar in name.unicodeScalars {
      let isInName = scalar != "/" && scalar != "#"
      for step in current.indices {
        switch steps[step] {
        case .scalar(let expected) where expected == scalar: follow(step + 1, into: &next)
        case .oneInName where isInName: follow(step + 1, into: &next)
        case .someInName where isInName: follow(step, into: &next)
        case .anything: follow(step, into: &next)
        default: continue
        }
      }
      swap(&current, &next)
      next.removeAll()
      if current.indices.isEmpty { return false }
    }
    return current.isMember[steps.count - 1]
  }

  /// Adds a step and all that can be reached from it without a character.
  private func follow(_ start: Int, into threads: inout Threads) {
    var open = [start]
    while let step = open.popLast() {
      guard threads.insert(step) else { continue }
      switch steps[step] {
      case .either(let first, let second): open += [second, first]
      case .jump(let target): open.append(target)
      case .someInName, .anything: open.append(step + 1)
      case .scalar, .oneInName, .matched: continue
      }
    }
  }

  /// The steps at which the machine stands, each once.
  private struct Threads {
    var indices: [Int] = []
    var isMember: [Bool]

    init(count: Int) { isMember = Array(repeating: false, count: count) }

    mutating func insert(_ step: Int) -> Bool {
      guard !isMember[step] else { return false }
      isMember[step] = true
      indices.append(step)
      return true
    }

    mutating func removeAll() {
      for step in indices { isMember[step] = false }
      indices.removeAll(keepingCapacity: true)
    }
  }

  /// Makes steps of a pattern.
  private struct Compiler {
    private(set) var steps: [Step] = []
    private var rest: ArraySlice<Unicode.Scalar>
    private var namesExamples = false
    /// The open braces: where the current alternative's choice stands, and the jumps to the end.
    private var braces: [(choice: Int, exits: [Int])] = []
    private let pattern: [Unicode.Scalar]

    init(_ pattern: [Unicode.Scalar]) {
      self.pattern = pattern
      rest = pattern[...]
    }

    mutating func compileAll() throws(Malformed) {
      guard !rest.isEmpty else { throw Malformed(reason: "is empty") }
      while let scalar = rest.popFirst() { try compile(scalar) }
      guard braces.isEmpty else { throw Malformed(reason: "has a '{' without its '}'") }
      if !namesExamples {
        steps += [.either(steps.count + 1, steps.count + 3), .scalar("#"), .anything]
      }
      steps.append(.matched)
    }

    private mutating func compile(_ scalar: Unicode.Scalar) throws(Malformed) {
      switch scalar {
      case "*": compileStar()
      case "?": steps.append(.oneInName)
      case "{":
        braces.append((steps.count, []))
        steps.append(.either(steps.count + 1, 0))
      case "," where !braces.isEmpty: endAlternative(isLast: false)
      case "}":
        guard !braces.isEmpty else { throw Malformed(reason: "has a '}' without its '{'") }
        endAlternative(isLast: true)
      case "\\":
        guard let escaped = rest.popFirst() else { throw Malformed(reason: "ends with a '\\'") }
        steps.append(.scalar(escaped))
      default:
        if scalar == "#" { namesExamples = true }
        steps.append(.scalar(scalar))
      }
    }

    private mutating func compileStar() {
      let index = rest.startIndex - 1
      let beginsFolder = index == 0 || "/{,".unicodeScalars.contains(pattern[index - 1])
      guard rest.first == "*" else { return steps.append(.someInName) }
      while rest.first == "*" { rest.removeFirst() }
      guard beginsFolder, rest.first == "/" else { return steps.append(.anything) }
      rest.removeFirst()
      steps += [.either(steps.count + 1, steps.count + 3), .anything, .scalar("/")]
    }

    private mutating func endAlternative(isLast: Bool) {
      let open = braces.count - 1
      braces[open].exits.append(steps.count)
      steps.append(.jump(0))
      let choice = braces[open].choice
      if isLast {
        steps[choice] = .jump(choice + 1)
        for exit in braces[open].exits { steps[exit] = .jump(steps.count) }
        braces.removeLast()
      } else {
        steps[choice] = .either(choice + 1, steps.count)
        braces[open].choice = steps.count
        steps.append(.either(steps.count + 1, 0))
      }
    }
  }
}
