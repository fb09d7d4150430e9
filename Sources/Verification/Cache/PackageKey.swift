internal import Execution
internal import Files

extension Fingerprint {
  /// What a built package goes by in a cache that machines share: all that can change it, and no place or date.
  init(
    _ sources: PackageSources, demands: [String], tools: Tools, _ files: FileIdentities, environment: [String: String]
  ) throws(Unshareable) {
    let toolchain = tools.toolchain
    var pieces = ["package"] + tools.identity(files) + demands
    pieces.append(files.identity(of: PackageInputs.tools(toolchain)))
    // As many as a thousand files, which belong to the compiler: their sizes tell enough.
    for path in PackageInputs.toolchainFiles(toolchain) {
      pieces += [
        BookPath.relative(path, to: toolchain.folder) ?? path, FileStatus(of: path).map { "\($0.size)" } ?? "missing",
      ]
    }
    let headers = FileTree.paths(in: PackageInputs.headers).filter { Disk.kind(of: $0) == .file }
    pieces.append(files.identity(of: PackageInputs.headerFolders(toolchain) + headers))
    pieces += ["local"] + ((try? FileTree.files(in: PackageInputs.localHeaders).files) ?? [])
    if sources.asksForHeaders { pieces += ["all"] + ((try? FileTree.files(in: PackageInputs.headers).files) ?? []) }
    let linked = PackageInputs.linked(toolchain)
    pieces += ["linked"] + linked + [files.identity(of: linked)]
    pieces += ["environment"] + PackageInputs.variables(environment)
    for name in sources.variables.sorted() { pieces += [name, environment[name].map { "is \($0)" } ?? "is not set"] }
    pieces.append("sources")
    for file in sources.files {
      pieces.append(file.name)
      if let target = file.target {
        pieces += ["link", target]
      } else {
        guard let bytes = Disk.bytes(of: file.path) else { throw Unshareable("\(file.path) cannot be read") }
        pieces += ["file", Fingerprint(content: bytes).description]
      }
    }
    self.init(pieces)
  }
}
