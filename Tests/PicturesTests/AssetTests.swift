import Foundation
import Testing

@testable import Pictures

/// The style sheet and the script that go with the pictures.
@Suite("Assets of the pictures")
struct AssetTests {
  private func asset(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "templates/assets/\(name)"), encoding: .utf8)
  }

  private func matches(_ pattern: String, in text: String) throws -> [String] {
    try text.matches(of: Regex(pattern)).compactMap { $0.output[1].substring.map(String.init) }
  }

  @Test("are small", arguments: ["pictures.css", "stepper.js"])
  func size(name: String) throws {
    #expect(try asset(name).utf8.count < 7_500)
  }

  @Test("every color is there for light and for dark")
  func colors() throws {
    let css = try asset("pictures.css")
    let used = Set(try matches("var\\((--[a-z-]+)\\)", in: css))
    var defined: [String: Int] = [:]
    for name in try matches("(--[a-z-]+):", in: css) { defined[name, default: 0] += 1 }
    #expect(used == Set(defined.keys))
    #expect(defined.values.allSatisfy { $0 == 1 })
    // Fonts are the same for both.
    for font in ["--picture-words", "--picture-code"] { #expect(defined.removeValue(forKey: font) == 1) }
    #expect(try matches("--[a-z-]+: light-dark\\((#[0-9a-f]+), #[0-9a-f]+\\)", in: css).count == defined.count)
    let rules = css.split(separator: "\n").filter { !$0.contains("--") }
    #expect(!rules.contains { $0.contains("#") })
  }

  @Test("every part that is styled is drawn by some picture")
  func classes() throws {
    let styled = Set(try matches("\\.(p-[A-Za-z-]+)", in: try asset("pictures.css")))
    var drawn: Set<String> = []
    for sample in PictureTests.Sample.allCases {
      let compared = ComparedRuns(
        ComparedRuns.Run(name: "one", address: nil, trace: sample.trace),
        ComparedRuns.Run(name: "other", address: nil, trace: TraceBuilder.timer), prefix: "c")
      let html = TracePictures(sample.trace, prefix: "p").html + compared.html
      for list in try matches("class=\"([^\"]*)\"", in: html) {
        drawn.formUnion(list.split(separator: " ").map(String.init))
      }
    }
    #expect(styled.subtracting(drawn) == [])
  }

  @Test("the script runs from a file: it asks for nothing, and puts no text in as markup")
  func script() throws {
    let script = try asset("stepper.js")
    for word in ["fetch", "import ", "XMLHttpRequest", "innerHTML", "eval", "http"] { #expect(!script.contains(word)) }
    #expect(script.contains("prefers-reduced-motion") && script.contains("aria-live"))
  }
}
