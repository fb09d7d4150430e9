import Book
import Glibc
import LoopEngine
import Preview
import Text
import Verification

/// Shows a book in the browser while it is written.
struct Serve: Verb {
  static let name = "serve"
  static let summary = "verify and show the book while you write; reload on change"
  static let details = """
    Verifies the book and serves its site from memory, to this machine only; the site on disk stays as 'loopbook build' \
    left it. When a file of the book, its templates or its package changes, verifies and renders again what depends on \
    it; open pages reload and keep their place. Problems appear on the page, and new output next to the old, with a \
    button that records it. The terminal lists only problems that are new or fixed. Live examples and types follow as \
    soon as they are made. Ctrl-C ends it.
    With --edit, readers can change a listing on the page and run it like the example, in the sandbox and within the \
    same limits. The page shows what it does and how that differs from the book; nothing is written.
    With --host, it listens on another address of this machine, for instance in a container. Anyone who can reach that \
    address can read the book and use the buttons on its pages. It answers only requests for numeric addresses, \
    localhost and the names given with --allow-host.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook serve --open", "the book in ./content, in the browser"),
    ("loopbook serve guide --port 8080", "the book in guide, at http://127.0.0.1:8080/"),
    ("loopbook serve --host 0.0.0.0", "in a container, for anyone who can reach it"),
  ]

  /// The port that is taken when none is named and it is free.
  private static let usualPort = 3000

  /// The book's folder; `nil` means the usual one.
  var book: String?

  /// The port; 0 means any that is free.
  var port: Int?

  /// The address of this machine to listen on; `nil` means loopback.
  var host: String?

  /// Further names under which it answers.
  var names: [String] = []

  /// Whether readers may change listings and run them.
  var isEditable = false

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
        "listen on this port; 0 means any free port; without it, \(usualPort) if that is free"),
      .value(
        "--host", "ADDRESS", \.host, .address,
        "listen on this address, such as 0.0.0.0 in a container; without it, only this machine can connect"),
      .values("--allow-host", "NAME", \.names, .hostName, "also answer requests for this host name"),
      .flag("--edit", \.isEditable, "let readers change listings on the page and run them, in the sandbox"),
      .flag("--open", \.opensBrowser, "open the first page in the browser"),
    ] + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  var contradictions: [Diagnostic] {
    guard isEditable, common.isUnconfined else { return [] }
    return [
      Diagnostic(
        id: "contradicting-flags", "what readers write is only run in the sandbox", at: nil,
        cure: "leave out '--edit' or '--no-sandbox'")
    ]
  }

  func run(in console: Console) async -> ExitCode {
    let target = book.map { ExampleTarget(path: $0, id: nil) }
    let options: VerificationOptions
    do throws(ExampleWork.Ending) { options = try ExampleWork(target, common, console).options } catch {
      return error.code
    }
    let work = WorkQueue()
    do throws(SystemError) {
      let host = try PreviewHost()
      let address: String
      do throws(PreviewServer.Failure) { address = try await listen(host, work) } catch {
        console.report(diagnostic(error))
        return .machineLacks
      }
      console.result("Serving \(options.location.folder) at \(address). Ctrl-C ends it.\n")
      if opensBrowser, let reason = BrowserStart.open(address) {
        console.message("No browser could be opened (xdg-open: \(reason)).\n")
      }
      try await follow(LiveBook(options, isEditable: isEditable, console: console), on: host, work, console)
    } catch {
      console.report(
        Diagnostic(
          id: "system", "\(error)", at: nil, cure: "End other programs, or raise fs.inotify.max_user_instances."))
    }
    return .machineLacks
  }

  private var access: PreviewAccess { host.map { PreviewAccess(address: $0, names: names) } ?? .loopback(names) }

  private func listen(_ server: PreviewHost, _ work: WorkQueue) async throws(PreviewServer.Failure) -> String {
    var state = PreviewState { _ in nil }
    state.notice = "The book is being verified. This page shows it when that is done."
    let access = self.access
    func listen(_ port: Int) async throws(PreviewServer.Failure) -> String {
      let port = try await server.listen(port: UInt16(port), at: access, state) { await work.perform($0) }
      return "http://\(PreviewAccess.host(access.address)):\(port)/"
    }
    do throws(PreviewServer.Failure) { return try await listen(port ?? Self.usualPort) } catch {
      guard port == nil, error.errno == EADDRINUSE else { throw error }
      return try await listen(0)
    }
  }

  /// Shows the book, shows it again whenever it changes, and does what its pages ask for.
  private func follow(
    _ book: LiveBook, on host: PreviewHost, _ work: WorkQueue, _ console: Console
  ) async throws(SystemError) {
    var book = book
    var folders: [String] = []
    var isFirst = true
    let maker = PageMaker(jobs: book.jobs, console: console) { work.addParts() }
    // What changes from here on is seen, whatever the first look misses.
    work.add([])
    for await _ in work.signals {
      for wish in work.takeWishes() { wish.answer(with: await book.perform(wish.request, work)) }
      let paths = work.takePaths()
      let hasNewParts = work.takeParts()
      guard isFirst || !paths.isEmpty || hasNewParts || folders != book.folders else { continue }
      // What is under way must not see half of what is about to be built.
      if book.hasModules(in: paths) { maker.leaveModules() }
      let isForPages = hasNewParts && paths.isEmpty && folders == book.folders
      isFirst = false
      if folders != book.folders {
        folders = book.folders
        try await host.watch(folders, ignoring: book.ignores(output: common.output)) { work.add($0) }
      }
      let news = await book.refresh(isForPages: isForPages)
      Interruption.checkpoint()
      await host.show(news.state)
      if folders != book.folders { work.add([]) }
      if !console.isQuiet, !paths.isEmpty { console.message("Changed: \(Self.list(paths))\n") }
      console.message(news.problems)
      if !console.isQuiet, !isForPages || !news.problems.isEmpty { console.message(news.summary + "\n") }
      if let needs = news.needs { maker.make(needs) }
    }
  }

  private static func list(_ paths: [String]) -> String {
    paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
  }

  private func diagnostic(_ failure: PreviewServer.Failure) -> Diagnostic {
    let reason = String(cString: strerror(failure.errno))
    let cure =
      switch failure.errno {
      case EACCES: "Name a port above 1023."
      case EADDRNOTAVAIL: "Name an address of this machine with --host, or 0.0.0.0 for all of them."
      default: "Name another port with --port, or let --port 0 choose a free one."
      }
    return Diagnostic(
      id: "port", "cannot listen on port \(failure.port) of \(access.address): \(reason)", at: nil, cure: cure)
  }
}

extension ArgumentType<String> {
  /// The address of a machine.
  fileprivate static var address: Self {
    Self { text throws(ArgumentProblem) in
      if text == "localhost" { return PreviewAccess.loopback.address }
      guard PreviewAccess.isAddress(text) else {
        throw ArgumentProblem(needs: "an address of this machine, such as 0.0.0.0, 192.168.1.5 or ::1")
      }
      return text
    }
  }

  /// The name of a machine.
  fileprivate static var hostName: Self {
    Self { text throws(ArgumentProblem) in
      guard PreviewAccess.isName(text) else {
        throw ArgumentProblem(needs: "the name of a machine, without a port, such as book.test")
      }
      return text
    }
  }
}
