import Foundation
import Templates
import TestSupport
import Testing
import Text

@Suite("Sets of templates")
struct TemplateSetTests {
  @Test("a book's template takes the place of the theme's, for all that call it")
  func layers() {
    let set = TemplateSet(layers: [
      ["page": "<{{>part}}>", "part": "theme"].files,
      ["part": SourceFile(path: "book/part.mustache", text: "book")],
    ])
    var output = Array("before ".utf8)
    #expect(set.render("page", .nothing, into: &output) == [])
    #expect(String(decoding: output, as: UTF8.self) == "before <book>")
    #expect(set.names == ["page", "part"])
    #expect(set["part"]?.file.path == "book/part.mustache")
    #expect(set["x"] == nil)
  }

  @Test("the files of a page are those of all templates it calls, by any way")
  func files() {
    let set = templates([
      "page": "{{<layout}}{{$a}}{{>x}}{{/a}}{{/layout}}", "layout": "{{$a}}{{/a}}{{>page}}",
      "x": "{{#no}}{{>y}}{{/no}}",
      "y": "", "z": "{{>y}}",
    ])
    #expect(set.files(of: "page").map(\.path) == ["layout", "page", "x", "y"].map { "theme/\($0).mustache" })
    #expect(set.files(of: "z").map(\.path) == ["theme/y.mustache", "theme/z.mustache"])
    #expect(set.files(of: "no").isEmpty)
  }

  @Test("folders are read with their folders, the later one first")
  func folders() throws {
    let base = try TemporaryFolder()
    let files = [
      "theme/page.mustache": "{{>parts/a}}{{>b}}", "theme/parts/a.mustache": "theme a", "theme/b.mustache": "theme b",
      "theme/style.css": "{{", "theme/.hidden.mustache": "{{", "book/b.mustache": "book b",
    ]
    for (path, text) in files { try base.write(path, text) }
    let folders = ["theme", "book"].map { TemplateFolder(path: base.path($0), shownAs: $0) }
    let set = TemplateSet(folders: folders)
    #expect(set.diagnostics == [])
    #expect(set.files(of: "page").map(\.path) == ["book/b.mustache", "theme/page.mustache", "theme/parts/a.mustache"])
    var output: [UInt8] = []
    #expect(set.render("page", .nothing, into: &output) == [])
    #expect(String(decoding: output, as: UTF8.self) == "theme abook b")

    try Data([0xFF]).write(to: base.url.appending(path: "book/c.mustache"))
    try FileManager.default.createSymbolicLink(
      atPath: base.url.appending(path: "book/d.mustache").path, withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(atPath: base.path("book/e"), withDestinationPath: ".")
    let missing = TemplateFolder(path: base.url.appending(path: "none").path, shownAs: "none")
    let problems = TemplateSet(folders: folders + [missing]).diagnostics
    #expect(problems.map(\.id) == ["not-utf-8", "unreadable", "endless-folder", "unreadable"])
    #expect(problems.first?.place?.path == "book/c.mustache")
    #expect(problems.last?.message == "this cannot be read: No such file or directory")
  }
}
