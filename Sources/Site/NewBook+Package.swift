internal import Files

extension NewBook {
  /// A library that a package offers.
  struct Product: Sendable {
    var name: String

    /// What examples import of it.
    var module: String
  }

  /// The package that a folder is to be in.
  struct Package: Sendable {
    /// Its folder, as seen from the book's.
    var path: String

    /// What its folder is called.
    var name: String

    /// The libraries that it offers.
    var products: [Product]

    /// Whether its sources are in Swift's language mode 6.
    var isInMode6: Bool
  }

  /// The package that a folder is to be in; `nil` where there is none.
  static func package(around folder: String) -> Package? {
    var above = folder.hasPrefix("/") ? folder : BookPath.join(Disk.realPath(".") ?? "/", folder)
    for depth in 1...farthest {
      above = BookPath.folder(of: above)
      let manifest = BookPath.join(above, "Package.swift")
      if let text = Disk.text(of: manifest) {
        return Package(
          path: Array(repeating: "..", count: depth).joined(separator: "/"), name: BookPath.name(of: above),
          products: products(of: text),
          isInMode6: isInMode6(text))
      }
      if above == "/" { return nil }
    }
    return nil
  }

  /// How many folders up a package is looked for: `content`, or `Documentation/content`.
  private static let farthest = 2

  /// The libraries of a package's manifest, as far as its text tells.
  private static func products(of manifest: String) -> [Product] {
    let text = withoutComments(manifest)
    let targets = Set(calls(of: ".target(", in: text).compactMap { strings(after: "name:", in: $0).first })
    return calls(of: ".library(", in: text).compactMap { call in
      guard let name = strings(after: "name:", in: call).first,
        let module = strings(after: "targets:", in: call).first(where: targets.contains)
      else { return nil }
      return Product(name: name, module: identifier(module))
    }
  }

  /// Whether a package is in mode 6: without a word about that, packages are from version 6 of their tools on.
  private static func isInMode6(_ manifest: String) -> Bool {
    let text = withoutComments(manifest)
    for label in ["swiftLanguageModes:", "swiftLanguageVersions:"] {
      guard let found = text.firstRange(of: label) else { continue }
      let modes = text[found.upperBound...].prefix { $0 != "]" }
      return modes.contains("6")
    }
    let mark = "// swift-tools-version:"
    guard let line = manifest.split(separator: "\n").first(where: { $0.hasPrefix(mark) }) else { return false }
    let version = line.dropFirst(mark.count).drop(while: \.isWhitespace).prefix(while: \.isNumber)
    return Int(version).map { $0 >= 6 } ?? false
  }

  private static func withoutComments(_ manifest: String) -> String {
    let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
  }

  /// The arguments of the calls that begin with a mark.
  private static func calls(of mark: String, in text: String) -> [Substring] {
    var calls: [Substring] = []
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      rest = rest[found.upperBound...]
      var depth = 1
      let end =
        rest.firstIndex { character in
          if character == "(" { depth += 1 }
          if character == ")" { depth -= 1 }
          return depth == 0
        } ?? rest.endIndex
      calls.append(rest[..<end])
    }
    return calls
  }

  /// The string, or the list of strings, that is an argument.
  private static func strings(after label: String, in call: Substring) -> [String] {
    guard let found = call.firstRange(of: label) else { return [] }
    let value = call[found.upperBound...].drop(while: \.isWhitespace)
    let whole = value.hasPrefix("[") ? value.prefix { $0 != "]" } : value.prefix { $0 != "," }
    let pieces = whole.split(separator: "\"", omittingEmptySubsequences: false)
    return stride(from: 1, to: pieces.count, by: 2).map { String(pieces[$0]) }
  }

  /// The module of a target, as SwiftPM names it.
  private static func identifier(_ target: String) -> String {
    let name = String(
      String.UnicodeScalarView(
        target.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : "_" }))
    return name.unicodeScalars.first.map(\.properties.isXIDStart) ?? true ? name : "_" + name.dropFirst()
  }
}
