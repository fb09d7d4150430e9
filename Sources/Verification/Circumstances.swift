package import Book
internal import Files
internal import Text

/// What the results of a verification depend on besides the book's own files: where the book is, tools, modules and
/// options.
package struct Circumstances: Sendable {
  /// The book's folder.
  package let book: String
  /// What the book says about itself.
  package let configuration: Configuration
  /// What changes when one of the circumstances does.
  package let fingerprint: Fingerprint

  init(_ configuration: Configuration, _ workshop: Workshop, _ options: VerificationOptions) {
    book = options.location.folder
    self.configuration = configuration
    fingerprint = Fingerprint(
      [
        Fingerprint(workshop.identity), Fingerprint(workshop.figureTools.stamp), Fingerprint(workshop.catalog.identity),
        options.fingerprint,
        Fingerprint(workshop.diagnostics.map { "\($0.id) \($0.message)" }),
        Fingerprint(workshop.pageIdentity(configuration, options)),
        Fingerprint(workshop.documented?.identity(workshop.files) ?? []),
        // As it was read: the file may be another by the time that the book's files are looked at.
        Fingerprint([configuration.reflection]),
      ].map(\.description))
  }
}

extension Circumstances {
  /// What changes with the program and with the circumstances; `nil` where the program was changed just now, and so
  /// might be another one already.
  package var identity: String? {
    var program = FileStamps()
    program.addProgram()
    return program.isSettled ? "\(fingerprint) \(program.text)" : nil
  }
}

extension ChapterMemory {
  /// Reads what is remembered of a book's chapters; `nil` where the program was changed just now.
  package convenience init?(_ circumstances: Circumstances) {
    guard let identity = circumstances.identity else { return nil }
    self.init(in: circumstances.configuration.cache, identity: identity)
  }
}

extension VerificationOptions {
  /// The options that change how the work is done, and nothing of what comes out.
  package static let withoutEffect: Set = [
    "jobs", "usesCache", "remoteCache", "uploadsToRemoteCache", "stopsAtFirstFailure",
  ]

  /// What changes when an option does that can change what comes out: all but those that are known to be without
  /// effect.
  package var fingerprint: Fingerprint {
    var pieces: [String] = []
    // The options themselves are asked what they are, so that none can be forgotten.
    for option in Mirror(reflecting: self).children where !Self.withoutEffect.contains(option.label ?? "") {
      pieces += [option.label ?? "", String(reflecting: option.value)]
    }
    return Fingerprint(pieces)
  }
}
