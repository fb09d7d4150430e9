/// A key of `loopbook.yml`, as the program and its documentation know it.
///
/// This table is the only one: messages about unknown keys, `init` and the documentation are made from it.
package enum ConfigurationKey: String, CaseIterable, Sendable {
  case title
  case description
  case authors
  case language
  case words
  case url
  case repository
  case editLink = "edit-link"
  case redirects
  case package
  case products
  case modules
  case api = "reference"
  case apiProducts = "reference.products"
  case apiFolder = "reference.folder"
  case apiStrict = "reference.strict"
  case apiSourceLink = "reference.source-link"
  case swift
  case templates
  case output
  case cache
  case cacheFolder = "cache.folder"
  case remoteCache = "cache.remote"
  case html
  case math
  case quotationMarks = "quotation-marks"
  case examples
  case use = "examples.use"
  case signatures = "examples.signatures"
  case hiddenLines = "examples.hidden-lines"
  case imports = "examples.imports"
  case timeout = "examples.timeout"
  case compileTimeout = "examples.compile-timeout"
  case processorTime = "examples.cpu"
  case memory = "examples.memory"
  case outputLimit = "examples.output"
  case processes = "examples.processes"
  case files = "examples.files"
  case sandbox = "examples.sandbox"
  case live = "examples.live"
  case types = "examples.types"
  case otherNames = "examples.other-names"
  case schedules = "examples.schedules"
  case warnings = "examples.warnings"
  case reference = "examples.reference"
  case referenceReason = "examples.reference-reason"

  /// The key within its group.
  package var name: String {
    rawValue.split(separator: ".").last.map(String.init) ?? rawValue
  }

  /// The group that the key stands in; `nil` for those that stand at the top.
  package var group: ConfigurationKey? {
    rawValue.firstIndex(of: ".").flatMap { ConfigurationKey(rawValue: String(rawValue[..<$0])) }
  }

  /// What its value is, what that means, and what holds without it.
  package var documentation: (form: String, meaning: String, standard: String) {
    switch self {
    case .title: ("text", "the book's title", "the first chapter's title")
    case .description: ("text", "one sentence about the book, for search engines", "none")
    case .authors: ("a list of names", "who wrote it", "none")
    case .language: ("a language tag", "the language of the text, and of the words around it", "en")
    case .words: ("a group of words", "the site's own words, in place of those of its language", "the language's")
    case .url:
      (
        "a web address", "where the site will be; with it, pages have canonical addresses, and there is a sitemap",
        "none"
      )
    case .redirects:
      ("a group of addresses", "old addresses of pages and of places on them, and where they lead now", "none")
    case .repository: ("a web address", "where the book's sources are", "none")
    case .editLink: ("a web address", "where a chapter can be edited; {path} stands for its path in the book", "none")
    case .package: ("a folder", "the SwiftPM package that examples may import from", "none")
    case .products: ("a list of names", "what examples may import from the package or from modules", "none")
    case .modules: ("a folder", "built .swiftmodule files and libraries to import, in place of a package", "none")
    case .api:
      ("a group of keys", "pages made from the doc comments of the package, whose examples are verified", "none")
    case .apiProducts: ("a list of names", "the library products that have such pages", "all of the package")
    case .apiFolder: ("a folder in the book", "where these pages are", "api")
    case .apiStrict: ("true or false", "whether a public declaration without a doc comment is an error", "false")
    case .apiSourceLink:
      (
        "a web address",
        "where a source file can be read; {path} stands for its path in the package, {line} for the line", "none"
      )
    case .swift: ("5 or 6", "the language mode of examples", "the compiler's own")
    case .templates: ("a folder", "templates and assets that replace the built-in ones", "../templates, if it is there")
    case .output: ("a folder", "where the site is written", "../site")
    case .cache: ("a folder, or a group of keys", "what is kept between runs", ".loopbook")
    case .cacheFolder: ("a folder", "what this machine keeps; may be deleted at any time", ".loopbook")
    case .remoteCache: ("a web address", "a cache that machines share; it is only read, and without a login", "none")
    case .html: ("true or false", "whether chapters may contain HTML", "true")
    case .quotationMarks:
      ("straight or typographic", "what straight quotation marks of the text become on pages", "straight")
    case .math:
      ("true or false", "whether code between dollar signs, and fences with `math`, are formulas in TeX", "false")
    case .examples: ("a group of keys", "the defaults for all examples", "the values below")
    case .use: ("run, norun or quote", "what is done with an example", "run")
    case .signatures:
      ("compile or quote", "what is done with a fence that has only declarations without bodies", "compile")
    case .hiddenLines: ("text", "the prefix of lines that are compiled, but shown only on demand", "none")
    case .imports: ("a list of names", "modules that every example imports automatically", "none")
    case .timeout: ("a time", "how long an example may run", "10s")
    case .compileTimeout: ("a time", "how long the compiler may take over an example", "1m")
    case .processorTime: ("a time", "how much processor time an example may use", "10s")
    case .memory: ("a size", "how much memory an example may use", "512M")
    case .outputLimit: ("a size", "how much an example may print", "1M")
    case .processes: ("a number", "how many processes and threads an example may have", "64")
    case .files: ("a size", "how large an example's files may be: each of them, and all that it keeps together", "64M")
    case .sandbox: ("true or false", "whether examples run in a sandbox", "true")
    case .live: ("true or false", "whether readers can change examples and run them in the page", "false")
    case .types: ("true or false", "whether listings show the declaration of a name that readers point at", "false")
    case .otherNames:
      ("a list of names", "with `types`, libraries whose names for the same things readers can show", "none")
    case .schedules: ("a number", "under how many interleavings of its threads an example runs", "8")
    case .warnings: ("off, count, show or error", "what is done with the compiler's warnings", "count")
    case .reference: ("on or off", "whether examples are compared with CoreFoundation", "on")
    case .referenceReason: ("text", "why they are not; printed on the pages", "none")
    }
  }

  /// The names that may stand in a group, or at the top.
  package static func names(in group: ConfigurationKey?) -> [String] {
    allCases.filter { $0.group == group }.map(\.name)
  }
}
