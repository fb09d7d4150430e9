/// What `#if compiler(>=6.3)` and `#if swift(>=6)` compare with.
package struct CompilerVersions: Sendable, Hashable {
  /// The compiler's own version, such as 6, 3, 1.
  let compiler: [Int]
  /// The language's, which is an older one where the compiler is to take a program for one of an older Swift.
  let language: [Int]

  /// Takes what a compiler says of itself, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package init?(_ told: String, languageMode: String?) {
    guard let words = told.firstRange(of: "Swift version ") else { return nil }
    let number = told[words.upperBound...].prefix { $0.isNumber || $0 == "." }
    compiler = number.split(separator: ".").compactMap { Int($0) }
    guard compiler.count > 1 else { return nil }
    switch languageMode ?? "5" {
    // The last version before the next mode.
    case "5": language = compiler[0] > 5 ? [5, 10] : compiler
    case "6": language = compiler
    default: return nil
    }
  }
}
