internal import Book
internal import Execution
internal import Files
internal import Text

/// What is wrong with a book's package, where its author mends it.
struct PackageProblems {
  private let configuration: Configuration

  /// How many errors of the compiler are told.
  private static let mostErrors = 10

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// The products that the package does not have.
  func missingProducts(_ description: PackageDescription) -> [Diagnostic] {
    let names =
      Array(zip(configuration.products, configuration.modulePlaces.names))
      + Array(zip(configuration.api?.products ?? [], configuration.api?.places ?? []))
    // A package of which nothing was understood is left to SwiftPM.
    guard !description.products.isEmpty else { return [] }
    return causes(names.compactMap { name, place in missing(name, place, description) })
  }

  private func missing(_ name: String, _ place: SourcePlace, _ description: PackageDescription) -> Diagnostic? {
    let libraries = description.products.filter(\.isLibrary).map(\.name)
    guard !libraries.contains(name) else { return nil }
    if description.products.contains(where: { $0.name == name }) {
      return Diagnostic(
        id: "unknown-product", "the product '\(name)' of the package is not a library", at: place,
        cure: list(libraries))
    }
    let target = description.targets.first { $0.name == name || $0.module == name }
    let near =
      target.flatMap { description.libraries(of: $0).first } ?? NearestName.suggestion(for: name, among: libraries)
    return Diagnostic(
      id: "unknown-product", "the package has no product '\(name)'", at: place,
      notes: target == nil || near == nil ? [] : [Diagnostic.Note("it has a target of this name")],
      cure: near.map { "did you mean '\($0)'?" } ?? list(libraries))
  }

  private func list(_ libraries: [String]) -> String {
    libraries.isEmpty
      ? "it has no library: add one to the products of its Package.swift"
      : "its libraries are " + libraries.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// Why it does not build: the compiler's errors where they stand, or what SwiftPM said.
  func failure(_ failure: PackageBuild.Failure) -> [Diagnostic] {
    guard failure.errors.isEmpty else {
      var problems = failure.errors.prefix(Self.mostErrors).map(diagnostic)
      let more = failure.errors.count - problems.count
      if more > 0 {
        problems[problems.count - 1].notes.append(Diagnostic.Note("the package has \(more) more errors"))
      }
      return causes(problems)
    }
    let lines = failure.words.split(separator: "\n")
    var seen: Set<Substring> = []
    let telling = lines.filter { line in
      line.contains("error: ") && line.first != " " && !Self.isEmpty(line) && seen.insert(line).inserted
    }
    let words = (telling.isEmpty ? lines.suffix(10) : telling.prefix(10)).map { "  \($0)" }.joined(separator: "\n")
    let place = configuration.modulePlaces.package ?? SourcePlace(path: configuration.file)
    return causes([
      Diagnostic(
        id: "package-fails", failure.message, at: place,
        notes: words.isEmpty ? [] : [Diagnostic.Note("it said:\n\(words)")],
        cure: failure.isOfCache
          ? "set XDG_CACHE_HOME to a folder that can be written to, or 'cache' in \(Configuration.fileName)" : nil)
    ])
  }

  /// Whether a line only says that something has failed.
  private static func isEmpty(_ line: Substring) -> Bool {
    ["ExitCode(", "fatalError", "emit-module command failed"].contains { line.contains($0) }
  }

  private func causes(_ problems: [Diagnostic]) -> [Diagnostic] {
    problems.enumerated().map { number, problem in
      var problem = problem
      problem.precedence = number
      return problem
    }
  }

  private func diagnostic(_ message: CompilerMessage) -> Diagnostic {
    let notes = message.notes.filter { isOwn($0.file) }.map { Diagnostic.Note($0.text, at: place($0)) }
    let cure = CompilationReport.text(fixIt: message.fixIt).map { "write `\($0)` there" }
    return Diagnostic(
      id: "package-fails", "the package does not build: \(message.text)", at: place(message), notes: notes, cure: cure)
  }

  private func isOwn(_ path: String) -> Bool { path.hasPrefix("/") && Disk.isReadable(path) }

  /// The place of a message, with the path that leads there from where the book's path leads from.
  private func place(_ message: CompilerMessage) -> SourcePlace {
    let package = configuration.package ?? ""
    let root = Disk.absolute(package)
    let path =
      message.file.hasPrefix(root + "/")
      ? BookPath.join(package, String(message.file.dropFirst(root.utf8.count + 1))) : message.file
    guard let bytes = Disk.bytes(of: message.file) else { return SourcePlace(path: path) }
    let file = SourceFile(path: path, bytes: bytes)
    guard (1...file.lineStarts.count).contains(message.line) else { return SourcePlace(path: path) }
    let line = file.lineRange(message.line)
    let start = min(line.lowerBound + max(0, message.column - 1), line.upperBound)
    return file.place(start..<min(start + message.length, line.upperBound))
  }
}
