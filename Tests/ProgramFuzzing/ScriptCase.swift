package import Programs

/// A program of the catalogue, and what it does as a script of its own.
///
/// `Programs/NAME.script` is its text, `Programs/NAME.expected` what `swiftc main.swift && ./main` did. A name that ends in
/// `-5` or `-6` asks for that language mode.
package struct ScriptCase: Sendable {
  package var name: String
  package var text: String

  /// The folder of the catalogue, in that of the tests that run it.
  package static let folder =
    "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    + "/ProgramsTests/Programs"

  /// Every program, sorted by name.
  package static func all() -> [ScriptCase] {
    FileTree.names(in: folder).filter { $0.hasSuffix(".script") }.map { file in
      ScriptCase(
        name: String(file.dropLast(".script".count)),
        text: String(decoding: FileTree.bytes(of: "\(folder)/\(file)") ?? [], as: UTF8.self))
    }
  }

  package var languageMode: String? {
    name.hasSuffix("-6") ? "6" : name.hasSuffix("-5") ? "5" : nil
  }

  package var source: ProgramSource {
    var settings = ModuleSettings()
    settings.languageMode = languageMode
    return ProgramSource(name: name, text: text, settings: settings)
  }

  private var expectedPath: String { "\(Self.folder)/\(name).expected" }

  /// What is recorded, if anything is.
  package var expected: String? { FileTree.bytes(of: expectedPath).map { String(decoding: $0, as: UTF8.self) } }

  /// Records what the program does.
  package func record(_ behaviour: Behaviour) throws {
    if let problem = FileTree.write(Array(behaviour.recording.utf8), to: expectedPath) {
      throw CannotRecord(problem: problem)
    }
  }

  package struct CannotRecord: Error { package var problem: String }
}
