internal import Examples
internal import Execution
internal import Text

/// An example of the book that is run once more, with the declarations of another in the place of what it imports.
///
/// What a program declares itself hides what it imports, so the other's text after its own is all that it takes. Its
/// lines keep their numbers.
struct Rerun: Sendable {
  /// The name of the example in the book, `chapter#id`.
  let name: String
  /// The one whose declarations are tried, in its chapter.
  let asker: String
  /// The example as it stands.
  let original: ProgramTask
  /// The example with the declarations.
  let task: ProgramTask
  /// The example with the declarations marked, which is only compiled: the compiler tells whether it uses them.
  ///
  /// `nil` where they cannot be marked.
  let marked: (declarations: MarkedDeclarations, task: ProgramTask)?

  /// The programs of which records are needed.
  var tasks: [ProgramTask] { [original, task] + (marked.map { [$0.task] } ?? []) }

  /// What tells that none has changed.
  var fingerprints: [Fingerprint] { tasks.map(\.fingerprint) }

  /// The results that another machine may have.
  var wanted: [ResultCache.Wanted] {
    let blocks = original.source.blocks.count + 1
    return fingerprints.map { fingerprint in
      ResultCache.Wanted(fingerprint: fingerprint) { ProgramRecord($0)?.isPlausible(blocks: blocks) ?? false }
    }
  }

  init(
    _ original: Case, named name: String, with declarations: String, of asker: String, _ catalog: ModuleCatalog
  ) {
    self.name = name
    self.asker = asker
    self.original = original.task
    let identities = catalog.identities(for: declarations)
    task = original.task.with(declarations, identities: identities)
    let mark = "as declared for \(task.fingerprint)"
    marked = MarkedDeclarations(declarations, mark: mark).map { marked in
      (marked, original.task.with(marked.text, identities: identities, isCompiledOnly: true))
    }
  }

  /// Whether the example uses one of the declarations, by what is known of it with these marked.
  ///
  /// A name alone may still mean what it imports, such as another function of that name. What does not compile so tells
  /// nothing.
  func usesDeclarations(_ record: ProgramRecord?) -> Bool {
    guard let marked, let record, record.messages.isEmpty, !record.isBroken else { return true }
    let lines = original.source.text.utf8.count { $0 == UInt8(ascii: "\n") }
    return marked.declarations.areUsed(inFirst: lines, record.warnings)
  }

  /// What is said of an example that uses none of the declarations.
  static let unused = "uses nothing that is declared here"

  /// Why it would prove nothing to run it with these declarations; `nil` where it does.
  static func refusal(of original: Case, with declarations: String) -> String? {
    guard original.program.kind == .runs, original.task.hasVirtualClock else {
      return "cannot be run once more: only examples on the virtual clock do the same each time"
    }
    // `Module.Name` means the module's, whatever the program declares.
    let declared = DeclaredNames(declarations).ranges.keys
    return CodeWords(original.program.text).unqualified.isDisjoint(with: declared)
      ? unused : nil
  }
}
