/// What part of a book is meant: a path, and the name of an example behind a `#`.
struct ExampleTarget: Hashable {
  /// A book, or a chapter in it; the file system knows which.
  let path: String

  /// The example; `nil` means all.
  let id: String?
}

extension ArgumentType<ExampleTarget> {
  /// `BOOK`, `BOOK/chapter` or `BOOK/chapter#id`.
  static var target: Self {
    Self { text throws(ArgumentProblem) in
      let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard !parts[0].isEmpty, parts.count == 1 || !parts[1].isEmpty else {
        throw ArgumentProblem(needs: "a book, a chapter or an example, such as content/timers.md#first")
      }
      return ExampleTarget(path: parts[0], id: parts.count > 1 ? parts[1] : nil)
    }
  }

  /// `chapter#id`, and nothing less.
  static var example: Self {
    Self { text throws(ArgumentProblem) in
      let problem = ArgumentProblem(needs: "one example, such as content/timers.md#first")
      let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw problem }
      return ExampleTarget(path: parts[0], id: parts[1])
    }
  }
}
