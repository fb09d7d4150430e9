extension String {
  /// The text with what XML gives a meaning escaped, for an attribute between double quotation marks or between tags.
  ///
  /// XML 1.0 has no way at all to write most control characters; they become the replacement character.
  package func escapedForXML(inAttribute isAttribute: Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
      case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
      case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
      case 0x22 where isAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      // A parser makes blanks of these in attributes, and a line feed of a carriage return anywhere.
      case 0x09 where isAttribute, 0x0A where isAttribute, 0x0D:
        result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      case 0x09, 0x0A: result.append(scalar)
      case 0..<0x20, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
      // These may stand as references only, if a reader of XML 1.1 is to agree.
      case 0x7F..<0xA0: result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
