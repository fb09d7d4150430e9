import Book
import Foundation
import Testing
import Text

@Suite("Books on disk")
struct BookLoadingTests {
  private func load(_ files: [String: String], drafts: Bool = false) throws -> (Book, String) {
    let folder = try TemporaryBook(files.merging(["loopbook.yml": "title: T"]) { first, _ in first })
    let (book, diagnostics) = Book.load(folder.folder, includesDrafts: drafts)
    return (try #require(book), folder.text(diagnostics))
  }

  @Test("without a summary, chapters come in the order of their paths, the first page of each folder first")
  func looseOrder() throws {
    let (book, messages) = try load([
      "b.md": "# B", "a.md": "# A", "index.md": "# Start", "part/z.md": "# Z", "part/README.md": "# Part", "日本.md": "",
      "a/a picture.svg": "", "data.json": "", ".hidden/x.md": "", ".x.md": "",
      "a.md~": "", "#a.md#": "", "a.md.swp": "", "a/4913": "", "a.md___jb_tmp___": "",
    ])
    #expect(messages == "")
    #expect(book.chapters.map(\.path) == ["index.md", "a.md", "b.md", "part/README.md", "part/z.md", "日本.md"])
    #expect(book.chapters.map(\.title) == ["Start", "A", "B", "Part", "Z", "日本"])
    #expect(book.assets == ["a/a picture.svg", "data.json"])
    #expect(book.outline.count == 6)
    #expect(book.title == "T")
  }

  @Test("with a summary, its order and titles hold, and a file that is not in it is an error")
  func listed() throws {
    let (book, messages) = try load([
      "SUMMARY.md": "- [Two](b.md)\n- [](a.md)\n", "a.md": "# A", "b.md": "# B", "c d.md": "# Third",
      "draft.md": "---\ndraft: true\n---\n",
    ])
    #expect(book.chapters.map(\.path) == ["b.md", "a.md"])
    #expect(
      book.outline == [
        .chapter(OutlineChapter(title: "Two", path: "b.md", number: [1])),
        .chapter(OutlineChapter(title: "A", path: "a.md", number: [2])),
      ])
    #expect(book.drafts == ["draft.md"])
    #expect(
      messages == """
        c d.md: error: this chapter is not in SUMMARY.md [unlisted-chapter]
        help: add '- [Third](<c d.md>)' to it, or 'draft: true' to the chapter

        """)
  }

  @Test("a draft of the summary keeps its name only, unless drafts are included")
  func drafts() throws {
    let files = ["SUMMARY.md": "- [A](a.md)\n  - [B](b.md)\n", "a.md": "", "b.md": "---\ndraft: yes\n---\n# B"]
    #expect(try load(files).0.chapters.map(\.path) == ["a.md"])
    #expect(
      try load(files).0.outline == [
        .chapter(
          OutlineChapter(
            title: "A", path: "a.md", number: [1], nested: [OutlineChapter(title: "B", path: nil, number: [1, 1])]))
      ])
    #expect(try load(files, drafts: true).0.chapters.map(\.path) == ["a.md", "b.md"])
  }

  @Test("front matter is read, and the Markdown begins after it")
  func frontMatter() throws {
    let (book, messages) = try load([
      "a.md": "---\ntitle: \"Über: alles\"\ndescription: Short.\nkeywords: [late, never]\n---\n# Heading\n",
      "b.md": "\u{FEFF}---\r\ntitle: B\r\n--- \r\nText",
      "c.md": "---\n\nA rule above.\n\n---\n", "d.md": "---\nWords below a rule\n",
      "e.md": "Words\n---\ntitle: x\n---\n", "f.md": "---\n---\n# F",
      "g.md": "",
    ])
    #expect(messages == "")
    #expect(book.chapters.map(\.title) == ["Über: alles", "B", "c", "d", "Words", "F", "g"])
    #expect(book.chapters[0].frontMatter.description == "Short.")
    #expect(book.chapters[0].frontMatter.keywords == ["late", "never"])
    #expect(
      book.chapters.map { String(decoding: $0.file.bytes[$0.offset...].prefix(4), as: UTF8.self) }.prefix(3) == [
        "# He", "Text", "---\n",
      ])
  }

  @Test("what is wrong in front matter is told at its place in the file")
  func frontMatterProblems() throws {
    let (book, messages) = try load([
      "a.md": "---\ntitel: x\ndraft: perhaps\n---\n# A\n", "b.md": "---\ntitle: a: b\n---\n# B\n",
      "c.md": "---\n- x\n---\n",
      "d.md": "---\ntitle: D\n# Heading\n", "e.md": "+++\ndraft = true\n+++\n# E\n", "f.md": "+++\n# F\n",
    ])
    #expect(book.chapters.map(\.title) == ["A", "B", "c", "Heading", "E", "F"])
    #expect(
      messages == """
        a.md:2:1: error: there is no key 'titel' [unknown-key]
         2 | titel: x
           | ^~~~~
        help: did you mean 'title'?
        a.md:3:8: error: 'draft' must be true or false, but it is text [wrong-type]
         3 | draft: perhaps
           |        ^~~~~~~
        b.md:2:9: error: this line has a second ':', or wrong indentation [yaml-syntax]
         2 | title: a: b
           |         ^
        help: put text that contains ': ' in quotes
        c.md:2:1: error: 'front matter' must be keys with values, but it is a list [wrong-type]
         2 | - x
           | ^~~
        help: write 'key: value' on each line
        d.md:1:1: error: the front matter that begins here is never closed [yaml-syntax]
         1 | ---
           | ^~~
        help: write '---' on a line of its own after it
        e.md:1:1: error: front matter in TOML, between lines of '+++', is not read [unread-front-matter]
         1 | +++
           | ^~~
        help: write it as YAML, such as 'draft: true', between lines of '---'

        """)
  }

  @Test("folders that the configuration names for other things are no part of the book")
  func otherFolders() throws {
    let (book, messages) = try load([
      "loopbook.yml": "output: site\ntemplates: theme\ncache: kept\npackage: code\n", "a.md": "", "site/index.html": "",
      "theme/page.mustache": "", "kept/results/ab/x.md": "", "code/Package.swift": "", "code/README.md": "",
    ])
    #expect(messages == "")
    #expect(book.chapters.map(\.path) == ["a.md"])
    #expect(book.assets == [])
    #expect(book.title == "a")
  }

  @Test("a site that was written into a book is no part of it")
  func siteInBook() throws {
    let folder = try TemporaryBook([
      "loopbook.yml": "", "a.md": "# A", "public/.loopbook-site": "", "public/a.html": "", "public/b.md": "# B",
    ])
    let (book, diagnostics) = Book.load(folder.folder)
    #expect(diagnostics.isEmpty)
    #expect(book?.chapters.map(\.path) == ["a.md"])
    #expect(book?.assets == [])
  }

  @Test("a report that was written into a book is no part of it, and what only resembles one is")
  func reportInBook() throws {
    let junit = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + #"<testsuites name="loopbook" tests="1">"#
    let (book, messages) = try load([
      "a.md": "", "report/junit.xml": junit, "junit.txt": junit, "other.xml": "<testsuites name=\"other\">",
      "b.json": "{\n  \"version\": 1,\n  \"tool\": {\n    \"name\": \"another\",\n",
    ])
    #expect(messages == "")
    #expect(book.assets == ["b.json", "junit.txt", "other.xml"])
  }

  @Test("the package may be the folder that holds the book")
  func packageAround() throws {
    let folder = try TemporaryBook(["Package.swift": "", "content/loopbook.yml": "package: ..", "content/a.md": ""])
    let (book, diagnostics) = Book.load(folder.folder + "/content")
    #expect(diagnostics == [])
    #expect(book?.chapters.count == 1)
  }

  @Test("a chapter that is not UTF-8 is an error at its first bad byte, and the others are read")
  func encoding() throws {
    let folder = try TemporaryBook(["loopbook.yml": "", "a.md": "# A"])
    try folder.write("b.md", Array("# B\n\nRen".utf8) + [0xE9, 0x0A])
    let (book, diagnostics) = Book.load(folder.folder)
    #expect(book?.chapters.map(\.path) == ["a.md"])
    #expect(
      folder.text(diagnostics) == """
        b.md:3:4: error: the file is not UTF-8: the byte E9 is not text [not-utf8]
         3 | Ren\u{FFFD}
           |    ^
        help: save the file as UTF-8

        """)
  }

  @Test("links out of the book, to nowhere and to folders are errors; a link to a file of the book is followed")
  func symbolicLinks() throws {
    let folder = try TemporaryBook(["book/loopbook.yml": "", "book/a.md": "# A", "book/in/x.md": "", "out.md": ""])
    let root = folder.folder + "/book/"
    for (path, target) in [
      ("b.md", "a.md"), ("out.md", "../out.md"), ("gone.md", "nowhere.md"), ("self.md", "self.md"), ("loop", "."),
      ("in/up", ".."),
    ] {
      try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
    }
    #expect(mkfifo(root + "pipe.md", 0o600) == 0)
    let (book, diagnostics) = Book.load(folder.folder + "/book")
    #expect(book?.chapters.map(\.path) == ["a.md", "b.md", "in/x.md"])
    #expect(
      folder.text(diagnostics) == """
        book/gone.md: error: this link points to something that does not exist [unusable-file]
        help: remove it
        book/in/up: error: this link leads to a folder, and only links to files are followed [unusable-file]
        help: remove it
        book/loop: error: this link leads to a folder, and only links to files are followed [unusable-file]
        help: remove it
        book/out.md: error: this link leads out of the book [unusable-file]
        help: put the file itself into the book
        book/pipe.md: error: this is neither a file nor a folder [unusable-file]
        help: remove it
        book/self.md: error: this link points to something that does not exist [unusable-file]
        help: remove it

        """)
  }

  @Test("a configuration that is a pipe or a folder is refused, and not waited for")
  func strangeConfiguration() throws {
    let folder = try TemporaryBook(["a/": "", "b/loopbook.yml/": ""])
    #expect(mkfifo(folder.folder + "/a/loopbook.yml", 0o600) == 0)
    for name in ["a", "b"] {
      #expect(
        folder.text(Book.load(folder.folder + "/" + name).1)
          == "\(name)/loopbook.yml: error: this cannot be read: it is not an ordinary file [cannot-read]\n")
    }
  }

  @Test("names with control characters, quotes or many letters do no harm")
  func hostileNames() throws {
    let long = String(repeating: "語", count: 80)
    let (book, messages) = try load([
      "it's \"so\".md": "", "\(long).md": "", "a\u{1B}[31m.md": "", "%20.md": "", "..md": "", "a\nb.md": "",
    ])
    #expect(Set(book.chapters.map(\.path)) == ["it's \"so\".md", "\(long).md", "%20.md"])
    #expect(
      messages == """
        a\u{FFFD}[31m.md: error: a file's name must be text, without control characters [unusable-file]
        help: rename it
        a\u{FFFD}b.md: error: a file's name must be text, without control characters [unusable-file]
        help: rename it

        """)
  }

  @Test("the same folder gives the same book each time, whatever the threads do")
  func deterministic() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<200).map { ("c\($0).md", "# Chapter \($0)\n\n[x](no\($0).md)\n") })
    let folder = try TemporaryBook(files.merging(["loopbook.yml": "x: 1"]) { first, _ in first })
    let loaded = (0..<5).map { _ in Book.load(folder.folder) }
    #expect(Set(loaded.map { $0.0?.chapters.map(\.title) }).count == 1)
    #expect(Set(loaded.map { text($0.1) }).count == 1)
    let checks = loaded.compactMap(\.0).map { LinkCheck($0, index: LinkIndex($0)).diagnostics }
    #expect(Set(checks).count == 1)
    #expect(checks[0].count == 200)
  }
}
