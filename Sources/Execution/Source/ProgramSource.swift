/// A program to compile: its text, and what is known of it.
package struct ProgramSource: Sendable {
  /// What tells it from the others of one build; letters, digits and hyphens.
  package var name: String
  package var text: String
  /// The UTF-8 offsets at which the blocks of a session begin, the first left out.
  package var blocks: [Int]
  package var settings: ModuleSettings
  /// Why it must not share a module, for a reason that its text does not show.
  package var aloneReason: AloneReason?
  /// Whether its run takes long, so that it had better begin early.
  package var isSlow = false

  package init(name: String, text: String, blocks: [Int] = [], settings: ModuleSettings) {
    self.name = name
    self.text = text
    self.blocks = blocks
    self.settings = settings
  }
}

extension ScriptSyntax {
  /// Parses a program as it is compiled.
  init(_ source: ProgramSource) {
    self.init(source.text, implicitImports: source.settings.implicitImports)
  }
}

/// What a program became.
package struct CompiledProgram: Sendable {
  package enum Outcome: Sendable {
    case loadable(LoadableProgram)
    case rejected([CompilerMessage])
    case broken(String)
  }

  package var outcome: Outcome
  package var imports: [String]
  /// Why it is a module of its own; `nil`: it shares one.
  package var aloneReason: AloneReason?
  /// How long the compiler took over it; where one call compiled several, its part of that.
  package var compilation = Duration.zero
  /// What the compiler warned of.
  package var warnings: [CompilerMessage] = []
}

extension CompiledProgram {
  /// Whether a run does not count, and the program has to be compiled and run again as a module of its own.
  ///
  /// So it is with a program that shares its module and whose verdict is a failure (`failed`), since only the exact way
  /// may say so, and with one that printed the name of a private type, which holds an address.
  package func mustBeRepeatedAlone(after result: ProgramResult?, failed: Bool) -> Bool {
    guard aloneReason == nil else { return false }
    guard let result else { return failed }
    let context = Array("(unknown context at $".utf8)
    return failed || result.ending != .process(.exited(0)) || result.stage != .returned
      || result.output.contains(context)
      || result.errors.contains(context)
  }
}
