internal import Files

/// Takes what programs need out of what SwiftPM built, and sees whether it means the same on another machine.
struct PackageHarvest {
  let plan: PackagePlan
  let sources: PackageSources
  let description: PackageDescription
  /// The folder of our own package, where SwiftPM builds and keeps what it fetches.
  let folder: String
  let toolchain: Toolchain

  /// The files for programs.
  func portable() throws(Unshareable) -> PortablePackage {
    try checkFetched()
    try checkUse()
    var contents: [PortablePackage.Line] = []
    var files = [PortablePackage.description: Array(description.text.utf8)]
    for (name, path) in plan.modules.sorted(by: { $0.key < $1.key }) {
      guard let bytes = Disk.bytes(of: path) else { throw Unshareable("the module \(name) cannot be read") }
      files["\(PortablePackage.modules)/\(name).swiftmodule"] = bytes
      contents.append(.module(name))
    }
    for library in plan.libraries {
      let name = BookPath.name(of: library)
      try checkNeeds(of: library)
      guard let bytes = Disk.bytes(of: library) else { throw Unshareable("\(name) cannot be read") }
      files[name] = bytes
      contents.append(.library(name))
    }
    contents += try HeaderHarvest(known: Set(sources.files.map(\.path)), own: folder).take(plan.arguments, into: &files)
    try checkPlaces(files)
    return try PortablePackage(contents, files)
  }

  /// Whether each file that was read is one of the sources, of the compiler, or made by the build.
  private func checkUse() throws(Unshareable) {
    let known = Set(sources.files.map(\.path))
    let roots = ([folder, toolchain.folder] + PackageInputs.headerFolders(toolchain)).map { Disk.absolute($0) }
    for target in plan.targets.sorted() {
      for list in Self.lists(in: "\(plan.built)/\(target)") {
        for path in Self.paths(in: Disk.text(of: list) ?? "") {
          let real = Disk.absolute(path)
          if known.contains(real) || roots.contains(where: { BookPath.contains($0, real) }) { continue }
          if BookPath.folder(of: real) == PackageInputs.headers { continue }
          throw Unshareable("it is compiled with \(path), which is not a part of the package")
        }
      }
    }
  }

  /// The compilers' lists of what they have read.
  private static func lists(in folder: String) -> [String] {
    ((try? FileTree.files(in: folder).files) ?? []).filter { $0.hasSuffix(".d") }.map { "\(folder)/\($0)" }
  }

  /// The paths in a rule of make.
  private static func paths(in rule: String) -> Set<String> {
    var paths: Set<String> = []
    var path = ""
    var isEscaped = false
    func end() {
      while path.last == ":" { path.removeLast() }
      if path.hasPrefix("/") { paths.insert(path) }
      path = ""
    }
    for character in rule {
      if isEscaped {
        isEscaped = false
        if character.isNewline { end() } else { path.append(character) }
      } else if character == "\\" {
        isEscaped = true
      } else if character.isWhitespace {
        end()
      } else {
        path.append(character)
      }
    }
    end()
    return paths
  }

  /// Whether the library needs only what every machine with this toolchain has.
  private func checkNeeds(of library: String) throws(Unshareable) {
    guard let needed = SharedLibrary(library)?.needed else {
      throw Unshareable("\(BookPath.name(of: library)) cannot be read")
    }
    let own = Set(plan.libraries.map { BookPath.name(of: $0) })
    for name in needed where !own.contains(name) && !Self.everywhere.contains(name) {
      guard Disk.isReadable("\(toolchain.libraryFolder)/\(name)") else {
        throw Unshareable("it needs \(name), which is a part of this machine")
      }
    }
  }

  /// The C library, and what goes with it.
  private static let everywhere: Set = [
    "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1", "libgcc_s.so.1",
    "libstdc++.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
  ]

  /// Whether a place of this machine is written into a file.
  private func checkPlaces(_ files: [String: [UInt8]]) throws(Unshareable) {
    let places = sources.folders + [folder, toolchain.folder]
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      for place in Set(places + places.map { Disk.absolute($0) }).sorted() where bytes.containsBytes(of: place) {
        throw Unshareable("\(BookPath.name(of: name)) holds the path \(place)")
      }
    }
  }

  // MARK: what was fetched

  /// Whether what SwiftPM fetched is what the package locks, and can be built in one way only.
  private func checkFetched() throws(Unshareable) {
    let pins = PackagePins("\(folder)/Package.resolved")?.pins
    if pins == [], !sources.fetches { return }
    let locked = sources.folders.first.flatMap { PackagePins("\($0)/Package.resolved") }?.pins
    guard let pins, let locked, !pins.isEmpty, pins.isSubset(of: locked) else {
      throw Unshareable("its Package.resolved does not lock all packages that SwiftPM fetches")
    }
    for checkout in FileTree.paths(in: "\(folder)/.build/checkouts") {
      for manifest in try PackageSources.manifests(in: checkout) {
        let name = BookPath.name(of: checkout)
        if let variable = manifest.variables.min() {
          throw Unshareable("the manifest of \(name) reads \(variable) from the environment")
        }
        guard manifest.folders.isEmpty else { throw Unshareable("\(name) depends on a package of this machine") }
      }
    }
  }
}
