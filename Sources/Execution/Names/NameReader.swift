internal import Files
internal import LoopEngine

/// Asks the toolchain's library for editors what the names in programs mean.
///
/// A process of its own loads the library, which is the whole compiler: see `type-reader`. It reads each program's own
/// text as its `main.swift`, with the settings that programs are compiled with, so that no place has to be translated.
package struct NameReader: Sendable {
  private let compiler: Compiler
  private let program: String
  private let library: String

  /// What is asked: a program, and the names in it.
  package struct Question: Sendable {
    package var source: ProgramSource
    package var names: [ProgramName]

    package init(_ source: ProgramSource) {
      self.source = source
      names = ProgramName.all(in: source.text)
    }
  }

  /// What is known of the names of a program, in their order: what each means first, then what else it does, as a type
  /// that is called is an initializer, too; empty where nothing is known of it.
  package typealias Answer = [[NameMeaning]]

  /// Why nothing can be known.
  package struct Failure: Error, Sendable {
    package var message: String

    package init(message: String) { self.message = message }
  }

  /// Takes the program that asks; throws where the toolchain has no such library.
  package init(_ compiler: Compiler, program: String) throws(Failure) {
    self.compiler = compiler
    self.program = program
    library = Self.library(of: compiler.toolchain)
    for needed in [program, library] where !Disk.isReadable(needed) {
      throw Failure(message: "\(needed) is missing")
    }
  }

  /// The toolchain's library for editors.
  package static func library(of toolchain: Toolchain) -> String {
    "\(toolchain.folder)/lib/libsourcekitdInProc.so"
  }

  /// So many programs are read by one process: what it has read stays in its memory.
  private static let largestPart = 20

  /// Answers the questions, one after the other; `nil` for a program over which the library crashed, or took too long.
  package func answers(to questions: [Question]) async throws(Failure) -> [Answer?] {
    var answers: [Answer?] = []
    while answers.count < questions.count {
      let part = Array(questions[answers.count...].prefix(Self.largestPart))
      let read = try await ask(part)
      answers += read.map(Optional.some)
      // The program at which it ended is asked about once more, by itself, so that no other can be to blame.
      if read.count < part.count {
        let alone = part.count > 1 ? try await ask([part[read.count]]) : []
        answers.append(alone.first)
      }
    }
    return answers
  }

  /// The answers to the first of the questions, as far as one process came.
  private func ask(_ questions: [Question]) async throws(Failure) -> [Answer] {
    var lines: [String] = []
    for question in questions {
      guard let (folder, _) = compiler.freshFolder("names-\(question.source.name)") else {
        throw Failure(message: "a folder for temporary files cannot be made")
      }
      let file = "\(folder)/main.swift"
      try write(question.source.text, to: file)
      lines.append("program \(file)")
      lines += arguments(for: question.source, file).map { "argument \($0)" }
      lines += question.names.map { "name \($0.range.lowerBound) \($0.range.count)" }
    }
    guard !lines.contains(where: { $0.contains("\n") }) else {
      throw Failure(message: "a folder has a line break in its name")
    }
    guard let (folder, _) = compiler.freshFolder("names") else {
      throw Failure(message: "a folder for temporary files cannot be made")
    }
    try write(lines.joined(separator: "\n") + "\n", to: "\(folder)/questions")
    var command = Command(
      program, [library, "\(folder)/questions"], environment: compiler.environment, folder: folder,
      timeout: compiler.limit * questions.count)
    command.memory = 6 << 30
    command.outputLimit = 256 << 20
    let result: CommandResult
    do throws(SystemError) { result = try await compiler.supervisor.run(command) } catch {
      throw Failure(message: "\(program) cannot be started: \(error)")
    }
    if result.ending == .stopped { throw Failure(message: "the work was stopped") }
    if result.ending == .exited(2) {
      throw Failure(
        message: String(decoding: result.errors, as: UTF8.self).split(separator: "\n").first.map(String.init)
          ?? "\(library) cannot be loaded")
    }
    return Self.answers(in: result.output, to: questions)
  }

  private func write(_ text: String, to path: String) throws(Failure) {
    do throws(FileError) { try Disk.write(Array(text.utf8), to: path) } catch {
      throw Failure(message: error.description)
    }
  }

  /// What the compiler's driver is told, as the library wants it.
  private func arguments(for source: ProgramSource, _ file: String) -> [String] {
    // Where declarations stand in other files says nothing to readers, and those files may have changed since.
    let frontend = compiler.flags(source.settings).dropFirst(2) + ["-ignore-module-source-info"]
    let mode = ScriptSyntax(source).isParsedAsLibrary ? ["-parse-as-library"] : []
    return [file, "-module-name", "main", "-target", compiler.toolchain.target] + mode
      + frontend.flatMap { ["-Xfrontend", $0] }
  }

  /// Reads what `type-reader` writes.
  private static func answers(in output: [UInt8], to questions: [Question]) -> [Answer] {
    var answers: [Answer] = []
    var meanings: [Int: [NameMeaning]] = [:]
    for record in output.split(separator: 0x1E) {
      guard answers.count < questions.count else { break }
      let fields = record.split(separator: 0x1F, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      switch fields[0] {
      case "name" where fields.count == 10:
        guard let offset = Int(fields[1]) else { continue }
        meanings[offset, default: []].append(NameMeaning(fields))
      case "done", "error":
        let names = questions[answers.count].names
        answers.append(
          fields[0] == "error" ? names.map { _ in [] } : names.map { read(meanings[$0.range.lowerBound], $0) })
        meanings = [:]
      default: continue
      }
    }
    return answers
  }

  /// What of the answers is about the name itself.
  private static func read(_ meanings: [NameMeaning]?, _ name: ProgramName) -> [NameMeaning] {
    guard let first = meanings?.first, first.fits(name) else { return [] }
    return (meanings ?? []).filter(\.isWhole)
  }
}

extension NameMeaning {
  /// Takes the fields of a record.
  fileprivate init(_ fields: [String]) {
    let kind = fields[3].dropFirst(fields[3].hasPrefix("source.lang.swift.ref.") ? 22 : 23)
    self.init(
      kind: String(kind), name: fields[4], usr: Self.declared(fields[5]), module: fields[6],
      declaration: Self.plain(fields[8]), comment: fields[9])
  }

  /// What tells a member from others, without the type that has it from an extension of a protocol.
  private static func declared(_ usr: String) -> String {
    usr.firstRange(of: "::SYNTHESIZED::").map { String(usr[..<$0.lowerBound]) } ?? usr
  }

  /// A declaration without the marks around its parts.
  private static func plain(_ marked: String) -> String {
    var text = ""
    var isMark = false
    for character in marked.unicodeScalars {
      switch character {
      case "<": isMark = true
      case ">" where isMark: isMark = false
      default: if !isMark { text.unicodeScalars.append(character) }
      }
    }
    for (mark, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
      text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: character)
    }
    return text
  }
}
