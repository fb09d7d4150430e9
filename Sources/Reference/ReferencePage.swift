package import Text

/// A page of the reference: a chapter that is made, not written.
package struct ReferencePage: Sendable {
  /// Its path in the book, such as `api/LoopEngine/Loop.md`; no two pages' differ in case only.
  package var path: String
  /// What it is about: `Loop`, or `Loop.Result`.
  package var title: String
  /// What kind of thing that is: `Structure`, `Functions`, `Module`, `Extended Protocol`, `Article`.
  package var kind: String
  /// The module that it belongs to.
  package var module: String
  /// The path of the page above it: its module's, or the one of the type around it; `nil` for a module.
  package var parent: String?
  /// The Markdown.
  ///
  /// Lines of doc comments are pieces of their Swift files; all else is of a file with the page's own path.
  package var file: SourceFile
  /// What stands on it, in its order.
  package var symbols: [PageSymbol]
  /// The heading of its module's page that lists it; `nil` where that needs no name, or there is none.
  package var group: String? = nil
  /// That what it is about should not or cannot be used, as lists say it.
  package var caveat: String? = nil
}

/// A symbol on its page.
package struct PageSymbol: Hashable, Sendable {
  package var usr: String
  /// The name of its heading; `nil` for what the page itself is about.
  package var anchor: String?
  /// What the heading can be called besides: the plain name, for the first of several of one name.
  package var plainAnchor: String? = nil
  /// Its name as it is shown: `run(until:)`, with the labels.
  package var name: String
  /// What it is: `Instance Method`.
  package var kind: String
  /// The level of its heading.
  package var level: Int
  /// How pages name the file that declares it, and the line there; `nil` where readers cannot look at it.
  package var source: SourceLine?
  /// What lists call it, where others on the page have its name: `parse(_: String)`.
  package var listedName: String? = nil
  /// That it should not or cannot be used, as lists say it.
  package var caveat: String? = nil
}

/// A line of a source file, as pages name it.
package struct SourceLine: Hashable, Sendable {
  package var file: String
  /// Counted from 1.
  package var line: Int

  /// How a page tells it: `Sources/Garden/Tool.swift:12`.
  package var told: String { "\(file):\(line)" }

  /// The same without the folder, which is told above: `Tool.swift:12`.
  package var toldShortly: String { "\(file.split(separator: "/").last ?? ""):\(line)" }
}
