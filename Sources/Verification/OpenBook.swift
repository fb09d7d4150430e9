internal import Book
internal import Files
internal import Text

/// A book that is worked on: its configuration is read, and the workshop for its examples opened, when that is first
/// needed, and once.
struct OpenBook: Sendable {
  let options: VerificationOptions
  let progress: any VerificationProgress
  private let environment: [String: String]
  private var configured: (Configuration?, [Diagnostic])?
  private var opened: Result<Workshop, MachineLack>?

  init(_ options: VerificationOptions, environment: [String: String], progress: any VerificationProgress) {
    self.options = options
    self.environment = environment
    self.progress = progress
  }

  /// What the book says about itself, and what is wrong with that.
  mutating func configuration() -> (Configuration?, [Diagnostic]) {
    let configured = configured ?? Self.configuration(of: BookPath.clean(options.location.folder), environment)
    self.configured = configured
    return configured
  }

  /// The author of a commit could make up results, too, so a book whose results came with a checkout is not worked on.
  private static func configuration(
    of folder: String, _ environment: [String: String]
  ) -> (Configuration?, [Diagnostic]) {
    let (configuration, problems) = Configuration.load(folder)
    guard let configuration, let file = GitIndex.trackedFile(below: configuration.cache) else {
      return (configuration, problems)
    }
    let cache = configuration.cache
    let word = ShellWord.quoted(cache)
    let stranger = CacheFolder(cache).stranger(countingHidden: true)
    let problem = Diagnostic(
      id: "committed-results",
      "the folder of results is in the git repository, with '\(file)': results from a commit are not trusted",
      at: SourcePlace(path: cache),
      cure: stranger.map {
        "it has files that loopbook did not make, such as '\(Excerpt.short($0))'; name a folder of its own, as in 'cache: ../cache', "
          + "in \(Configuration.fileName)"
      } ?? "rm -r \(word) && git rm -r --quiet --cached \(word)")
    return (nil, problems + [problem])
  }

  /// Reads its chapters; those that are made of doc comments need its workshop.
  ///
  /// - Parameters:
  ///   - before: The book as it was read earlier in this process.
  ///   - pages: Its pages of doc comments at that time.
  ///   - memory: What is known of its chapters from earlier runs.
  ///   - each: Is told each chapter that was not read before as soon as it is read, by several threads.
  mutating func read(
    after before: Book? = nil, and pages: BookReference? = nil, knowing memory: ChapterMemory? = nil,
    files: FileIdentities? = nil, each: @Sendable (Chapter) -> Void = { _ in }
  ) async throws(MachineLack) -> (Book?, [Diagnostic], BookReference) {
    let configured = configuration()
    var reference = BookReference()
    if let configuration = configured.0, configuration.api != nil {
      reference = try await workshop(configuration, knowing: files).reference(
        configuration, options, after: pages, progress)
    }
    let (book, problems) = Book.load(
      options.location.folder, configured: configured, includesDrafts: options.includesDrafts, after: before,
      with: reference.part, knowing: memory, each: each)
    let told = reference.diagnostics.filter { problem in book.map { isMeant(problem, in: $0) } ?? true }
    return (book, (problems + told).sorted(), reference)
  }

  /// Whether what is wrong with doc comments concerns what is meant of the book.
  private func isMeant(_ problem: Diagnostic, in book: Book) -> Bool {
    guard !options.location.isWholeBook, let place = problem.place else { return true }
    if place.path == book.configuration.file { return problem.severity == .error }
    return options.location.includes(place)
      && book.chapters.contains { options.location.includes($0) && $0.includes.contains(place.path) }
  }

  /// The workshop for its examples.
  ///
  /// - Parameter files: What an earlier workshop of this process knows of files.
  mutating func workshop(
    _ configuration: Configuration, knowing files: FileIdentities? = nil
  ) async throws(MachineLack) -> Workshop {
    let result: Result<Workshop, MachineLack>
    if let opened {
      result = opened
    } else {
      do throws(MachineLack) {
        result = .success(
          try await Workshop.open(configuration, options, knowing: files, environment: environment, progress: progress))
      } catch {
        result = .failure(error)
      }
      opened = result
    }
    return try result.get()
  }
}
