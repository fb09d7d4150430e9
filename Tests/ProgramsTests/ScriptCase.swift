import Programs

/// A program of the catalogue, and what it does as a script of its own.
///
/// `Programs/NAME.script` is its text, `Programs/NAME.expected` what `swiftc main.swift && ./main` did. A name that ends in
/// `-5` or `-6` asks for that language mode.
struct ScriptCase: Sendable {
  var name: String
  var text: String

  /// The folder of the catalogue.
  static let folder =
    "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    + "/Programs"

  /// Every program, sorted by name.
  static func all() -> [ScriptCase] {
    FileTree.names(in: folder).filter { $0.hasSuffix(".script") }.map { file in
      ScriptCase(
        name: String(file.dropLast(".script".count)),
        text: String(decoding: FileTree.bytes(of: "\(folder)/\(file)") ?? [], as: UTF8.self))
    }
  }

  var languageMode: String? {
    name.hasSuffix("-6") ? "6" : name.hasSuffix("-5") ? "5" : nil
  }

  var source: ProgramSource {
    var settings = ModuleSettings()
    settings.languageMode = languageMode
    return ProgramSource(name: name, text: text, settings: settings)
  }

  private var expectedPath: String { "\(Self.folder)/\(name).expected" }

  /// What is recorded, if anything is.
  var expected: String? { FileTree.bytes(of: expectedPath).map { String(decoding: $0, as: UTF8.self) } }

  /// Records what the program does.
  func record(_ behaviour: String) throws {
    if let problem = FileTree.write(Array(behaviour.utf8), to: expectedPath) { throw CannotRecord(problem: problem) }
  }

  struct CannotRecord: Error { var problem: String }

  /// What a recording says of a program that does not compile.
  static let rejected = "does not compile\n"

  /// How a recording tells what a program did.
  static func behaviour(_ ending: ProcessEnding, output: [UInt8], errors: [UInt8]) -> String {
    let words =
      switch ending {
      case .exited(let status): "exits with \(status)"
      case .signaled(let signal): "is ended by signal \(signal)"
      default: "\(ending)"
      }
    let output = String(decoding: output, as: UTF8.self)
    let errors = withoutAddresses(String(decoding: errors, as: UTF8.self))
    return "\(words)\n--- output\n\(output)\n--- errors\n\(errors)"
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

  /// What a program did that a host ran.
  static func behaviour(_ result: ProgramResult) -> String {
    guard case .process(let ending) = result.ending else { return "\(result.ending)" }
    return behaviour(ending, output: result.output, errors: result.errors)
  }
}
