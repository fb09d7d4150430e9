import Glibc
import TestSupport

/// Runs a behavior in a process of its own, `conformance-main`.
enum BehaviorProcess {
  /// A process that ended badly.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The trace of a behavior on "engine" or "reference".
  static func trace(of id: String, on side: String) throws -> [String] {
    // What the main loop holds is never released, and Address Sanitizer does not see it behind weak references.
    let result = try run(["env", "ASAN_OPTIONS=detect_leaks=0", "\(BuiltProducts.folder)/conformance-main", side, id])
    guard result.status == 0 else {
      throw Failure(description: "conformance-main \(side) \(id) ended with status \(result.status): \(result.output)")
    }
    return result.output.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Runs a program for at most twenty seconds and returns what it wrote, errors included, and its exit status.
  static func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let words = ["timeout", "20"] + arguments
    let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ") + " 2>&1"
    guard let stream = popen(command, "r") else {
      throw Failure(description: "popen: \(String(cString: strerror(errno)))")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    let status = pclose(stream)
    return (String(decoding: bytes, as: UTF8.self), status >> 8 & 0xff)
  }
}
