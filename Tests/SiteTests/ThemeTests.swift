import Glibc
import Site
import Templates
import Testing
import Text

@Suite("Theme")
struct ThemeTests {
  @Test("the built-in templates are sound and use no name that no data has")
  func builtIn() {
    #expect(Theme(folder: nil).diagnostics == [])
  }

  @Test("a book overrides single templates and files, and may add some")
  func overrides() {
    let folder = TemporaryFolder()
    folder.write("templates/footer.mustache", "<footer>mine</footer>")
    folder.write("templates/assets/style.css", "x")
    folder.write("templates/extra.js", "y")
    let theme = Theme(folder: "\(folder.path)/templates")
    #expect(theme.diagnostics == [])
    #expect(theme.assets["assets/style.css"] == [UInt8(ascii: "x")])
    #expect(theme.assets["assets/extra.js"] == [UInt8(ascii: "y")])
    #expect(theme.version != Theme(folder: nil).version)
    #expect(theme.identity != Theme(folder: nil).identity)
  }

  @Test("a pipe among the templates is an error, and not waited for")
  func pipe() {
    let folder = TemporaryFolder()
    folder.write("theme/own.css", "")
    mkfifo("\(folder.path)/theme/page.mustache", 0o600)
    let messages = Theme(folder: "\(folder.path)/theme").diagnostics
    #expect(messages.map(\.id) == ["unusable-file"])
  }

  @Test("a name that no data has is an error in the template")
  func unknownName() {
    let folder = TemporaryFolder()
    folder.write("templates/footer.mustache", "{{site.titel}}")
    let problems = Theme(folder: "\(folder.path)/templates").diagnostics
    #expect(problems.contains { $0.id == "unknown-name" && $0.place?.path.hasSuffix("footer.mustache") == true })
  }

  @Test("every key that templates are given stands in the documentation, with what it is for")
  func documentation() throws {
    let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    guard let file = fopen("\(repository)/docs/templates.md", "r") else {
      Issue.record("docs/templates.md is missing")
      return
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    let text = String(decoding: bytes, as: UTF8.self)
    for (name, schema) in [
      ("page", PageSchema.page), ("example", PageSchema.example), ("callout", PageSchema.callout),
      ("style", PageSchema.style),
    ] {
      for (record, fields) in schema.records {
        for field in fields {
          // The text itself is nothing that a failure should print.
          let (isListed, isExplained) = (text.contains("| `\(field.name)` |"), text.contains(field.summary))
          #expect(isListed, "\(name): \(record).\(field.name)")
          #expect(isExplained, "\(name): \(record).\(field.name)")
        }
      }
    }
  }
}
