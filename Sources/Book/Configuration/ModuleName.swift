/// What Swift can import.
enum ModuleName {
  /// Whether `name` is an identifier of letters, digits and underscores that does not begin with a digit.
  ///
  /// SwiftPM's product names may have hyphens, which become underscores in the module's name.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return name.unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isXIDContinue }
  }

  /// Whether `import` can have `name` as it stands.
  static func isImportable(_ name: String) -> Bool { isValid(name) && !name.contains("-") }
}
