import Examples
import Foundation
import LoopTracing
import Templates
import Testing
import Text
import Words

@testable import Results
@testable import Site
@testable import Verification

/// What a reader's page draws of a run, against what the site has of it.
@Suite("Drawing in pages")
struct DrawingTests {
  @Test("a run is drawn as the build shows a run with other values", arguments: InterfaceWords.languages)
  func same(language: String) throws {
    let book = ChoicesTests.book(language)
    let theme = Theme(folder: nil, words: InterfaceWords(language))
    #expect(theme.drawingProblems == [])
    let renderer = ThemeRenderer(theme)
    let example = try #require(book.verified.chapters[0].examples.first)
    let verified = try #require(book.verified.examples[example.name])
    try #require(verified.variants.count == 5)
    for variant in verified.variants {
      let trace = try #require(variant.trace)
      var block = ExampleBlock(example: example, verified: verified, root: "", words: renderer.words)
      block.pictures = .whole(hasFlowChart: false)
      block.variant = VerifiedVariant(
        variant: variant.variant,
        outcome: Outcome(output: variant.outcome.output, traces: [TraceFilter(): TraceText(trace).text]), trace: trace)
      let output = String(decoding: variant.outcome.output ?? [], as: UTF8.self)
      let own = JSONValue.object([
        ("prefix", .string("v.\(example.number)")), ("lines", .integer(example.lines.count)),
        ("recordings", .array([.string("output"), .string("trace")])), ("output", .string(output)),
        ("errors", .string("")),
      ])
      let head = theme.drawingFacts.dropLast() + Array(",".utf8) + own.onOneLine.dropFirst()
      let drawn = try DrawingRequest.html(of: trace, head: Array(head))
      #expect(String(decoding: drawn, as: UTF8.self) == String(decoding: renderer.results(of: block), as: UTF8.self))
      #expect(drawn.count > 2_000)
    }
  }

  @Test("a run is drawn where a trace is recorded, or where the page draws it beside another")
  func pictured() throws {
    let book = ChoicesTests.book()
    let example = try #require(book.verified.chapters[0].examples.first)
    let trace = try #require(book.verified.examples[example.name]?.trace)
    let facts = String(decoding: Theme(folder: nil, words: InterfaceWords()).drawingFacts, as: UTF8.self).dropLast()
    for (pictured, isDrawn) in [("", false), (",\"pictured\":false", false), (",\"pictured\":true", true)] {
      let own = ",\"prefix\":\"p\",\"output\":\"\",\"errors\":\"\",\"recordings\":[\"output\"]\(pictured)}"
      let html = try DrawingRequest.html(of: trace, head: Array((facts + own).utf8))
      #expect(String(decoding: html, as: UTF8.self).contains("data-stepper") == isDrawn, "\(pictured)")
    }
  }

  @Test("a book's own template is drawn with, and one that asks for what only the build knows is told of")
  func own() throws {
    let folder = TemporaryFolder()
    folder.write(
      "results.mustache", "{{>mine/part}}{{#recordings}}{{#isOutput}}[{{count}}]{{/isOutput}}{{/recordings}}")
    folder.write("mine/part.mustache", "<i>{{words.output}}</i>")
    let theme = Theme(folder: folder.path)
    #expect(theme.drawingProblems == [])
    let facts = String(decoding: theme.drawingFacts, as: UTF8.self)
    #expect(facts.contains("\"mine/part\":") && !facts.contains("is-trace"))
    let own = ",\"prefix\":\"p\",\"output\":\"a\\nb\\n\",\"errors\":\"\"}"
    let html = try DrawingRequest.html(of: Trace(clock: .virtual), head: Array((facts.dropLast() + own).utf8))
    #expect(String(decoding: html, as: UTF8.self) == "<i>Output</i>[2]")

    folder.write("mine/part.mustache", "{{name}}")
    let problems = Theme(folder: folder.path).drawingProblems
    #expect(problems.count == 1 && problems[0].place?.path.hasSuffix("mine/part.mustache") == true)
  }
}
