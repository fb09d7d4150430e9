internal import Execution
internal import Files

/// The programs that draw figures; a book without figures needs none of them.
struct FigureTools: Sendable {
  /// Graphviz's `dot`.
  let dot: String?
  /// Node.js, and the folder of KaTeX.
  let katex: (node: String, folder: String)?

  /// Looks for them on a search path.
  init(path: String) {
    // Some distributions have it as one of several names of a program, which goes by how it is called.
    dot = Disk.executable("dot", on: path)
    // Its command lies in its folder.
    let command = Disk.executable("katex", on: path).map(Disk.absolute)
    let folder = command.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
    if let folder, Disk.isReadable("\(folder)/package.json"), let node = Disk.executable("node", on: path) {
      katex = (Disk.absolute(node), folder)
    } else {
      katex = nil
    }
  }

  /// What a kind of figure needs, and how it is installed.
  static func lack(for kind: Figure.Kind) -> (message: String, cure: String) {
    switch kind {
    case .diagram: ("a diagram is drawn by Graphviz, which is not installed", "sudo apt-get install graphviz")
    case .formula, .displayedFormula:
      ("a formula is typeset by KaTeX, which is not installed", "sudo apt-get install katex")
    }
  }

  /// Whether there is what a kind of figure needs.
  func has(_ kind: Figure.Kind) -> Bool { kind == .diagram ? dot != nil : katex != nil }

  /// What tells what they draw from what others do.
  func identity(_ files: FileIdentities) -> [String] {
    var pieces = ["figures 1"]
    if let dot { pieces.append(files.identity(of: [dot] + plugins.filter { !Self.measures($0) })) }
    if let katex { pieces.append(files.identity(of: [katex.node] + ["\(katex.folder)/dist/katex.js"])) }
    return pieces
  }

  /// What changes when one of them comes, goes or is replaced; nothing is read for it.
  var stamp: [String] {
    [dot, katex?.node, katex.map { "\($0.folder)/package.json" }].map { path in
      path.map { "\($0) \(FileStatus(of: $0)?.stamp ?? "missing")" } ?? "none"
    }
  }

  /// The parts that Graphviz loads.
  private var plugins: [String] {
    guard let dot, let folder = dot.firstRange(of: "/bin/").map({ String(dot[..<$0.lowerBound]) }) else { return [] }
    let folders = ["\(folder)/lib", "\(folder)/lib64"].flatMap { lib in
      ["\(lib)/graphviz"]
        + FileTree.names(in: lib).filter { $0.hasSuffix("-linux-gnu") }.map { "\(lib)/\($0)/graphviz" }
    }
    return folders.flatMap(FileTree.paths).filter { $0.contains("/libgvplugin_") }
  }

  /// Whether a part measures text with the machine's fonts, which differ: without it Graphviz has measures of its own.
  private static func measures(_ plugin: String) -> Bool { plugin.contains("/libgvplugin_pango") }

  /// The command that draws a diagram.
  func drawing(of source: String, in sandbox: Sandbox) -> Command? {
    guard let dot else { return nil }
    let arguments = ["-Tsvg", "-Gbgcolor=transparent"] + ["-G", "-N", "-E"].map { "\($0)fontname=Helvetica" }
    let files = [source: "/in/source", Disk.absolute(dot): Disk.absolute(dot)]
    let hidden = plugins.filter(Self.measures)
    return Self.limited(
      sandbox.tool(dot, arguments + [sandbox == .none ? source : "/in/source"], files: files, hiding: hidden))
  }

  /// The command that typesets formulas: a list of pairs in JSON, source and whether it stands by itself.
  func typesetting(of formulas: String, script: String, in sandbox: Sandbox) -> Command? {
    guard let katex else { return nil }
    let files = [formulas: "/in/formulas", script: "/in/script.js"]
    // Debian keeps what browsers load elsewhere, and has a link to it.
    let distribution = Disk.absolute("\(katex.folder)/dist")
    let folders = distribution.hasPrefix(katex.folder + "/") ? [katex.folder] : [katex.folder, distribution]
    let names =
      sandbox == .none ? [script, katex.folder, formulas] : ["/in/script.js", katex.folder, "/in/formulas"]
    return Self.limited(
      sandbox.tool(
        katex.node, ["--jitless", "--max-old-space-size=256"] + names, files: files, folders: folders))
  }

  private static func limited(_ command: Command) -> Command {
    var command = command
    command.timeout = .seconds(60)
    command.processorSeconds = 30
    command.memory = 1 << 30
    command.outputLimit = 8 << 20
    return command
  }

  /// What typesets formulas.
  ///
  /// It reads them, and writes a line for each: `+` and the markup, or `-`, the place of a mistake and the reason.
  static let script = """
    const [folder, file] = process.argv.slice(2);
    const katex = require(folder);
    const results = JSON.parse(require("fs").readFileSync(file, "utf8")).map(([source, displayMode]) => {
      try {
        return "+" + katex.renderToString(source, {
          displayMode, output: "mathml", throwOnError: true, strict: "ignore", trust: false, maxExpand: 1000, maxSize: 50,
        });
      } catch (error) {
        if (!(error instanceof katex.ParseError)) throw error;
        return `-${error.position ?? -1} ${error.rawMessage ?? error.message}`;
      }
    });
    process.stdout.write(results.map((result) => result.replace(/\\s+/g, " ") + "\\n").join(""));
    """
}
