internal import Synchronization

/// What was made for a book's pages in this process, each under what it was made from; any thread may ask it.
final class PageMemory: Sendable {
  /// A module, and the programs in it.
  struct Module: Sendable {
    let fingerprint: Fingerprint
    let pack: LivePack
    /// By what tells a program from others, its place in the pack.
    let places: [Fingerprint: Int]
  }

  /// What the compiler said of a program.
  enum Types: Sendable {
    case known(ProgramTypes)
    /// Its library crashed over the program.
    case lost
  }

  private struct Content {
    var modules: [Module] = []
    var drawing: (fingerprint: Fingerprint, text: [UInt8])?
    var types: [Fingerprint: Types] = [:]
  }
  private let content = Mutex(Content())

  // MARK: programs

  /// All modules, in the order in which they came.
  var modules: [Module] { content.withLock { $0.modules } }

  /// Remembers a module; `programs` are what tells each of those in it from others.
  func keep(_ pack: LivePack, as fingerprint: Fingerprint, programs: [Fingerprint]) {
    let places = Dictionary(zip(programs, programs.indices)) { first, _ in first }
    content.withLock { content in
      guard !content.modules.contains(where: { $0.fingerprint == fingerprint }) else { return }
      content.modules.append(Module(fingerprint: fingerprint, pack: pack, places: places))
    }
  }

  /// Forgets these modules.
  func forgetModules(_ fingerprints: Set<Fingerprint>) {
    content.withLock { content in content.modules.removeAll { fingerprints.contains($0.fingerprint) } }
  }

  func drawing(_ fingerprint: Fingerprint) -> [UInt8]? {
    content.withLock { $0.drawing?.fingerprint == fingerprint ? $0.drawing?.text : nil }
  }

  func keep(_ drawing: [UInt8], as fingerprint: Fingerprint) {
    content.withLock { $0.drawing = (fingerprint, drawing) }
  }

  // MARK: types

  func types(_ fingerprint: Fingerprint) -> Types? { content.withLock { $0.types[fingerprint] } }

  func keep(_ types: Types, as fingerprint: Fingerprint) {
    content.withLock { $0.types[fingerprint] = types }
  }

  /// Forgets the types of all programs but these.
  func keepTypes(_ fingerprints: Set<Fingerprint>) {
    content.withLock { $0.types = $0.types.filter { fingerprints.contains($0.key) } }
  }
}
