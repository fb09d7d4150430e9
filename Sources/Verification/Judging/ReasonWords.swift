internal import Execution

extension Substring {
  /// What says a value, without the reason or the type that stands behind it: `false` of `false, since it is empty`.
  ///
  /// - Parameter isMarked: Whether it stands behind an arrow, so that it can only be what came.
  func withoutReason(isMarked: Bool) -> Substring {
    for end in indices where ",;:(–—- ".contains(self[end]) {
      let value = self[..<end].trimmed
      let rest = self[end...]
      if value.isSaidWithReason(rest, isMarked: isMarked) { return value }
    }
    return self
  }

  /// What says a value, without the type before it, as Swift's prompt and debuggers show it: `6` of `$R0: Int = 6`.
  var withoutType: Substring {
    prefixMatch(of: /(?:(?:\$?\w+: )?[A-Z][\w<>, ]*\??\s=|\([A-Z]\w*\))\s/).map { self[$0.range.upperBound...] } ?? self
  }

  /// Whether it is a value, and what follows on it nothing but the reason or the type.
  private func isSaidWithReason(_ rest: Substring, isMarked: Bool) -> Bool {
    guard PrintedClaim.isValue(self) || isQuotation else { return false }
    let words = rest.drop { ",;:(–—- ".contains($0) }
    let mark = rest.prefix(rest.count - words.count)
    if words.wholeMatch(of: /(?:an? )?[A-Z]\w*(?:<.*>)?[?)]*\.?/) != nil {
      return mark == " (" && words.hasSuffix(")") || words.first == "a" && [", ", " - ", " – ", " — "].contains(mark)
        || mark == ", " && isMarked
    }
    if !["", " "].contains(mark), words.wholeMatch(of: Self.reason) != nil { return true }
    if mark == " " { return words.prefixMatch(of: /(?:because|since)\s/) != nil }
    guard [" – ", " — ", ", "].contains(mark), words.first?.isLetter == true, !words.contains(Self.condition) else {
      return false
    }
    // Alone, a number may be that of a step, and behind a comma there may be other values.
    return mark == ", " ? isMarked && !words.contains(where: \.isNumber) : Int(self) == nil
  }

  private var isQuotation: Bool {
    count > 1 && first == "\"" && last == "\"" && !dropFirst().dropLast().contains("\"")
  }

  private static var reason: Regex<Substring> {
    /(?:because|since|as|so|not|which|though|although|even though|it|they|there|both|neither|i\.e\.|that is) .*/
  }
  private static var condition: Regex<Substring> {
    #/
    \b(?:if|when|unless|or|once|then|until|to|for|would|could|should|may|might
      |default|otherwise|else|before|after|initially|later)\b
    /#
  }

  /// Whether it is a number whose digits stand in groups of three behind commas.
  var isGroupedNumber: Bool { wholeMatch(of: /-?\d{1,3}(?:,\d{3})+(?:\.\d+)?/) != nil }
}
