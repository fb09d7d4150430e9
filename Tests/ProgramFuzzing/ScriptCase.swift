package import Execution
import Files

/// A program of the catalogue, and what it does as a script of its own.
///
/// `Programs/NAME.script` is the text of one, `Programs/NAME.expected` what `swiftc main.swift && ./main` did. A name
/// that ends in `-5` or `-6` asks for that language mode. `Programs/NAME.scripts` has many, each after a line `===
/// TITLE`; they are for both modes, and what they did is in `Programs/NAME.recorded`.
package struct ScriptCase: Sendable {
  /// Letters, digits and hyphens.
  package var name: String
  /// The whole text.
  package var text: String
  /// `5`, `6`, or `nil`: what the compiler takes by itself.
  package var languageMode: String?
  /// What is recorded, if anything is.
  package var expected: String?
  /// The file of the recording, by its name, and the title there, if it holds several.
  private var recording: (file: String, title: String?)

  /// The folder of the catalogue, in that of the tests that run it.
  package static let folder =
    "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    + "/ExecutionTests/Programs"

  /// Every program, sorted by file; those for both modes in each of them, or by turns in one.
  package static func all(inBothModes: Bool = true) -> [ScriptCase] {
    FileTree.names(in: folder).flatMap { file -> [ScriptCase] in
      if file.hasSuffix(".scripts") {
        return cases(of: String(file.dropLast(".scripts".count)), inBothModes: inBothModes)
      }
      guard file.hasSuffix(".script") else { return [] }
      let name = String(file.dropLast(".script".count))
      let mode = name.hasSuffix("-6") ? "6" : name.hasSuffix("-5") ? "5" : nil
      return [
        ScriptCase(
          name: name, text: content(file) ?? "", languageMode: mode, expected: content("\(name).expected"),
          recording: ("\(name).expected", nil))
      ]
    }
  }

  /// The programs of a file that has many.
  private static func cases(of file: String, inBothModes: Bool) -> [ScriptCase] {
    let recorded = Dictionary(sections("\(file).recorded"), uniquingKeysWith: { first, _ in first })
    return sections("\(file).scripts").enumerated().flatMap { number, section in
      let (title, text) = section
      let modes = inBothModes ? ["5", "6"] : [number.isMultiple(of: 2) ? "5" : "6"]
      return modes.map { mode in
        let recording = "\(title)-\(mode)"
        let name = "\(file)-\(recording)".map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return ScriptCase(
          name: String(name), text: text, languageMode: mode, expected: recorded[recording],
          recording: ("\(file).recorded", recording))
      }
    }
  }

  private static let heading = "=== "

  /// What stands after each heading of a file.
  private static func sections(_ file: String) -> [(title: String, text: String)] {
    sections(in: content(file) ?? "")
  }

  private static func sections(in text: String) -> [(title: String, text: String)] {
    var sections: [(title: String, text: String)] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      if line.hasPrefix(heading) {
        sections.append((String(line.dropFirst(heading.count)), ""))
      } else if !sections.isEmpty {
        sections[sections.count - 1].text += "\(line)\n"
      }
    }
    return sections
  }

  private static func content(_ file: String) -> String? {
    Disk.bytes(of: "\(folder)/\(file)").map { String(decoding: $0, as: UTF8.self) }
  }

  /// The program as a build takes it.
  package var source: ProgramSource {
    var settings = ModuleSettings()
    settings.languageMode = languageMode
    return ProgramSource(name: name, text: text, settings: settings)
  }

  /// Records what programs do; all those of a file have to be among them.
  package static func record(_ recordings: [(script: ScriptCase, text: String)]) throws {
    var files: [String: String] = [:]
    for (script, recording) in recordings {
      let title = script.recording.title.map { "\(heading)\($0)\n" } ?? ""
      var text = recording
      // A heading begins on a line of its own.
      if script.recording.title != nil, !text.hasSuffix("\n") { text += "\n" }
      files[script.recording.file, default: ""] += title + text
    }
    for (file, text) in files {
      try Disk.write(Array(text.utf8), to: "\(folder)/\(file)")
    }
  }

  /// Whether a program does what is recorded of it.
  package func holds(_ behavior: Behavior) -> Bool {
    guard recording.title != nil, let expected else { return behavior.recording == expected }
    return behavior.recording == expected || behavior.recording + "\n" == expected
  }

  /// The texts of a file: those of its sections, or the whole of it where it has none.
  package static func texts(of path: String) -> [String]? {
    guard let bytes = Disk.bytes(of: path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let found = sections(in: text).map(\.text)
    return found.isEmpty ? [text] : found
  }

  /// Why a recording cannot be written.
  package struct CannotRecord: Error { package var problem: String }
}
