import Execution
import Files
import Glibc
import ProgramFuzzing
import TestSupport
import Testing

extension ProcessSuites {
  /// The same as an ordinary user, where the tests run as root: what a file's owner may do is another thing then.
  @Suite("Hostile programs of an ordinary user", .serialized, .enabled(if: getuid() == 0))
  struct HostileUserTests {
    @Test(
      "all hostile programs fail alone", .enabled(if: Effort.isThorough),
      arguments: ["HostileTests", "HostileSocketTests"])
    func ordinaryUser(suite: String) async throws {
      let user: UInt32 = 65534
      let temporary = try TemporaryFolder()
      let folder = temporary.path
      try #require(chown(folder, user, user) == 0)
      var environment = Workshop.environment
      environment["TMPDIR"] = folder
      environment["HOME"] = folder
      let supervisor = try Supervisor()
      let result = try await supervisor.run(
        Command(
          "/usr/bin/setpriv",
          [
            "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "--", Disk.absolute("/proc/self/exe"),
            "--testing-library", "swift-testing", "--filter", "ExecutionTests\\..*\(suite)",
          ], environment: environment, folder: folder, timeout: .seconds(300)))
      await supervisor.stop()
      let words = String(decoding: result.output + result.errors, as: UTF8.self)
      #expect(result.ending == .exited(0), "\(words.suffix(3000))")
      #expect(words.contains("passed after"), "\(words.suffix(3000))")
    }
  }
}
