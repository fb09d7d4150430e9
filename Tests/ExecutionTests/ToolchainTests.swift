import Execution
import Files
import Glibc
import ProgramFuzzing
import TestSupport
import Testing

/// How the toolchain is found that the `swiftc` in use belongs to.
@Suite("The toolchain")
struct ToolchainTests {
  /// The environment of this process, with other folders first on its PATH.
  private static func environment(_ folders: String...) -> [String: String] {
    var environment = Workshop.environment
    environment["PATH"] = (folders + [environment["PATH", default: ""]]).joined(separator: ":")
    return environment
  }

  @Test("a version manager's proxy is asked: swiftc is a link to a program that lies nowhere near a toolchain")
  func proxy() async throws {
    let known = try await Toolchain(environment: Self.environment())
    let home = try TemporaryFolder()
    // As a proxy does, it starts the tool that it was called as.
    try home.script("manager", "exec '\(known.folder)/bin/'\"$(basename \"$0\")\" \"$@\"")
    try #require(symlink("manager", "\(home.path)/swiftc") == 0)
    let found = try await Toolchain(environment: Self.environment(home.path))
    #expect(found.compiler == "\(home.path)/swiftc")
    #expect(found.folder == known.folder)
    #expect(found.identity == known.identity)
  }

  @Test("a script is asked, also where it lies in a folder that looks like a toolchain's")
  func script() async throws {
    let known = try await Toolchain(environment: Self.environment())
    let home = try TemporaryFolder()
    for folder in ["bin", "lib", "lib/swift", "lib/swift/linux"] {
      try #require(mkdir("\(home.path)/\(folder)", 0o755) == 0)
    }
    try home.script("bin/swift-frontend", "exit 1")
    try home.script("bin/swiftc", "exec '\(known.folder)/bin/swiftc' \"$@\"")
    #expect(try await Toolchain(environment: Self.environment("\(home.path)/bin")).folder == known.folder)
  }

  @Test("the swiftc that the environment names is taken in place of the first on the PATH")
  func choice() async throws {
    let known = try await Toolchain(environment: Self.environment())
    let home = try TemporaryFolder()
    try home.script("swiftc", "echo 'this one is broken' >&2; exit 1")
    var environment = Self.environment(home.path)
    await #expect {
      try await Toolchain(environment: environment)
    } throws: {
      ($0 as? Toolchain.Missing)?.message.hasSuffix("does not say where its toolchain is: this one is broken") == true
    }
    environment[Toolchain.choice] = "\(known.folder)/bin/swiftc"
    #expect(try await Toolchain(environment: environment).folder == known.folder)
    environment[Toolchain.choice] = "\(home.path)/nowhere"
    await #expect {
      try await Toolchain(environment: environment)
    } throws: {
      ($0 as? Toolchain.Missing)?.message == "LOOPBOOK_SWIFTC names \(home.path)/nowhere, which is not a program"
    }
  }

  @Test("what a compiler is is told also where there is no room for the folder that it makes")
  func noRoom() async throws {
    let known = try await Toolchain(environment: Self.environment())
    var environment = Self.environment()
    environment["TMPDIR"] = try TemporaryFolder().path + "/absent"
    #expect(try await known.version(environment).contains("Swift version"))
  }

  @Test("without any swiftc the message says where Swift comes from")
  func nowhere() async throws {
    await #expect {
      try await Toolchain(environment: ["PATH": "/nowhere"])
    } throws: {
      ($0 as? Toolchain.Missing)?.cure.contains("swift.org/install") == true
    }
  }

  @Test("SwiftPM gets an environment in which nothing names another compiler")
  func environment() async throws {
    var environment = Self.environment()
    environment["SWIFT_EXEC"] = "/elsewhere/swiftc"
    let toolchain = try await Toolchain(environment: environment)
    let own = toolchain.environment(environment)
    #expect(own["SWIFT_EXEC"] == nil)
    #expect(own["PATH"]?.hasPrefix("\(toolchain.folder)/bin:") == true)
  }
}
