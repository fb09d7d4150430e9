import Examples
import Markdown
import Text

/// A chapter from a text, for tests.
func chapter(_ text: String, name: String = "timers") -> ChapterExamples {
  ChapterExamples(chapter: name, document: MarkdownDocument(SourceFile(path: "\(name).md", text: text)))
}

/// An example's attributes, and what is wrong with them as `column: id`.
func attributes(_ info: String) -> (ExampleAttributes?, [String]) {
  let chapter = chapter("```\(info)\nlet a = 1\n```\n")
  let problems = chapter.diagnostics.map { "\($0.place?.position?.column ?? 0): \($0.id)" }
  return (chapter.examples.first?.attributes, problems)
}
