internal import Examples
internal import Files

/// What lets readers change examples of a book and run them again where they read them; any thread may ask it.
///
/// Each chapter with such examples has a script that tells what can be changed in them, and its page names one of the
/// modules with the programs of several chapters, each a script of its own; one more script draws what programs did.
/// `live.js` loads them when a reader first changes something.
package struct LiveExamples: Sendable {
  /// What there is for a chapter.
  package struct Chapter: Sendable {
    /// The script that tells of its examples.
    package var script: [UInt8]
    /// The number of the module with their programs.
    package var module: Int

    package init(script: [UInt8], module: Int) {
      self.script = script
      self.module = module
    }
  }

  /// The names of the examples that can be changed: `guide/timers#timers-1`.
  private let names: Set<String>

  let scripts: ScriptsOnDemand

  /// By the names of chapters, the paths of the modules with their programs.
  private let programs: [String: String]

  /// A book whose examples can only be read.
  package static let none = LiveExamples(names: [], chapters: [:], modules: [], pictures: [])

  /// - Parameters:
  ///   - names: The names of the examples that can be changed: `guide/timers#timers-1`. Those of a chapter without a
  ///     script cannot.
  ///   - chapters: What there is for a chapter, by its name: `guide/timers`.
  ///   - modules: The scripts with the programs, by their numbers.
  ///   - pictures: The script that draws what examples did.
  package init(names: Set<String>, chapters: [String: Chapter], modules: [[UInt8]], pictures: [UInt8]) {
    self.names = names.filter { name in
      name.lastIndex(of: "#").map { chapters[String(name[..<$0])] != nil } ?? false
    }
    // Named for what is in them, so that a chapter's page stays as it is when others get another module.
    let paths = modules.map { "\(Self.programs)\(Site.version(of: $0)).js" }
    var scripts = Dictionary(zip(paths, modules)) { first, _ in first }
    for (name, chapter) in chapters { scripts[Self.path(of: name)] = chapter.script }
    if !chapters.isEmpty { scripts[Self.pictures] = pictures }
    self.scripts = ScriptsOnDemand(scripts)
    programs = chapters.mapValues { paths[$0.module] }
  }

  /// Whether an example can be changed.
  func contains(_ example: Example) -> Bool { names.contains(example.name) }

  /// The address of what tells of a chapter's examples; `nil` where none can be changed.
  func address(of chapter: ChapterExamples) -> String? { scripts.address(of: Self.path(of: chapter.chapter)) }

  /// The address of the module with the programs of its examples; `nil` where none can be changed.
  func programsAddress(of chapter: ChapterExamples) -> String? {
    programs[chapter.chapter].flatMap(scripts.address)
  }

  /// The address of what draws what examples did; `nil` where none can be changed.
  var picturesAddress: String? { scripts.address(of: Self.pictures) }

  /// Not beside those of chapters, since a chapter may have any name.
  private static let pictures = "assets/live-pictures.js"
  private static let programs = "assets/live-programs-"

  /// Whether a file of that name may be one of these, whichever book it is.
  static func mayHave(_ name: String) -> Bool { name == pictures || name.hasPrefix(programs) && name.hasSuffix(".js") }

  static func path(of chapter: String) -> String { "live/\(chapter).js" }
}
