import Execution
import Foundation
import Testing
import Verification

/// Results go by what can change them, and not by where that lies.
@Suite("What results go by")
struct PortableFingerprintTests {
  /// A package's headers and the maps of its modules, as SwiftPM leaves them, in a folder of their own.
  private final class Place {
    let folder = FileManager.default.temporaryDirectory.appending(path: "place-\(UUID().uuidString)").path
    private let files = FileIdentities(folder: nil)

    init(changing change: (String, String)? = nil) throws {
      let files = [
        "checkout/include/seeds.h": "int seeds(void);\n", "checkout/include/more/soil.h": "int soil(void);\n",
        "build/CSeeds.build/module.modulemap":
          "module CSeeds {\n umbrella header \"\(folder)/checkout/include/seeds.h\"\n}\n",
        "build/Modules/Garden.swiftmodule": "module", "build/libBookModules.so": "library",
      ]
      for (path, text) in files { try write(text, to: path) }
      if let (path, text) = change { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ text: String, to path: String) throws {
      let file = URL(filePath: "\(folder)/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    var settings: ModuleSettings {
      var settings = ModuleSettings()
      settings.importFolders = ["\(folder)/build/Modules"]
      settings.libraries = ["Garden": ["\(folder)/build/libBookModules.so"]]
      settings.flags = [
        "-Xcc", "-fmodule-map-file=\(folder)/build/CSeeds.build/module.modulemap", "-Xcc", "-I", "-Xcc",
        "\(folder)/checkout/include", "-Xcc", "-fPIC",
      ]
      return settings
    }

    /// The fingerprint of a program that imports what lies here.
    func fingerprint(
      text: String = "import Garden\nimport CSeeds\n", imports: [String] = [],
      _ change: (inout ModuleSettings) -> Void = { _ in }
    ) throws -> Fingerprint {
      var settings = settings
      change(&settings)
      let catalog = ModuleCatalog(
        installation: try Installation(), own: settings, ownModules: ["Garden"], languageMode: settings.languageMode,
        implicitImports: imports, files: files)
      return ProgramTask(
        ProgramSource(name: "e0", text: text, settings: catalog.settings), demand: .runs, limits: Limits(),
        identities: catalog.identities(for: text)
      ).fingerprint
    }
  }

  @Test("the same package in another folder is the same")
  func moved() throws {
    #expect(try Place().fingerprint() == Place().fingerprint())
  }

  @Test(
    "a changed header, map, module or library is another",
    arguments: [
      ("checkout/include/seeds.h", "long seeds(void);\n"), ("checkout/include/more/soil.h", "long soil(void);\n"),
      ("checkout/include/new.h", ""), ("build/Modules/Garden.swiftmodule", "other"),
      ("build/libBookModules.so", "other"), ("build/libMore.so.1", "other"),
      ("build/Fruits_Garden.resources/word.txt", "blue"), ("build/Fruits_Garden.bundle/words/word.txt", "blue"),
      ("build/Modules/module.modulemap", "module CMore { header \"more.h\" }"),
      ("build/Modules/CMore/module.modulemap", "module CMore { header \"more.h\" }"),
      ("build/CSeeds.build/module.modulemap", "module CSeeds {}\n"),
    ])
  func changed(path: String, text: String) throws {
    #expect(try Place().fingerprint() != Place(changing: (path, text)).fingerprint())
  }

  @Test("a changed flag or language mode is another")
  func flags() throws {
    let place = try Place()
    let usual = try place.fingerprint()
    #expect(try place.fingerprint { $0.flags += ["-Xcc", "-DSEEDS"] } != usual)
    #expect(try place.fingerprint { $0.flags.removeLast() } != usual)
    #expect(try place.fingerprint { $0.languageMode = "5" } != usual)
    #expect(try place.fingerprint { $0.flags += ["-Xcc", "-I/usr/include/other"] } != usual)
  }

  @Test("what a program imports without saying so counts, and so does every change of it")
  func implicitImports() throws {
    let place = try Place()
    let text = "print(1)"
    let all = [
      try place.fingerprint(text: text), try place.fingerprint(text: text, imports: ["Glibc"]),
      try place.fingerprint(text: text, imports: ["Garden"]),
      try place.fingerprint(text: text, imports: ["Garden", "Glibc"]),
      try Place(changing: ("build/libBookModules.so", "other")).fingerprint(text: text, imports: ["Garden"]),
      try Place(changing: ("checkout/include/new.h", "")).fingerprint(text: text, imports: ["Glibc"]),
    ]
    #expect(Set(all).count == all.count)
    #expect(
      try place.fingerprint(text: text)
        == Place(changing: ("build/libBookModules.so", "other")).fingerprint(text: text))
  }

  @Test("each thing that is asked of a program makes it another")
  func programs() throws {
    func fingerprint(
      _ text: String = "print(1)", blocks: [Int] = [], demand: ProgramTask.Demand = .runs, limits: Limits = Limits(),
      recording: ProgramRun.Recording? = nil, isVaried: Bool = false, identities: [String] = ["a", "b"]
    ) -> Fingerprint {
      let source = ProgramSource(name: "e0", text: text, blocks: blocks, settings: ModuleSettings())
      return ProgramTask(
        source, demand: demand, limits: limits, recording: recording, isVaried: isVaried, identities: identities
      ).fingerprint
    }
    let virtual = ProgramRun.Recording(clock: "virtual", schedule: "0")
    var all = [
      fingerprint(), fingerprint("print(2)"), fingerprint(blocks: [3]), fingerprint(demand: .compiles),
      fingerprint(demand: .fails), fingerprint(demand: .crashes), fingerprint(recording: virtual),
      fingerprint(recording: ProgramRun.Recording(clock: "virtual", schedule: "1")),
      fingerprint(recording: ProgramRun.Recording(clock: "real", schedule: "0")), fingerprint(isVaried: true),
      fingerprint(identities: ["ab"]), fingerprint(identities: ["a", "b", ""]), fingerprint(identities: ["a", "c"]),
    ]
    let changes: [(inout Limits) -> Void] = [
      { $0.timeout = .seconds(9) }, { $0.processorSeconds = 9 }, { $0.memory = 9 }, { $0.output = 9 },
      { $0.files = 9 }, { $0.processes = 9 }, { $0.openFiles = 9 },
    ]
    // A new limit has to be given a change here.
    #expect(Mirror(reflecting: Limits()).children.count == changes.count)
    for change in changes {
      var limits = Limits()
      change(&limits)
      all.append(fingerprint(limits: limits))
    }
    #expect(Set(all).count == all.count)
  }
}
