internal import Execution

/// What a comment behind code with `try` says of an error: that one is thrown there, and perhaps which.
struct ThrowClaim {
  /// The type or the case of the error as it is written; empty where none is.
  let name: String

  /// Reads a comment; `nil` where it says nothing of the kind, or only that an error may be thrown.
  init?(_ comment: String) {
    let said = comment.saidBehindSlashes.drop { !$0.isLetter }
    let words =
      #/
      (?:(?:this|it|the\scall|the\sline)\s)?
      (?:throws|will\sthrow)(?:\shere)?
      (?::|(?:\s(?:an?|the))?(?:\serror)?)
      (?:\s+`?(?<name>\.?\w+(?:\.\w+)*(?:\(.*\))?)`?)?
      (?:[.!,;(…–—].*|\s+(?:because|since|–|—|here).*|\s+\(.*)?
      /#.ignoresCase()
    guard let match = said.wholeMatch(of: words) else { return nil }
    let name = match.output.name ?? ""
    // Other words tell when it throws, or go on with a sentence.
    let isName =
      name.isEmpty || name.first == "." || name.contains(".") || name.first?.isUppercase == true
    guard isName else { return nil }
    self.name = String(name)
  }

  /// Whether an error is the one that it names.
  ///
  /// - Parameter error: How its type is described, and it itself, alone and inside of others.
  func agreement(with error: [String]) -> Agreement {
    guard !name.isEmpty else { return .same }
    let type = error[0].prefix { $0 != "<" }.split(separator: ".")
    let open = name.firstIndex(of: "(") ?? name.endIndex
    let names = name[..<open].split(separator: ".")
    // Foundation's errors are those of Objective-C to a program.
    if type.last == "NSError" { return names.last == "NSError" ? .same : .unknown }
    if type.suffix(names.count).elementsEqual(names) || error[0].hasSuffix(".\(name)") {
      return open == name.endIndex || name.hasSuffix("()") ? .same : partsAgree(with: error)
    }
    let isType = names.last?.first?.isUppercase == true && open == name.endIndex
    guard !isType, type.suffix(names.count - 1).elementsEqual(names.dropLast()) else { return .different }
    let shown = error[1].prefix { $0 != "(" }
    guard !shown.isEmpty, shown.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      error[2].contains(".\(shown)"), shown.first?.isLowercase == true
    else { return .unknown }
    guard shown == names.last ?? "" else { return .different }
    return open == name.endIndex ? .same : partsAgree(with: error)
  }

  private func partsAgree(with error: [String]) -> Agreement {
    StatedValue(name).map { $0.agreement(with: [error[1], error[2]]) } ?? .unknown
  }
}
