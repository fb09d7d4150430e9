package import Text

/// What holds for an example whose info string says nothing else.
package struct ExampleDefaults: Hashable, Sendable {
  /// What is done with an example that does not say it.
  package enum Use: String, Hashable, Sendable, CaseIterable {
    case run, norun, quote
  }

  /// What is done with it.
  package var use = Use.run

  /// What is done with a fence of declarations without bodies.
  package enum Signatures: String, Hashable, Sendable, CaseIterable {
    case compile, quote
  }

  /// What is done with such a fence that does not say it.
  package var signatures = Signatures.compile

  /// What lines begin with that are compiled and shown only on demand; `nil` where there are none.
  package var hiddenLines: String?

  /// The modules that its program imports without saying so.
  package var imports: [String] = []

  /// How long its program may run.
  package var timeout = TimeSpan(milliseconds: 10_000)

  /// How long the compiler may take over its program.
  package var compileTimeout = TimeSpan(milliseconds: 60_000)

  /// How much processor time its program may use.
  package var processorTime = TimeSpan(milliseconds: 10_000)

  /// How much memory its program may use.
  package var memory = ByteCount(bytes: 512 << 20)

  /// How much its program may print.
  package var output = ByteCount(bytes: 1 << 20)

  /// How many processes and threads its program may have at once.
  package var processes = 64

  /// How large its program's files may be, each and together.
  package var files = ByteCount(bytes: 64 << 20)

  /// Whether its program runs in a sandbox.
  package var isSandboxed = true

  /// Under how many interleavings of its threads it runs.
  package var schedules = 8

  /// Whether readers can change examples and run them where they read them.
  package var isLive = false

  /// Whether listings tell readers what the names in them mean.
  package var showsTypes = false

  /// Whose names listings can show above those of the code, if doc comments tell them; first come first served.
  package var otherNames: [NamingLibrary] = []

  /// What is done with the compiler's warnings.
  package var warnings = WarningUse.count

  /// Why it is not compared with CoreFoundation; `nil` when it is.
  package var noReferenceReason: String?

  package init() {}
}
