/// Which way languages are written.
enum WritingDirection {
  private static let languages: Set = [
    "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ks", "lrc", "mzn", "nqo", "pnb", "ps", "sd", "syr", "ug",
    "ur", "yi",
  ]
  private static let scripts: Set = ["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"]

  /// Whether a language, as its tag names it, is written from right to left.
  static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.lowercased().split(separator: "-").map(String.init)
    // A script says more than the language that is written in it.
    if let script = parts.dropFirst().first(where: { $0.utf8.count == 4 && $0.allSatisfy(\.isLetter) }) {
      return scripts.contains(script)
    }
    return parts.first.map(languages.contains) ?? false
  }
}
