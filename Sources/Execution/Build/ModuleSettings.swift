/// What programs may import besides the toolchain's own modules, and how they are compiled.
package struct ModuleSettings: Hashable, Sendable {
  /// Folders with compiled modules.
  package var importFolders: [String] = []

  /// Those of these folders of which everything counts: an author put there what belongs together.
  package var wholeFolders: [String] = []

  /// What else the compiler has to be told to read them.
  package var flags: [String] = []

  /// The shared libraries that a program needs at run time once it imports a module; in the order in which to load
  /// them.
  package var libraries: [String: [String]] = [:]

  /// Static libraries; made into one shared library before the first program that needs it.
  package var archives: [String] = []

  /// `5` or `6`; `nil`: what the compiler takes by itself.
  package var languageMode: String?

  /// The modules that programs import without saying so, in addition to their own imports.
  package var implicitImports: [String] = []

  /// What changes with the contents of the headers that their modules of C are made of; `nil`: there are none.
  package var headersIdentity: String?

  /// The library that watches a program's threads; `nil`: they are not watched.
  package var threadSanitizer: String?

  package init() {}

  /// The flag that names such a file.
  package static let mapFlag = "-fmodule-map-file="

  /// The flag before a program that expands macros, and `#` with the names of its modules.
  package static let macroFlag = "-load-plugin-executable"

  /// The programs that expand macros.
  package var macroTools: [String] {
    zip(flags, flags.dropFirst()).filter { $0.0 == Self.macroFlag }.map { String($0.1.prefix { $0 != "#" }) }
  }

  /// The files that tell the compiler which headers make a module of C.
  package var moduleMaps: [String] {
    flags.filter { $0.hasPrefix(Self.mapFlag) }.map { String($0.dropFirst(Self.mapFlag.count)) }
  }

  /// The modules that the flags put in the place of others, by the names of those.
  var aliases: [String: String] {
    var aliases: [String: String] = [:]
    for (flag, value) in zip(flags, flags.dropFirst()) where flag == "-module-alias" {
      let names = value.split(separator: "=").map(String.init)
      if names.count == 2 { aliases[names[0]] = names[1] }
    }
    return aliases
  }

  /// The same for programs that import further modules without saying so.
  package func importing(_ modules: [String]) -> ModuleSettings {
    var settings = self
    settings.implicitImports += modules.filter { !implicitImports.contains($0) }
    return settings
  }

  /// The same for programs that import only what they say themselves.
  package var withoutImplicitImports: ModuleSettings {
    var settings = self
    settings.implicitImports = []
    return settings
  }

  /// The same for the run-loop engine's reference implementation.
  package func merging(_ other: ModuleSettings) -> ModuleSettings {
    var merged = self
    merged.importFolders += other.importFolders
    merged.wholeFolders += other.wholeFolders
    merged.flags += other.flags
    merged.archives += other.archives
    merged.headersIdentity = other.headersIdentity ?? headersIdentity
    merged.libraries.merge(other.libraries) { $0 + $1 }
    return merged
  }
}
