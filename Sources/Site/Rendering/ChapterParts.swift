internal import Examples
internal import Markdown

/// Which code blocks of a chapter are examples, and which belong to one.
struct ChapterParts {
  private let examples: [Int: Example]
  private let followers: Set<Int>
  private let named: [String: Example]
  /// All examples, in the order of the chapter.
  let all: [Example]

  init(_ chapter: ChapterExamples) {
    all = chapter.examples
    examples = Dictionary(chapter.examples.map { ($0.fence.node, $0) }, uniquingKeysWith: { first, _ in first })
    named = Dictionary(chapter.examples.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    followers = Set(
      chapter.examples.flatMap { ($0.recordings.map(\.fence) + [$0.input].compactMap(\.self)).map(\.node) })
  }

  /// The example that a code block is.
  func example(at node: Int) -> Example? { examples[node] }

  /// The example of a name.
  func example(named name: String) -> Example? { named[name] }

  /// Whether a code block is what an example reads, or what it did.
  func belongsToExample(_ node: Int) -> Bool { followers.contains(node) }
}
