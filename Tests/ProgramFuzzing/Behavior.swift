package import Execution
package import Verification

/// What became of a program, as far as a reader of its documentation can see it.
package struct Behavior: Hashable, Sendable {
  /// How far a program comes.
  package enum Kind: String, Sendable {
    /// It compiles, and what it did is known.
    case ran
    /// The compiler found errors.
    case rejected
    /// It compiles, and names something that no library has which a plain build links.
    case unlinked
    /// The compiler itself crashed.
    case crashedCompiler
    /// It could not be started at all.
    case notStarted
    /// It ran into one of the limits, so that nothing is known of it.
    case unlimited
  }

  /// How far it comes.
  package var kind: Kind
  /// The ending, the output and the errors of one that ran; the errors of one that does not compile, a line each.
  package var text: String

  /// Takes what is known.
  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// Whether two agree, whatever the linker's words are.
  package func agrees(with other: Behavior) -> Bool {
    kind == other.kind && (kind == .unlinked || kind == .crashedCompiler || text == other.text)
  }

  /// For people.
  package var described: String {
    switch kind {
    case .ran: text
    case .rejected: "does not compile\n\(text)"
    case .unlinked: "does not link\n\(text)"
    case .crashedCompiler: "crashes the compiler\n\(text)"
    case .notStarted: "was not started\n\(text)"
    case .unlimited: "ran into a limit\n\(text)"
    }
  }

  /// How a recording of the catalogue tells it: messages change with the compiler's version, and are left out.
  package var recording: String {
    switch kind {
    case .ran: text
    case .rejected: "does not compile\n"
    case .unlinked: "does not link\n"
    case .crashedCompiler, .notStarted, .unlimited: described
    }
  }
}

extension Behavior {
  /// What a process did.
  package init(_ ending: ProcessEnding, output: [UInt8], errors: [UInt8]) {
    switch ending {
    case .exited(let status): self.init(words: "exits with \(status)", output, errors)
    // The limit of processor time.
    case .signaled(24): self.init(.unlimited, "used too much processor time")
    case .signaled(let signal): self.init(words: "is ended by signal \(signal)", output, errors)
    case .timedOut, .flooded, .stopped: self.init(.unlimited, "\(ending)")
    }
  }

  private init(words: String, _ output: [UInt8], _ errors: [UInt8]) {
    let output = Self.withoutContexts(String(decoding: output, as: UTF8.self))
    let errors = Self.withoutContexts(Self.withoutAddresses(String(decoding: errors, as: UTF8.self)))
    self.init(.ran, "\(words)\n--- output\n\(output)\n--- errors\n\(errors)")
  }

  /// What a host said of a run.
  package init(_ ending: ProgramResult.Ending, output: [UInt8], errors: [UInt8]) {
    switch ending {
    case .process(let ending): self.init(ending, output: output, errors: errors)
    case .memory, .processes, .files: self.init(.unlimited, "\(ending)")
    case .notStarted(let reason): self.init(.notStarted, reason)
    }
  }

  /// Without the address by which the runtime calls a private context.
  private static func withoutContexts(_ text: String) -> String {
    text.replacing(/\(unknown context at \$[0-9a-f]+\)/, with: "(unknown context at $)")
  }

  /// Without what the runtime tells of addresses, and of the frames on the stack.
  private static func withoutAddresses(_ errors: String) -> String {
    errors.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let isFrame = line.first?.isNumber == true && line.contains(" 0x")
      return !isFrame && line != "Current stack trace:" && !line.hasPrefix("Previous access (")
    }.map { line in
      line.split(separator: " ", omittingEmptySubsequences: false).map { $0.hasPrefix("0x") ? "0x" : $0 }.joined(
        separator: " ")
    }.joined(separator: "\n")
  }

  /// The errors among the compiler's messages, by place: the order of those of one statement is not the same each time.
  package init(messages: [CompilerMessage]) {
    let errors = messages.filter { $0.severity == .error }
    let sorted = errors.sorted { ($0.line, $0.column, $0.text) < ($1.line, $1.column, $1.text) }
    self.init(.rejected, sorted.map { "\($0.line):\($0.column): \($0.text)\n" }.joined())
  }

  /// What there is to say of a program that has nothing to run.
  package init(_ outcome: CompiledProgram.Outcome) {
    switch outcome {
    case .rejected(let messages): self.init(refused: messages, isBroken: false)
    case .broken(let reason):
      self.init(
        refused: [CompilerMessage(severity: .error, file: "<unknown>", line: 0, column: 0, text: reason)],
        isBroken: true)
    case .loadable: self.init(.ran, "has not run")
    }
  }

  /// What Loopbook recorded of a program.
  package init(_ record: ProgramRecord) {
    guard let execution = record.execution else {
      self.init(refused: record.messages, isBroken: record.isBroken)
      return
    }
    self.init(execution.ending, output: execution.blocks.flatMap { $0 }, errors: execution.errors)
  }

  private init(refused messages: [CompilerMessage], isBroken: Bool) {
    let words = messages.map(\.text).joined(separator: "\n")
    if words.contains("the compiler crashed") {
      self.init(.crashedCompiler, words)
    } else if messages.allSatisfy({ $0.line == 0 }), words.contains("link") || words.contains("undefined") {
      self.init(.unlinked, words)
    } else if isBroken {
      self.init(.unlimited, words)
    } else {
      self.init(messages: messages)
    }
  }
}
