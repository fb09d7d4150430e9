/// What a SwiftPM package says of itself: its products, and the modules in them.
package struct PackageDescription: Sendable, Equatable {
  package struct Product: Sendable, Equatable {
    package var name: String
    /// Whether others can import from it, as they cannot from a program or a plugin.
    package var isLibrary: Bool
    /// The names of the targets that its author put into it; none where that is not known.
    package var targets: [String] = []
  }

  package struct Target: Sendable, Equatable {
    package var name: String
    /// What it is imported as.
    package var module: String
    /// The names of the products that it is in.
    package var products: [String]
    /// Its folder, and its source files, by their paths in the package's folder.
    package var folder = ""
    package var sources: [String] = []

    /// Takes what is known of a target.
    package init(name: String, module: String, products: [String], folder: String = "", sources: [String] = []) {
      self.name = name
      self.module = module
      self.products = products
      self.folder = folder
      self.sources = sources
    }
  }

  package private(set) var products: [Product] = []
  package private(set) var targets: [Target] = []

  /// Reads what `swift package describe --type json` prints: a key, a bracket or an element on each line, indented by
  /// two blanks for each level.
  package init(_ json: String) {
    var group: Substring?
    var item: [Substring: [String]] = [:]
    var list: Substring?
    for line in json.split(separator: "\n") {
      let indentation = line.prefix { $0 == " " }.count
      let strings = Self.strings(line)
      switch indentation {
      case 2: group = strings.first.map { $0[...] }
      case 4 where line.contains("}"):
        take(item, of: group)
        item = [:]
      case 6:
        list = strings.first.map { $0[...] }
        if strings.count > 1 { item[strings[0][...]] = [strings[1]] }
      case 8: if let list, let element = strings.first { item[list, default: []].append(element) }
      default: break
      }
    }
  }

  /// What was read, a product, a target or a source file on each line.
  var text: String {
    let products = products.map { "product\t\($0.name)\t\($0.isLibrary ? "library" : "other")\n" }
    let lines = targets.map { "target\t\($0.name)\t\($0.module)\t\($0.products.joined(separator: "\t"))\n" }
    let sources = targets.flatMap { target in target.sources.map { "source\t\(target.name)\t\($0)\n" } }
    return (products + lines + sources).joined()
  }

  /// Reads that again.
  init(lines: String) {
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      guard words.count > 2 else { continue }
      switch words[0] {
      case "product": products.append(Product(name: words[1], isLibrary: words[2] == "library"))
      case "target": targets.append(Target(name: words[1], module: words[2], products: Array(words.dropFirst(3))))
      case "source":
        if let index = targets.firstIndex(where: { $0.name == words[1] }) { targets[index].sources.append(words[2]) }
      default: continue
      }
    }
  }

  /// The library products that a module is in.
  package func libraries(of target: Target) -> [String] {
    products.filter { $0.isLibrary && target.products.contains($0.name) }.map(\.name)
  }

  private mutating func take(_ item: [Substring: [String]], of group: Substring?) {
    guard let name = item["name"]?.first else { return }
    if group == "products" {
      products.append(
        Product(name: name, isLibrary: item["type"]?.contains("library") ?? false, targets: item["targets"] ?? []))
    } else if group == "targets", let module = item["c99name"]?.first {
      let folder = item["path"]?.first ?? ""
      targets.append(
        Target(
          name: name, module: module, products: item["product_memberships"] ?? [], folder: folder,
          sources: (item["sources"] ?? []).map { "\(folder)/\($0)" }))
    }
  }

  /// The texts between quotation marks in a line of JSON.
  static func strings(_ line: Substring) -> [String] {
    var strings: [String] = []
    var current: String?
    var isEscaped = false
    for character in line {
      if isEscaped {
        current?.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = current != nil
      } else if character == "\"" {
        if let string = current { strings.append(string) }
        current = current == nil ? "" : nil
      } else {
        current?.append(character)
      }
    }
    return strings
  }
}
