import Glibc
import Site
import Testing

@Suite("Writing a site")
struct WriterTests {
  private func write(_ files: [String: String], to path: String) throws(SiteFailure) -> SiteWriter.Outcome {
    let writer = try SiteWriter(path)
    for (name, text) in files { writer.put(name, Array(text.utf8)) }
    return try writer.finish()
  }

  @Test("files are written, kept as they are when they do not change, and removed when they are no more")
  func updates() throws {
    let folder = TemporaryFolder()
    let site = "\(folder.path)/site"
    #expect(try write(["a.html": "a", "b/c.html": "c", "old.html": "x"], to: site).written == 3)
    let number = folder.number("site/b/c.html")
    let outcome = try write(["a.html": "changed", "b/c.html": "c"], to: site)
    #expect((outcome.written, outcome.kept, outcome.removed) == (1, 1, 1))
    #expect(folder.files("site") == [".loopbook-site", "a.html", "b/c.html"])
    #expect(folder.text("site/a.html") == "changed")
    #expect(folder.number("site/b/c.html") == number)
    #expect(folder.files("") == ["site/.loopbook-site", "site/a.html", "site/b/c.html"])
  }

  @Test("nothing is touched when nothing changed")
  func unchanged() throws {
    let folder = TemporaryFolder()
    let site = "\(folder.path)/site"
    _ = try write(["a.html": "a"], to: site)
    let numbers = (folder.number("site"), folder.number("site/a.html"), folder.number("site/.loopbook-site"))
    #expect(try write(["a.html": "a"], to: site).isUnchanged)
    #expect((folder.number("site"), folder.number("site/a.html"), folder.number("site/.loopbook-site")) == numbers)
  }

  @Test("a folder of somebody else is refused, an empty one taken")
  func foreignFolder() throws {
    let folder = TemporaryFolder()
    folder.write("home/letter.txt", "mine")
    #expect(throws: SiteFailure.self) { try write(["a.html": "a"], to: "\(folder.path)/home") }
    #expect(folder.files("home") == ["letter.txt"])
    mkdir("\(folder.path)/empty", 0o755)
    #expect(try write(["a.html": "a"], to: "\(folder.path)/empty").written == 1)
  }

  @Test("files that somebody put beside ours stay, and ours do not replace them")
  func foreignFiles() throws {
    let folder = TemporaryFolder()
    let site = "\(folder.path)/site"
    _ = try write(["a.html": "a"], to: site)
    folder.write("site/CNAME", "example.org")
    folder.write("site/own/x", "x")
    _ = try write(["a.html": "b"], to: site)
    #expect(folder.files("site") == [".loopbook-site", "CNAME", "a.html", "own/x"])
    #expect(throws: SiteFailure.self) { try write(["CNAME": "other"], to: site) }
    #expect(folder.text("site/CNAME") == "example.org")
  }

  @Test("folders that somebody made stay, empty or not, with the rights that they have")
  func foreignFolders() throws {
    let folder = TemporaryFolder()
    let site = "\(folder.path)/site"
    _ = try write(["a.html": "a"], to: site)
    folder.write("site/.git/config", "x")
    mkdir("\(site)/.git/refs", 0o700)
    chmod("\(site)/.git", 0o700)
    _ = try write(["a.html": "b"], to: site)
    var status = stat()
    #expect(stat("\(site)/.git/refs", &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat("\(site)/.git", &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(folder.text("site/.git/config") == "x")
  }

  @Test("a file is copied piece by piece, and kept where it is the same")
  func copies() throws {
    let folder = TemporaryFolder()
    let site = "\(folder.path)/site"
    let text = String(repeating: "0123456789", count: 20_000)
    func copy() throws(SiteFailure) -> SiteWriter.Outcome {
      let writer = try SiteWriter(site)
      writer.copy("\(folder.path)/film", to: "film")
      return try writer.finish()
    }
    folder.write("film", text)
    #expect(try copy().written == 1)
    #expect(folder.text("site/film") == text)
    #expect(try copy().isUnchanged)
    folder.write("film", String(text.dropLast()) + "x")
    #expect(try copy().written == 1)
    #expect(folder.text("site/film")?.last == "x")
    remove("\(folder.path)/film")
    mkfifo("\(folder.path)/film", 0o600)
    #expect(throws: SiteFailure.self) { try copy() }
    #expect(folder.text("site/film")?.last == "x")
  }

  @Test("what cannot be written leaves the old site whole")
  func failure() throws {
    let folder = TemporaryFolder()
    let site = "\(folder.path)/site"
    _ = try write(["a.html": "a", "b.html": "b"], to: site)
    // A file and a folder of one name cannot both be written, whoever asks.
    #expect(throws: SiteFailure.self) { try write(["a.html": "new", "b.html": "b", "c": "c", "c/d": "d"], to: site) }
    #expect(folder.files("") == ["site/.loopbook-site", "site/a.html", "site/b.html"])
    #expect(folder.text("site/a.html") == "a")
  }

  @Test("a link in the place of the folder leads to the folder that is replaced")
  func linkedOutput() throws {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/real", 0o755)
    symlink("\(folder.path)/real", "\(folder.path)/site")
    _ = try write(["a.html": "a"], to: "\(folder.path)/site")
    _ = try write(["a.html": "b"], to: "\(folder.path)/site")
    #expect(folder.text("real/a.html") == "b")
  }

  @Test("what a build left that was ended in the middle is removed")
  func leftovers() throws {
    let folder = TemporaryFolder()
    folder.write(".site.loopbook-new/half.html", "half")
    _ = try write(["a.html": "a"], to: "\(folder.path)/site")
    #expect(folder.files("") == ["site/.loopbook-site", "site/a.html"])
  }

  @Test("writing into a folder waits for the build that writes there")
  func lock() async throws {
    let folder = TemporaryFolder()
    let site = "\(folder.path)/site"
    let first = try SiteWriter(site)
    first.put("a.html", [1])
    let second = Task.detached { () -> SiteWriter.Outcome in
      let writer = try SiteWriter(site)
      writer.put("a.html", [2])
      return try writer.finish()
    }
    #expect(try first.finish().written == 1)
    #expect(try await second.value.written == 1)
    #expect(folder.text("site/a.html") == "\u{2}")
  }
}
