import Testing

@testable import Execution
@testable import Verification

struct MachineCheckTests {
  @Test(
    "an example that the compiler rejects is blamed on the C library only where one of its headers is missing",
    arguments: [
      (["'stdlib.h' file not found", "could not build C module 'SwiftGlibc'"], "'stdlib.h' file not found", true),
      (["could not build C module 'SwiftGlibc'", "'stdlib.h' file not found"], "'stdlib.h' file not found", true),
      (
        ["unable to open output file '/a.pcm': 'Permission denied'", "could not build C module 'SwiftGlibc'"],
        "unable to open output file '/a.pcm': 'Permission denied'", false
      ),
      ([], "without a message", false),
    ])
  func cures(errors: [String], told: String, isLibrary: Bool) throws {
    let messages = errors.map {
      CompilerMessage(severity: .error, file: "main.swift", line: 1, column: 1, text: $0)
    }
    let finding = MachineCheck.finding("an example", messages)
    #expect(finding.text == "does not compile: \(told)")
    let cure = try #require(finding.cure)
    #expect(cure.contains("apt-get install libc6-dev") == isLibrary)
  }
}
