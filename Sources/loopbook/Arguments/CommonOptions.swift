import Verification

/// The flags of every verb that runs a book's examples.
struct CommonOptions {
  /// How many programs may run at once; `nil` means as many as there are processors.
  var jobs: Int?

  /// How long an example may run that does not say so itself.
  var timeout: Duration?

  /// How long the compiler may take over an example.
  var compileTimeout: Duration?

  /// Which examples are meant; `nil` means all.
  var filter: Glob?

  var ignoresCache = false
  var remoteCache: RemoteCacheChoice?
  var uploadsToRemoteCache = false
  var isUnconfined = false

  /// Where the site goes; `nil` means where the configuration says.
  var output: String?

  var includesDrafts = false
  var presentation = PresentationOptions()

  /// Their declarations.
  static var options: [OptionDeclaration<Self>] {
    [
      .value("--jobs", "N", \.jobs, .count, "run N programs at once; without it, one for each processor"),
      .value("--timeout", "D", \.timeout, .duration, "stop an example after a time such as 500ms or 2s"),
      .value(
        "--compile-timeout", "D", \.compileTimeout, .duration,
        "give up on what the compiler takes longer over than this"),
      .value(
        "--filter", "GLOB", \.filter, .glob,
        "only examples whose chapter#id matches: * ? ** {a,b}; without a #, whole chapters"),
      .flag("--no-cache", \.ignoresCache, "compile and run everything again"),
      .value(
        "--remote-cache", "URL", \.remoteCache, .remoteCache,
        "take results from a cache that machines share; or off"),
      .flag(
        "--remote-cache-upload", \.uploadsToRemoteCache, "put results there, too; only where you trust the examples"),
      .flag("--no-sandbox", \.isUnconfined, "let examples do what you may do; only for a book you trust"),
      .value("--output", "DIR", \.output, .folder, "the folder of the site; without it, what loopbook.yml says"),
      .flag("--draft", \.includesDrafts, "take chapters along that are drafts"),
    ] + PresentationOptions.options.map { $0.lifted(to: \.presentation) }
  }
}
