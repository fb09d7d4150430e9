import Text

/// The problems of a report as commands for GitHub's runner, which shows them beside the lines of a pull request.
enum GitHubAnnotations {
  static func text(_ report: VerificationReport) -> String {
    report.problems.map(command).joined()
  }

  private static func command(_ diagnostic: Diagnostic) -> String {
    var properties: [(String, String)] = []
    if let place = diagnostic.place {
      properties.append(("file", place.path))
      if let position = place.position {
        properties.append(("line", String(position.line)))
        properties.append(("col", String(position.column)))
        if place.length > 1 { properties.append(("endColumn", String(position.column + place.length - 1))) }
      }
    }
    properties.append(("title", diagnostic.id))
    var message = diagnostic.message
    for note in diagnostic.notes { message += "\nnote: " + place(note.place) + note.message }
    if let cure = diagnostic.cure { message += "\nhelp: " + cure }
    let list = properties.map { "\($0.0)=\(escaped($0.1, inProperty: true))" }.joined(separator: ",")
    let name = diagnostic.severity == .error ? "error" : "warning"
    return "::\(name) \(list)::\(escaped(message, inProperty: false))\n"
  }

  private static func place(_ place: SourcePlace?) -> String {
    guard let place else { return "" }
    guard let position = place.position else { return "\(place.path): " }
    return "\(place.path):\(position.line):\(position.column): "
  }

  /// The runner reads a line up to its end and properties up to a comma or colon.
  private static func escaped(_ text: String, inProperty isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
