import Book
import Glibc
import LoopEngine
import Preview
import Text
import Verification

/// Shows a book in the browser while it is written.
struct Serve: Verb {
  static let name = "serve"
  static let summary = "build, serve on loopback, rebuild and reload on change"
  static let details = """
    Verifies the book and serves its site to this machine only, from memory: the site on disk is what 'loopbook build' \
    made of it. When a file of the book, its templates or its package changes, what depends on it is verified and laid \
    out again, and open pages load it and keep their place. What is wrong stands here and on the page, and mending it is \
    enough. Ctrl-C ends it.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook serve --open", "the book in ./content, in the browser"),
    ("loopbook serve guide --port 8080", "the book in guide, at http://127.0.0.1:8080/"),
  ]

  /// The port that is taken when none is named and it is free.
  private static let usualPort = 3000

  /// The book's folder; `nil` means the usual one.
  var book: String?

  /// The port; 0 means any that is free.
  var port: Int?

  var opensBrowser = false
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK", \.book, .folder, "the folder that holds loopbook.yml")]
  }

  static var options: [OptionDeclaration<Self>] {
    [
      .value(
        "--port", "N", \.port, .number(0...65_535),
        "listen on this port; 0 takes any that is free; without it, \(usualPort) if it is"),
      .flag("--open", \.opensBrowser, "open the first page in the browser"),
    ] + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  func run(in console: Console) async -> ExitCode {
    let target = book.map { ExampleTarget(path: $0, id: nil) }
    let options: VerificationOptions
    do throws(ExampleWork.Ending) { options = try ExampleWork(target, common, console).options } catch {
      return error.code
    }
    do throws(SystemError) {
      let host = try PreviewHost()
      let address: String
      do throws(PreviewServer.Failure) { address = try await listen(host) } catch {
        console.report(Self.diagnostic(error))
        return .machineLacks
      }
      console.result("Serving \(options.location.folder) at \(address). Ctrl-C ends it.\n")
      if opensBrowser, let reason = BrowserStart.open(address) {
        console.message("No browser could be opened (xdg-open: \(reason)).\n")
      }
      try await follow(LiveBook(options, console: console), on: host, console)
    } catch {
      console.report(
        Diagnostic(
          id: "system", "\(error)", at: nil, cure: "End other programs, or raise fs.inotify.max_user_instances."))
    }
    return .machineLacks
  }

  private func listen(_ host: PreviewHost) async throws(PreviewServer.Failure) -> String {
    var state = PreviewState { _ in nil }
    state.notice = "The book is being verified. This page shows it when that is done."
    let wanted = UInt16(port ?? Self.usualPort)
    do throws(PreviewServer.Failure) {
      return "http://127.0.0.1:\(try await host.listen(port: wanted, state))/"
    } catch {
      guard port == nil, error.errno == EADDRINUSE else { throw error }
      return "http://127.0.0.1:\(try await host.listen(port: 0, state))/"
    }
  }

  /// Shows the book, and shows it again whenever it changes.
  private func follow(_ book: LiveBook, on host: PreviewHost, _ console: Console) async throws(SystemError) {
    var book = book
    let changes = ChangeQueue()
    var folders: [String] = []
    // What changes from here on is seen, whatever the first look misses.
    changes.add([])
    for await _ in changes.signals {
      let paths = changes.take()
      if folders != book.folders {
        folders = book.folders
        try await host.watch(folders, ignoring: book.ignores(output: common.output)) { changes.add($0) }
      }
      let news = await book.refresh()
      Interruption.checkpoint()
      await host.show(news.state)
      if folders != book.folders { changes.add([]) }
      if !console.isQuiet, !paths.isEmpty { console.message("Changed: \(Self.list(paths))\n") }
      console.message(news.problems)
      if !console.isQuiet { console.message(news.summary + "\n") }
    }
  }

  private static func list(_ paths: [String]) -> String {
    paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
  }

  private static func diagnostic(_ failure: PreviewServer.Failure) -> Diagnostic {
    let reason = String(cString: strerror(failure.errno))
    return Diagnostic(
      id: "port", "port \(failure.port) of 127.0.0.1 cannot be listened on: \(reason)", at: nil,
      cure: failure.errno == EACCES ? "Name a port above 1023." : "Name another with --port, or take any with --port 0."
    )
  }
}
