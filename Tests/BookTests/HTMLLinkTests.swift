import Book
import Testing
import Text

@Suite("Links in HTML")
struct HTMLLinkTests {
  /// What is told of the links of a chapter, with their columns.
  private func told(_ chapter: String) throws -> [String] {
    let folder = try TemporaryBook(["loopbook.yml": "", "a.md": chapter, "img/loop.svg": ""])
    let book = try #require(Book.load(folder.folder).0)
    return LinkCheck(book, index: LinkIndex(book)).diagnostics.map {
      "\($0.place?.position?.column ?? 0): \($0.message)"
    }
  }

  @Test("forms lead somewhere, or to the page itself")
  func forms() throws {
    #expect(
      try told("<form action='a.html'><button formaction='b.html'></form><form action=''></form>\n")
        == ["43: there is no file 'b.html'"])
    #expect(try told("<form action='c.html'></form>\n") == ["15: there is no file 'c.html'"])
  }

  @Test("drawings show others, and parts of themselves")
  func drawings() throws {
    #expect(
      try told("<svg><image href='img/loop.svg'/><image href='b.png'/><use href='#f'/><g id='f'/></svg>\n")
        == ["47: there is no file 'b.png'"])
    #expect(
      try told("<svg><use href='#f'/><use xlink:href='#g'/><use href='img/loop.svg#x'/><g id='f'/></svg>\n")
        == ["39: there is no heading '#g' in this chapter"])
  }

  @Test("styles show pictures")
  func styles() throws {
    #expect(
      try told("<p style='color: rgb(1, 2, 3); background: URL( \"b.png\" ), url(img/loop.svg), url(c.png)'>x</p>\n")
        == ["50: there is no file 'b.png'", "83: there is no file 'c.png'"])
    #expect(
      try told("<p style='background: url(data:image/gif,x)'>url(b.png)</p>\n") == [])
  }

  @Test("an address of which only the beginning is there leads nowhere")
  func beginnings() throws {
    #expect(try told("[a](http://)\n") == ["5: nothing follows 'http://', so this leads nowhere"])
    #expect(try told("<a href='mailto:'>b</a>\n") == ["10: nothing follows 'mailto:', so this leads nowhere"])
  }
}
