internal import Book
internal import Execution
internal import Files
internal import Reference
internal import Text
internal import Words

extension Workshop {
  /// The pages of the book's modules, made from what the compiler tells of them, which is kept.
  ///
  /// - Parameter before: Those that were made earlier in this process.
  func reference(
    _ configuration: Configuration, _ options: VerificationOptions, after before: BookReference?,
    _ progress: any VerificationProgress
  ) async throws(MachineLack) -> BookReference {
    guard let settings = configuration.api else { return BookReference() }
    guard let documented, !documented.modules.isEmpty else {
      // Where something is wrong with the modules, that is told; until it is mended, pages stay as they were.
      if offer.lack != nil || !diagnostics.isEmpty { return before ?? BookReference() }
      return BookReference(lacking: settings, of: configuration)
    }
    var graphs: [SymbolGraph] = []
    var problems: [Diagnostic] = []
    var new: [Fingerprint: [UInt8]] = [:]
    let supervisor = try Supervisor.started()
    Abandonment.remember(supervisor)
    defer { Abandonment.forget(supervisor) }
    for module in documented.modules {
      do throws(SymbolExtraction.Failure) {
        for graph in try await self.graphs(of: module, documented, with: supervisor, keeping: &new, progress) {
          do throws(SymbolGraphError) { graphs.append(try SymbolGraph(parsing: graph.bytes)) } catch {
            throw SymbolExtraction.Failure(reason: "\(graph.name) cannot be read: \(error)")
          }
        }
      } catch {
        problems.append(Self.problem(error, with: module, settings))
      }
    }
    await supervisor.stop()
    let reference = BookReference(
      graphs, documented, settings, isStrict: settings.isStrict || options.demandsDocs,
      InterfaceWords(configuration.language, own: configuration.words), problems: problems)
    // The compiler reads comments from files as they are now: where one changed after it was compiled, what was told is
    // true of no state.
    if !reference.diagnostics.contains(where: { $0.id == "changed-comment" }) {
      cache.describe()
      for (key, bytes) in new { cache.keepHere(bytes, as: key) }
    }
    return reference
  }

  /// What the compiler tells of a module: asked once for each build of it.
  private func graphs(
    of module: SymbolExtraction.Module, _ documented: DocumentedModules, with supervisor: Supervisor,
    keeping new: inout [Fingerprint: [UInt8]], _ progress: any VerificationProgress
  ) async throws(SymbolExtraction.Failure) -> [SymbolExtraction.Graph] {
    if let told = documented.told { return try Self.graphs(of: module, in: told) }
    guard module.isDocumented else {
      throw SymbolExtraction.Failure(
        reason:
          "\(BookPath.name(of: module.files.first { !Disk.isReadable($0) } ?? module.path)), which has its doc comments, "
          + "is missing beside it")
    }
    let key = Fingerprint(
      ["symbols", module.name] + SymbolExtraction.options + documented.identity(files) + identity)
    if let known = cache.entry(key), let graphs = try? [SymbolExtraction.Graph](reading: known) { return graphs }
    progress.begin(stage: "Reading the doc comments of \(module.name)", total: 0)
    let extraction = SymbolExtraction(tools.toolchain, documented.settings, environment: environment)
    let graphs = try await extraction.graphs(
      of: module, reexporting: (documented.modules + documented.others).filter { $0 != module }, with: supervisor)
    new[key] = graphs.bytes
    return graphs
  }

  /// What the compiler told of a module of an installed copy.
  private static func graphs(
    of module: SymbolExtraction.Module, in folder: String
  ) throws(SymbolExtraction.Failure) -> [SymbolExtraction.Graph] {
    let names = FileTree.names(in: folder).sorted().filter { name in
      ["\(module.name).", "\(module.name)@"].contains { name.hasPrefix($0) } && name.hasSuffix(".symbols.json")
    }
    let graphs = names.compactMap { name in
      Disk.bytes(of: "\(folder)/\(name)").map { SymbolExtraction.Graph(name: name, bytes: $0) }
    }
    guard graphs.contains(where: { $0.name == "\(module.name).symbols.json" }) else {
      throw SymbolExtraction.Failure(reason: "this copy of loopbook has lost the data about it: install loopbook again")
    }
    return graphs
  }

  private static func problem(
    _ failure: SymbolExtraction.Failure, with module: SymbolExtraction.Module, _ settings: ReferenceSettings
  ) -> Diagnostic {
    let lines = failure.words.split(separator: "\n")
    let telling = lines.filter { $0.contains("error:") }
    let words = (telling.isEmpty ? lines.suffix(10) : telling.prefix(10)).map { "  \($0)" }.joined(separator: "\n")
    return Diagnostic(
      id: "no-symbols", "the module '\(module.name)' cannot have pages, because \(failure.reason)", at: settings.place,
      notes: words.isEmpty ? [] : [Diagnostic.Note("it said:\n\(words)")],
      cure: "name other products below 'reference', or remove the key")
  }
}

extension [SymbolExtraction.Graph] {
  /// As they are kept.
  fileprivate var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(self) { writer, graph in
      writer.write(graph.name)
      writer.write(graph.bytes)
    }
    return writer.bytes
  }

  fileprivate init(reading bytes: [UInt8]) throws(ByteReader.Damage) {
    var reader = ByteReader(bytes)
    self = try reader.list { reader throws(ByteReader.Damage) in
      Element(name: try reader.text(), bytes: try reader.content())
    }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
  }
}
