internal import Files

/// What SwiftPM built our own package from, and how, as its plan of the build says.
struct PackagePlan {
  /// The folder of what was built.
  let built: String

  /// By a module's name, its compiled form, of those that the library is linked from.
  let modules: [String: String]

  /// The folders of the targets that the libraries are linked from.
  let targets: Set<String>

  /// The libraries that were built, each after those that it needs; ours is the last.
  let libraries: [String]

  /// What our own target was compiled with.
  let arguments: [String]

  /// Reads the plan in a folder of SwiftPM's.
  ///
  /// - Parameters:
  ///   - folder: What SwiftPM calls its scratch path.
  ///   - name: The name of our own product, and of its only target.
  init?(folder: String, product name: String) {
    built = "\(folder)/debug"
    guard let plan = Disk.text(of: "\(folder)/debug.yaml") else { return nil }
    let compilations = plan.split(separator: "\n").filter {
      $0.contains("\"-module-name\"") && $0.contains("\"-emit-module-path\"")
    }.map { PackageDescription.strings($0[($0.firstIndex(of: "[") ?? $0.endIndex)...]) }
    guard let own = compilations.first(where: { Self.value(of: "-module-name", in: $0) == name }) else { return nil }
    arguments = own
    libraries = Self.libraries("\(built)/lib\(name).so", in: built)
    var targets: Set<String> = []
    for library in libraries {
      let product = BookPath.name(of: library).dropFirst(3).dropLast(3)
      for object in Disk.text(of: "\(built)/\(product).product/Objects.LinkFileList")?.split(separator: "\n") ?? [] {
        let parts = object.split(separator: "/").map(String.init)
        // Such as .build/x86_64-unknown-linux-gnu/debug/Garden.build/Garden.swift.o.
        if let index = parts.lastIndex(of: ".build"), index + 3 < parts.count { targets.insert(parts[index + 3]) }
      }
    }
    self.targets = targets
    var modules: [String: String] = [:]
    for arguments in compilations {
      guard let module = Self.value(of: "-module-name", in: arguments), module != name,
        let path = Self.value(of: "-emit-module-path", in: arguments),
        let map = Self.value(of: "-output-file-map", in: arguments),
        targets.contains(BookPath.name(of: BookPath.folder(of: map)))
      else { continue }
      modules[module] = path
    }
    self.modules = modules
  }

  /// A library and the others in its folder that it needs, those first.
  private static func libraries(_ library: String, in folder: String) -> [String] {
    var ordered: [String] = []
    func add(_ path: String, _ above: [String]) {
      guard !ordered.contains(path), !above.contains(path) else { return }
      for name in SharedLibrary(path)?.needed ?? [] where Disk.isReadable("\(folder)/\(name)") {
        add("\(folder)/\(name)", above + [path])
      }
      ordered.append(path)
    }
    add(library, [])
    return ordered
  }

  private static func value(of flag: String, in arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: flag), index + 1 < arguments.count else { return nil }
    return arguments[index + 1]
  }
}
