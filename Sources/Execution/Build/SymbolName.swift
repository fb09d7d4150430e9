internal import CSystem
internal import Glibc

/// A symbol that a linker knows, in words for people.
struct SymbolName {
  /// As the linker has it.
  let text: String

  /// As its author wrote it, such as `Geometry.Point.init(Swift.Double, Swift.Double) -> Geometry.Point`; a symbol that
  /// is not Swift's is called what it is called.
  var spoken: String {
    guard let spoken = swift_demangle(text, text.utf8.count, nil, nil, 0) else { return text }
    defer { free(spoken) }
    return String(cString: spoken)
  }

  /// The module that declares it; `nil` where the symbol does not say.
  var module: String? {
    guard text.hasPrefix("$s") else { return nil }
    let digits = text.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), digits.first != "0" else { return nil }
    let rest = text.dropFirst(2 + digits.count)
    return rest.count >= length ? String(rest.prefix(length)) : nil
  }
}
