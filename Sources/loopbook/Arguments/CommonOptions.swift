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
      .value("--jobs", "N", \.jobs, .count, "run N programs at once; without it, one per processor"),
      .value("--timeout", "D", \.timeout, .duration, "stop an example after this time, such as 500ms or 2s"),
      .value(
        "--compile-timeout", "D", \.compileTimeout, .duration,
        "stop the compiler if it takes longer over an example"),
      .value(
        "--filter", "GLOB", \.filter, .glob,
        "take only examples whose chapter#id matches: * ? ** {a,b}; without a #, whole chapters"),
      .flag("--no-cache", \.ignoresCache, "compile and run everything again"),
      .value(
        "--remote-cache", "URL", \.remoteCache, .remoteCache,
        "take results from a cache that machines share; off turns it off"),
      .flag(
        "--remote-cache-upload", \.uploadsToRemoteCache, "also upload results there; only if you trust the examples"),
      .flag("--no-sandbox", \.isUnconfined, "let examples do whatever you can do; only for books that you trust"),
      .value(
        "--output", "DIR", \.output, .folder, "use DIR as the folder of the site; without it, the one in loopbook.yml"),
      .flag("--draft", \.includesDrafts, "include chapters that are drafts"),
    ] + PresentationOptions.options.map { $0.lifted(to: \.presentation) }
  }
}
