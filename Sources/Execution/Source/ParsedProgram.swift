/// A program that was ordered, and what the compiler's own parser sees in it.
struct ParsedProgram: Sendable {
  /// Its place among those that were ordered together; its names in a shared module have it.
  let number: Int
  let syntax: ScriptSyntax
  private let order: ProgramBuilder.Order

  init(_ order: ProgramBuilder.Order, number: Int) {
    self.number = number
    self.order = order
    syntax = ScriptSyntax(order.source)
  }

  var source: ProgramSource { order.source }

  /// Hands the program over to who ordered it.
  func deliver(_ program: CompiledProgram) async { await order.deliver(program) }

  /// Whether it had better begin before another.
  func isSooner(than other: ParsedProgram) -> Bool {
    source.isSlow == other.source.isSlow ? number < other.number : source.isSlow
  }

  /// Why it must not share a module; `nil` where it may.
  ///
  /// `telling` are the modules that can tell where they are used.
  func refusal(_ telling: Set<String>) -> AloneReason? {
    if let reason = source.aloneReason { return reason }
    switch syntax.sharing {
    case .failure(let reason): return reason
    case .success(let text) where source.settings.languageMode == "6" && text.mayGiveVariablesAway:
      return AloneReason("may pass its variables to another thread, in Swift 6")
    case .success(let text) where text.mayNeedMathematics && !bringsMathematics:
      return AloneReason("may need the C library's mathematics, which none of its imports provides")
    case .success where !telling.isDisjoint(with: syntax.imports):
      return AloneReason("imports a module that can tell where it is used")
    case .success: return nil
    }
  }

  /// Whether something that it imports is linked with the C library's mathematics, or may be.
  private var bringsMathematics: Bool {
    syntax.imports.contains {
      ["Foundation", "FoundationEssentials", "Glibc"].contains($0) || source.settings.libraries[$0] != nil
    }
  }
}

extension ParsedProgram {
  /// The name of its function in a shared module.
  var sharedEntry: String { "loopbook_entry_\(number)" }

  /// Its name among the files of a shared module.
  private var sharedName: String { "p\(number)" }

  /// The files that messages about it name.
  var sharedFiles: [String] { ["\(sharedName).swift", "\(sharedName)/main.swift"] }

  /// Its file for a shared module; the constants in `freed` are used from anywhere.
  func sharedFile(freed: Set<String>) -> (name: String, text: String) {
    let name = "\(sharedName).swift"
    guard case .success(let text) = syntax.sharing else { return (name, "") }
    let written = text.file(
      named: sharedName, entry: sharedEntry, seams: syntax.seams(before: source.blocks),
      // In Swift 6 a script's variables and statements are the main actor's.
      isIsolated: source.settings.languageMode == "6", freed: freed)
    return (name, written)
  }
}
