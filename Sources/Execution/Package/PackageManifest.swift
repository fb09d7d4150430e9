internal import Files
internal import SwiftParser
internal import SwiftSyntax

/// What the manifest of a package depends on besides its own text, as far as that can be seen without running it.
///
/// A manifest is a program, and could ask the machine anything. So all of its words have to be known: those of
/// SwiftPM's own descriptions, some of the standard library's that compute nothing but what they are given, and those
/// that it declares itself.
package struct PackageManifest: Hashable, Sendable {
  /// The variables of the environment that it reads.
  package private(set) var variables: Set<String> = []

  /// The folders of the packages on this machine that it depends on, as it names them.
  package private(set) var folders: [String] = []

  /// Whether it depends on a package that SwiftPM fetches.
  package private(set) var fetches = false

  /// All texts in it: where a target's files are is one of these.
  package private(set) var texts: Set<String> = []

  /// Reads a manifest.
  package init(_ text: String) throws(Unshareable) {
    if TextNesting(text).problem != nil { throw Unshareable("a manifest is nested too deeply") }
    let read = DeepStack.run(forText: text.utf8.count) { () -> Result<PackageManifest, Unshareable> in
      let visitor = ManifestVisitor(Parser.parse(source: text))
      if let reason = visitor.reason { return .failure(Unshareable(reason)) }
      var manifest = PackageManifest()
      manifest.variables = visitor.variables
      manifest.folders = visitor.folders
      manifest.fetches = visitor.fetches
      manifest.texts = visitor.texts
      return .success(manifest)
    }
    guard let read else { throw Unshareable("there is not enough memory to read a manifest") }
    self = try read.get()
  }

  private init() {}

  /// Whether a manifest in a package's folder may say something else although its text and the environment stay: it
  /// can read files, or asks which commit is checked out.
  static func asksTheMachine(in folder: String) -> Bool {
    PackageSources.manifestNames(in: folder).contains { name in
      guard let text = Disk.text(of: "\(folder)/\(name)") else { return false }
      return text.contains("gitInformation")
        || text.matches(of: /\bimport\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/).contains {
          !harmless.contains(String($0.output.1))
        }
    }
  }

  /// The modules for manifests, which read nothing.
  private static let harmless: Set = ["PackageDescription", "CompilerPluginSupport"]
}

/// Looks at each word of a manifest.
private final class ManifestVisitor: SyntaxVisitor {
  private(set) var reason: String?
  private(set) var variables: Set<String> = []
  private(set) var folders: [String] = []
  private(set) var fetches = false
  private(set) var texts: Set<String> = []
  private var declared: Set<String> = []

  init(_ file: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    if file.hasError { reason = "a manifest does not compile" }
    for token in file.tokens(viewMode: .sourceAccurate) {
      switch token.parent?.kind {
      case .identifierPattern, .functionDecl, .functionParameter, .closureShorthandParameter:
        declared.insert(token.text)
      default: break
      }
    }
    walk(file)
  }

  private func found(_ text: String) -> SyntaxVisitorContinueKind {
    if reason == nil { reason = text }
    return .skipChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let module = node.path.trimmedDescription
    guard module == "PackageDescription", node.attributes.isEmpty, node.importKindSpecifier == nil else {
      return found("a manifest imports \(module)")
    }
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    found("a manifest uses \(node.trimmedDescription)")
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.calledExpression.trimmedDescription == "Context.environment" else { return .visitChildren }
    guard node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil,
      let name = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
      node.trailingClosure == nil
    else { return found("a manifest reads variables of the environment whose names it computes") }
    variables.insert(name)
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "package"
    else { return .visitChildren }
    guard access.declName.argumentNames == nil, node.trailingClosure == nil,
      access.base.map({ ["Package.Dependency", "Dependency"].contains($0.trimmedDescription) }) ?? true
    else { return found("a manifest names a dependency in a way that only SwiftPM understands") }
    for argument in node.arguments {
      let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      switch argument.label?.text {
      case "name": continue
      case "path":
        guard let text else { return found("a manifest computes where a package is that it depends on") }
        folders.append(text)
      case "url":
        guard text != nil else { return found("a manifest computes where a package is that it depends on") }
        fetches = true
      case "from", "exact", "branch", "revision", nil: walk(argument.expression)
      default: return found("a manifest names a dependency in a way that only SwiftPM understands")
      }
    }
    return .skipChildren
  }

  override func visit(_ node: StringSegmentSyntax) -> SyntaxVisitorContinueKind {
    texts.insert(node.content.text)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // A call of it has been seen already.
    node.declName.baseName.text == "package"
      ? found("a manifest names a dependency in a way that only SwiftPM understands") : .visitChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    switch token.tokenKind {
    case .identifier(let name), .dollarIdentifier(let name):
      let isKnown = Self.known.contains(name) || declared.contains(name)
      return isKnown ? .visitChildren : found("a manifest uses `\(name)`, which only SwiftPM understands")
    // Where another manifest would be meant, or code of C.
    case .keyword(.extension), .keyword(.class), .keyword(.actor), .keyword(.macro):
      return found("a manifest uses '\(token.text)'")
    default: return .visitChildren
    }
  }

  /// What a manifest may say.
  ///
  /// Not among them is what takes something from the machine or bakes its places in: plugins, macros, binary targets,
  /// libraries of the system, flags that SwiftPM calls unsafe.
  private static let known: Set = [
    // Packages, products and dependencies.
    "PackageDescription", "Package", "Product", "Dependency", "Target", "SwiftVersion", "Version", "Platform",
    "name", "defaultLocalization", "platforms", "products", "dependencies", "targets", "package", "product",
    "from", "exact", "branch", "revision", "range",
    "library", "executable", "type", "dynamic", "static", "automatic", "condition", "when", "moduleAliases",
    "upToNextMajor", "upToNextMinor",
    // Platforms.
    "macOS", "iOS", "tvOS", "watchOS", "visionOS", "macCatalyst", "driverKit", "linux", "windows", "android", "wasi",
    "custom", "v10", "v10_13", "v10_14", "v10_15", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v26",
    "v1", "v2", "v4", "v5", "v6", "v7", "v8", "v9",
    // Targets.
    "target", "testTarget", "executableTarget", "byName", "path", "exclude", "sources", "resources", "process", "copy",
    "publicHeadersPath", "packageAccess", "swiftSettings", "cSettings", "cxxSettings", "define", "to", "configuration",
    "debug", "release", "headerSearchPath", "enableUpcomingFeature", "enableExperimentalFeature", "swiftLanguageMode",
    "swiftLanguageModes", "swiftLanguageVersions", "swiftLanguageVersion", "cLanguageStandard", "cxxLanguageStandard",
    "defaultIsolation", "strictMemorySafety", "treatAllWarnings", "treatWarning", "as", "error", "warning", "MainActor",
    "c89", "c90", "c99", "c11", "c17", "c18", "c2x", "gnu89", "gnu90", "gnu99", "gnu11", "gnu17", "gnu18", "gnu2x",
    "SwiftSetting", "CSetting", "CXXSetting", "TargetDependency", "BuildSettingCondition", "init",
    // Conditions of the compiler.
    "os", "Linux", "arch", "x86_64", "arm64", "swift", "compiler", "canImport",
    // The standard library.
    "String", "Bool", "Array", "append", "insert", "contains", "map", "flatMap", "compactMap", "filter", "isEmpty",
    "hasPrefix", "hasSuffix", "at", "contentsOf", "of", "where", "removeAll", "first", "_",
  ]
}
