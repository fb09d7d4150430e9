import Foundation
import Testing

@testable import Site

/// What the search's script finds in an index, in a browser that opens files from disk.
struct SearchAnswers {
  /// A page that was found, with its best section.
  struct Found: Decodable, Equatable {
    /// Its address.
    var path: String
    /// The address of its best section.
    var target: String
    /// What is marked in the section's heading and text.
    var marked: String
  }

  private struct Answer: Decodable {
    var pages: [Found]
    var guesses: [Guess]
  }

  /// A word that the book does not have, and what was searched for in its place.
  struct Guess: Decodable, Equatable {
    var word: String
    var other: String
  }

  private let answers: [String: Answer]

  /// The pages that a query finds, the best first.
  subscript(query: String) -> [Found] { answers[query]?.pages ?? [] }

  /// The words of a query that are told to be taken for others.
  func guesses(in query: String) -> [Guess] { answers[query]?.guesses ?? [] }

  /// Asks all of the queries in one run of the browser.
  init(to queries: [String], in index: [SiteFile]) throws {
    let folder = try TemporarySite()
    for file in index { try folder.write(file.path, file.bytes) }
    for name in ["assets/book.js", "assets/search.js"] {
      let script = try #require(BuiltInTheme.files.first { $0.path == name })
      try folder.write(name, script.bytes)
    }
    let list = String(decoding: try JSONEncoder().encode(queries), as: UTF8.self)
    let page = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Search</title><body><pre id="answer"></pre>
      <script src="assets/book.js"></script>
      <script src="assets/search.js" data-index="assets/search/" data-root="" data-version="1"></script>
      <script>(async () => {
        const answers = {};
        for (const query of \(list.replacingOccurrences(of: "<", with: "\\u003c"))) {
          const { results, guesses } = await loopbookSearch.find(query);
          const pages = results.map(({ path, sections: [{ anchor, heads, excerpt }] }) => ({
            path, target: path + (anchor && "#" + anchor), marked: [...heads, ...excerpt].filter(Array.isArray).join(),
          }));
          answers[query] = { pages, guesses };
        }
        document.querySelector("#answer").textContent = JSON.stringify(answers);
      })()</script></body></html>
      """
    try folder.write("page.html", Array(page.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("page.html"))
    answers = try JSONDecoder().decode([String: Answer].self, from: Data(answer.utf8))
    // Without this, a query that is not answered would look like one that finds nothing.
    try #require(Set(answers.keys) == Set(queries))
  }
}
