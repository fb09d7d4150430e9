internal import Markdown
package import Text

/// An example in a doc comment that stands on no page, though it looks as if it did.
package struct UnshownExample: Hashable, Sendable {
  /// Why no page has it.
  package enum Reason: Hashable, Sendable {
    /// The compiler tells nothing of comments above extensions of the module's own types.
    case `extension`
    /// Nor of operators and of what they are grouped by.
    case `operator`, precedenceGroup
    /// The comment stands behind an attribute or a modifier of what it documents.
    case behindAttribute
    /// Between the comment and what it documents stands `#if`.
    case beforeCondition
    /// It documents nothing.
    case nothing
    /// What it documents is not there for the compiler, or is hidden from readers.
    case absent
    /// A catalog's file that says so there stands in place of the comment.
    case replaced(at: SourcePlace)
  }

  /// Its fence.
  package var place: SourcePlace
  package var reason: Reason
}

/// Doc comments whose examples would look verified in the source without ever being run.
///
/// Each fence of Swift in a doc comment stands on a page, or is told; what other modules do not see is documented for
/// its authors, whatever that may say.
struct UnshownComments {
  private(set) var examples: [UnshownExample] = []

  private let file: SourceFile
  private let scopes: SwiftScopes
  private let replacements: [Int: SourcePlace]
  private var tokens: SwiftTokens { scopes.tokens }

  /// Looks through a file; `shown` are its lines, counted from 1, that stand on pages, and `replacements` has what
  /// stands in place of others.
  init(in file: SourceFile, _ scopes: SwiftScopes, shown: Set<Int>, replacements: [Int: SourcePlace]) {
    self.file = file
    self.scopes = scopes
    self.replacements = replacements
    var number = 0
    while number < tokens.all.count {
      guard tokens.all[number].kind == .documentation else {
        number += 1
        continue
      }
      let first = number
      while continues(after: number) { number += 1 }
      let fences = CommentText(written: tokens.all[first...number].map(\.range), in: file).swiftFences
        .filter { !shown.contains($0.position?.line ?? 0) }
      for fence in fences {
        let replacement = fence.position.flatMap { replacements[$0.line] }
        guard let reason = replacement.map(UnshownExample.Reason.replaced) ?? reason(first...number) else { continue }
        examples.append(UnshownExample(place: fence, reason: reason))
      }
      number += 1
    }
  }

  /// Whether a file may have such an example, which is found out soon.
  static func mayBe(in file: SourceFile, shown: Set<Int>) -> Bool {
    let marks = [UInt8(ascii: "`"), UInt8(ascii: "~")]
    return (1...max(1, file.lineCount)).contains { number in
      let line = file.bytes[file.lineRange(number)]
      guard let mark = line.firstIndex(where: marks.contains), !shown.contains(number) else { return false }
      return line[mark...].starts(with: repeatElement(line[mark], count: 3))
        && file.lineText(number).lowercased().contains("swift")
    }
  }

  /// Whether the next token belongs to the same comment: there is no line between them.
  private func continues(after number: Int) -> Bool {
    guard tokens.all.indices.contains(number + 1), tokens.all[number + 1].kind == .documentation else { return false }
    return file.line(at: tokens.all[number + 1].range.lowerBound) <= file.line(at: tokens.all[number].range.upperBound)
      + 1
  }

  /// Why the examples of a comment are on no page; `nil` where no reader of the module's pages could miss them.
  private func reason(_ comment: ClosedRange<Int>) -> UnshownExample.Reason? {
    let scope = scopes.scope(at: comment.lowerBound)
    let next = tokens.code(after: comment.upperBound, by: 1)
    guard let head = DeclarationHead(from: next, in: tokens) else {
      if let around = DeclarationHead(around: comment.lowerBound, in: tokens), !scopes.isPublic(around, in: scope) {
        return nil
      }
      return scope.isPublic ? .nothing : nil
    }
    guard scopes.isPublic(head, in: scope), !extendsHidden(head, in: scope) else { return nil }
    if head.start < comment.lowerBound { return .behindAttribute }
    switch head.kind {
    case "extension": return .extension
    case "operator": return .operator
    case "precedencegroup": return .precedenceGroup
    case "import": return .nothing
    default:
      let between = tokens.all[comment.upperBound..<head.keyword]
      if between.contains(where: { $0.kind == .condition }) { return .beforeCondition }
      return between.dropFirst().contains { $0.kind == .documentation } ? .nothing : .absent
    }
  }

  /// Whether an extension is one of a type that no other module sees.
  private func extendsHidden(_ head: DeclarationHead, in scope: SwiftScopes.Scope) -> Bool {
    guard head.kind == "extension" else { return false }
    var place = head.keyword
    while tokens.all.indices.contains(place), !tokens.isMark(place, "{") { place += 1 }
    return !scopes.scope(at: place + 1).isPublic
  }
}

extension CommentText {
  /// The places of the examples in it: of the fences whose language is Swift, and that are not only to be shown.
  fileprivate var swiftFences: [SourcePlace] {
    MarkdownDocument(file).fences.filter { fence in
      let words = fence.infoString.lowercased().split { $0 == " " || $0 == "," }
      return words.first == "swift" && !words.contains("quote") && !words.contains("ignore")
    }.map { file.place($0.opening) }
  }
}
