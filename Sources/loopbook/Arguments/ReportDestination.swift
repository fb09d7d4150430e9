import Text
import Verification

/// A report that was asked for, and the file it goes to.
struct ReportDestination: Hashable {
  let format: ReportFormat

  /// The file; `nil` means standard output, which is also what `-` names.
  let file: String?

  /// The destination as it is written in an argument.
  var text: String { format.needsFile ? "\(format.rawValue)=\(file ?? "-")" : format.rawValue }
}

extension ArgumentType<ReportDestination> {
  /// `junit=FILE`, `json=FILE`, `sarif=FILE` or `github`.
  static var report: Self {
    Self { text throws(ArgumentProblem) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let file = parts.count > 1 ? parts[1] : nil
      guard let format = ReportFormat(rawValue: parts[0]) else {
        let near = NearestName.suggestion(for: parts[0], among: ReportFormat.allCases.map(\.rawValue))
        throw ArgumentProblem(
          needs: "junit=FILE, json=FILE, sarif=FILE or github",
          suggestion: near.map { $0 + (file.map { "=" + $0 } ?? "") })
      }
      if format.needsFile, file?.isEmpty ?? true {
        throw ArgumentProblem(needs: "a file for the report, as in \(format.rawValue)=FILE")
      }
      if !format.needsFile, file != nil {
        throw ArgumentProblem(
          needs: "no file for \(format.rawValue), whose report is read from standard output",
          suggestion: format.rawValue)
      }
      return ReportDestination(format: format, file: file == "-" ? nil : file)
    }
  }
}
