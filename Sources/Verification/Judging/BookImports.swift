internal import Book
internal import Execution
internal import Text

/// The modules that all examples of a book import, and what is wrong where one of them does not exist.
///
/// That is no example's fault, so it is said of the configuration, and each example says the same.
struct BookImports: Sendable {
  private let places: [String: SourcePlace]
  private let products: [String]
  private let hasPackage: Bool

  init(_ configuration: Configuration) {
    places = configuration.importPlaces
    products = configuration.products
    hasPackage = configuration.package != nil
  }

  /// Modules of the toolchain that a name may be meant for.
  private static let usual = ["Dispatch", "Foundation", "Glibc", "Synchronization"]

  /// What the compiler could not import, if it is one of them.
  func problem(_ messages: [CompilerMessage]) -> Diagnostic? {
    let start = "no such module '"
    for message in messages where message.line == 0 && message.severity == .error && message.text.hasPrefix(start) {
      let module = String(message.text.dropFirst(start.count).prefix { $0 != "'" })
      guard let place = places[module] else { continue }
      return Diagnostic(
        id: "unknown-import", "there is no module '\(module)', which every example imports", at: place,
        cure: cure(module))
    }
    return nil
  }

  private func cure(_ module: String) -> String? {
    if let nearest = NearestName.suggestion(for: module, among: products.filter { $0 != module } + Self.usual) {
      return "did you mean '\(nearest)'?"
    }
    return hasPackage && !products.contains(module) ? "if it is of the package, list it in 'products', too" : nil
  }
}
