/// Programs that are compiled by one call of the compiler, and those among them that turned out to need one of their
/// own.
struct SharedPart: Sendable {
  /// What programs have to have in common.
  struct Conditions: Hashable, Sendable {
    let imports: [String]
    let settings: ModuleSettings

    init(_ program: ParsedProgram) {
      imports = program.syntax.imports
      settings = program.source.settings
    }
  }

  /// A program, and the constants that its code uses from anywhere.
  struct Member: Sendable {
    let program: ParsedProgram
    var freed: Set<String> = []
  }

  let conditions: Conditions
  let number: Int
  /// Those that are compiled by the next call.
  private(set) var members: [Member]
  /// Those that are to be compiled alone.
  private(set) var alone: [(ParsedProgram, AloneReason)] = []

  init(_ programs: some Sequence<ParsedProgram>, _ conditions: Conditions, number: Int) {
    self.conditions = conditions
    self.number = number
    members = programs.map { Member(program: $0) }
  }

  /// What the compiler is given.
  var files: [(name: String, text: String)] {
    [(name: "support.swift", text: SharedText.support)] + members.map { $0.program.sharedFile(freed: $0.freed) }
  }

  /// Takes out all that are left.
  mutating func takeAll() -> [ParsedProgram] {
    defer { members = [] }
    return members.map(\.program)
  }

  /// Has all that are left compiled alone.
  mutating func giveUp(_ reason: AloneReason) {
    alone += takeAll().map { ($0, reason) }
  }

  /// Takes out what did not compile, or has it compiled differently.
  mutating func reject(_ messages: [CompilerMessage]) {
    var byFile: [String: [CompilerMessage]] = [:]
    for message in messages where message.severity == .error {
      for file in Set([message.file] + message.notes.map(\.file)) { byFile[file, default: []].append(message) }
    }
    let reason = AloneReason("does not compile with others")
    var kept: [Member] = []
    var isChanged = false
    for var member in members {
      let own = member.program.sharedFiles.flatMap { byFile[$0] ?? [] }
      if own.isEmpty {
        kept.append(member)
      } else if member.free(what: own) {
        kept.append(member)
        isChanged = true
      } else {
        alone.append((member.program, reason))
        isChanged = true
      }
    }
    members = kept
    // Errors without a place could be anybody's.
    if !isChanged { giveUp(reason) }
  }
}

extension SharedPart.Member {
  /// Frees the constants that these errors say are used from anywhere; false if they say anything else, or the same
  /// again.
  fileprivate mutating func free(what messages: [CompilerMessage]) -> Bool {
    guard case .success(let text) = program.syntax.sharing else { return false }
    var names: Set<String> = []
    for message in messages {
      guard message.text.hasPrefix("main actor-isolated let '") else { return false }
      let name = String(message.text.split(separator: "'", maxSplits: 2)[1])
      guard text.freeable.contains(name) else { return false }
      names.insert(name)
    }
    if names.isSubset(of: freed) { return false }
    freed.formUnion(names)
    return true
  }
}
