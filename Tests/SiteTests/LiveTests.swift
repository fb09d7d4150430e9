import Examples
import LoopEngine
import LoopTracing
import Synchronization
import Testing
import Text

@testable import Site
@testable import Verification

/// Examples that readers change, on pages and in their scripts.
@Suite("Live examples")
struct LiveTests {
  /// A book with three examples, the second of two threads.
  private static let verified = {
    let fences = ["one", "two", "three"].map { "```swift id=\($0)\nlet count = 2\n```\n\n```output\n2\n```\n" }
    let book = SampleBook(
      ["loopbook.yml": "title: A book\n", "deep/a.md": "# A\n\n\(fences.joined(separator: "\n"))", "b.md": "# B\n"],
      summary: "- [A](deep/a.md)\n- [B](b.md)\n")
    let verified = book.verified.chapters[0].examples.map { example in
      var trace = Trace(clock: .virtual)
      for thread in example.id == "two" ? ["main", "other"] : ["main"] {
        trace.events.append(
          TraceEvent(
            kind: .loop(.activity(.entry)), time: 0, thread: thread, loop: thread, label: nil, file: "main.swift",
            line: 1))
      }
      let verdict = Verdict(
        chapter: "deep/a.md", id: example.id, place: SourcePlace(path: "deep/a.md"), kind: .run, outcome: .passed,
        eventCount: 1)
      return (
        example.name,
        VerifiedExample(judgement: Judgement(example: example, problems: []), verdict: verdict, trace: trace)
      )
    }
    return SampleBook(book, Dictionary(uniqueKeysWithValues: verified)).verified
  }()

  /// The site of the book, and what lets readers change the first two examples; `others` are the modules that other
  /// chapters have.
  private static func site(hasLive: Bool = true, others: [String] = ["zero"]) -> Site {
    let live = LiveExamples(
      names: ["deep/a#one", "deep/a#two", "b#gone"],
      chapters: ["deep/a": LiveExamples.Chapter(script: Array("loopbookLive()".utf8), module: others.count)],
      modules: (others + ["one"]).map { Array($0.utf8) }, pictures: Array("loopbookPictures()".utf8))
    return Site(verified, theme: Theme(folder: nil), live: hasLive ? live : .none)
  }

  private static func files(_ site: Site) -> [String: String] {
    let files = Mutex<[String: String]>([:])
    site.files { file in files.withLock { $0[file.path] = String(decoding: file.bytes, as: UTF8.self) } }
    return files.withLock { $0 }
  }

  @Test("a file of the book that a script of the site would overwrite is an error")
  func collision() {
    // Verifying tells it, too, and knows nothing of what is made for pages.
    let names = [
      "Live/A.js", "live/b.js", "types/a.js", "uses/a.js", "assets/live-programs-1.js", "assets/search/words-2.js",
      "assets/search/words.js", "traces/a.txt",
    ]
    func told(_ wishes: String) -> [String] {
      let book = SampleBook(
        Dictionary(uniqueKeysWithValues: names.map { ($0, "x") } + [("a.md", "# A"), ("loopbook.yml", wishes)]))
      return Site(book.verified, theme: Theme(folder: nil)).diagnostics.map { problem in
        "\(problem.id) \(problem.place.map { String($0.path.split(separator: "/").suffix(2).joined(separator: "/")) } ?? "")"
      }
    }
    let always = ["assets/live-programs-1.js", "search/words-2.js", "traces/a.txt"]
    #expect(told("title: A").count == always.count)
    #expect(
      Set(told("examples: {live: true, types: true}"))
        == Set(
          (["Live/A.js", "types/a.js", "uses/a.js"] + always).map { name in
            "name-collision \(name.split(separator: "/").suffix(2).joined(separator: "/"))"
          }))
  }

  @Test("only where its chapter is shown can an example be changed, and only where it was told so")
  func buttons() throws {
    let site = Self.site()
    let files = Self.files(site)
    let page = try #require(files["deep/a.html"])
    let parts = page.split(separator: "<button type=\"button\" class=\"live-open\" hidden aria-expanded=\"false\"")
    try #require(parts.count == 3)
    #expect(parts[1].hasPrefix(">Change it</button>"))
    #expect(parts[2].hasPrefix(" data-schedules>Change it</button>"))
    // The first page of the site shows the first chapter, too.
    for (path, text) in files where path.hasSuffix(".html") && !["deep/a.html", "index.html"].contains(path) {
      #expect(!text.contains("live-open"), "\(path)")
    }
    #expect(!String(decoding: site.singleFile(), as: UTF8.self).contains("class=\"live-open\""))
  }

  @Test("when examples become live, their pages have changed, and those with the whole book, and no others")
  func becomingLive() {
    let changed = Self.site().pages(changedSince: Self.site(hasLive: false))
    #expect(changed == ["deep/a.html", "index.html", "print.html"])
    #expect(Self.site().pages(changedSince: Self.site()).isEmpty)
  }

  @Test("when other chapters get other modules, a page stays as it is")
  func otherModules() {
    let (site, later) = (Self.site(), Self.site(others: ["two", "one", "three"]))
    #expect(later.pages(changedSince: site).isEmpty)
    #expect(Self.files(later)["deep/a.html"] == Self.files(site)["deep/a.html"])
  }

  @Test("a script is current under the version that its page names, and any other file under each")
  func versions() throws {
    let site = Self.site()
    let page = try #require(Self.files(site)["deep/a.html"])
    let version = try #require(page.firstMatch(of: /data-live="live\/deep\/a.js\?v=(\w+)"/)).1
    #expect(site.isCurrent("live/deep/a.js", version: String(version)))
    #expect(!site.isCurrent("live/deep/a.js", version: "") && !site.isCurrent("assets/live-pictures.js", version: "1"))
    #expect(site.isCurrent("assets/style.css", version: "") && site.isCurrent("b.html", version: "1"))
  }

  @Test("the scripts lie in the site as they were given, and can be asked for one by one")
  func scripts() throws {
    let site = Self.site()
    let files = Self.files(site)
    #expect(files["live/deep/a.js"] == "loopbookLive()" && files["assets/live-pictures.js"] == "loopbookPictures()")
    #expect(files.keys.filter { $0.hasPrefix("live/") } == ["live/deep/a.js"])
    let address =
      /data-root="..\/" data-live="live\/deep\/a.js\?v=\w+" data-programs="(assets\/live-programs-\w+.js)\?v=\w+" data-p/
    let programs = String(try #require(files["deep/a.html"]?.firstMatch(of: address)).1)
    #expect(files[programs] == "one" && files.values.contains("zero"))
    for path in ["live/deep/a.js", "assets/live-pictures.js", programs] {
      #expect(site.file(path).map { String(decoding: $0, as: UTF8.self) } == files[path])
    }
    let plain = Self.files(Self.site(hasLive: false))
    #expect(!plain.keys.contains { $0.contains("live/") || $0.contains("live-p") })
    #expect(plain["deep/a.html"]?.contains("live-open") == false)
  }
}
