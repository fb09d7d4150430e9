internal import Files

/// Recognizes the reports that `loopbook verify` writes into files.
package enum OwnReport {
  /// The first bytes of each, which nothing else begins with.
  private static let starts = [
    #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + #"<testsuites name="loopbook" "#,
    "{\n  \"version\": 1,\n  \"tool\": {\n    \"name\": \"loopbook\",\n",
    """
    {
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        {
          "tool": {
            "driver": {
              "name": "loopbook",

    """,
  ].map { Array($0.utf8) }

  /// The endings that the file of a report has in a book's folder.
  private static let endings = [".xml", ".json", ".sarif"]

  /// Whether a file, by its name, may be a report.
  package static func hasEnding(_ path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains(where: name.hasSuffix)
  }

  /// Whether a file is a report of this or an earlier run.
  package static func isOne(_ path: String) -> Bool {
    starts.contains { Disk.begins(path, with: $0) }
  }
}
