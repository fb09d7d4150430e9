internal import Examples
internal import Files

/// What lets readers change examples of a book and run them again where they read them; any thread may ask it.
///
/// Each chapter with such examples has a script with their programs, which `live.js` loads when a reader first changes
/// one of them; one more script draws what they did.
package struct LiveExamples: Sendable {
  /// The names of the examples that can be changed: `guide/timers#timers-1`.
  private let names: Set<String>

  /// The scripts, by their paths in the site.
  let scripts: [String: [UInt8]]

  /// The addresses of the scripts, as seen from the site's folder, which change with what is in them.
  private let addresses: [String: String]

  /// A book whose examples can only be read.
  package static let none = LiveExamples(names: [], programs: [:], pictures: [])

  /// - Parameters:
  ///   - names: The names of the examples that can be changed: `guide/timers#timers-1`. Those of a chapter without
  ///     programs cannot.
  ///   - programs: The scripts with the examples of a chapter, by its name: `guide/timers`.
  ///   - pictures: The script that draws what examples did.
  package init(names: Set<String>, programs: [String: [UInt8]], pictures: [UInt8]) {
    self.names = names.filter { name in
      name.lastIndex(of: "#").map { programs[String(name[..<$0])] != nil } ?? false
    }
    var scripts: [String: [UInt8]] = [:]
    for (chapter, script) in programs { scripts[Self.path(of: chapter)] = script }
    if !programs.isEmpty { scripts[Self.pictures] = pictures }
    self.scripts = scripts
    addresses = Dictionary(uniqueKeysWithValues: scripts.map { ($0, Site.address(of: $0, $1)) })
  }

  /// Whether an example can be changed.
  func contains(_ example: Example) -> Bool { names.contains(example.name) }

  /// The address of the programs of a chapter's examples; `nil` where none can be changed.
  func address(of chapter: ChapterExamples) -> String? { addresses[Self.path(of: chapter.chapter)] }

  /// The address of what draws what examples did; `nil` where none can be changed.
  var picturesAddress: String? { addresses[Self.pictures] }

  /// Not beside the programs, since a chapter may have any name.
  private static let pictures = "assets/live-pictures.js"

  private static func path(of chapter: String) -> String { "live/\(chapter).js" }
}
