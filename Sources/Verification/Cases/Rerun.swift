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

  /// What tells that neither has changed.
  var fingerprints: [Fingerprint] { [original.fingerprint, task.fingerprint] }

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
    task = original.task.with(declarations, identities: catalog.identities(for: declarations))
  }

  /// Why it would prove nothing to run it with these declarations; `nil` where it does.
  static func refusal(of original: Case, with declarations: String) -> String? {
    guard original.program.kind == .runs, original.task.hasVirtualClock else {
      return "cannot be run once more: only examples on the virtual clock do the same each time"
    }
    // `Module.Name` means the module's, whatever the program declares.
    let declared = DeclaredNames(declarations).ranges.keys
    return CodeWords(original.program.text).unqualified.isDisjoint(with: declared)
      ? "uses nothing that is declared here" : nil
  }
}
