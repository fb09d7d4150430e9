internal import Book
internal import Examples
internal import Execution
internal import Files
internal import Markdown
internal import Text

/// One program of a book with all that is known of it: where it stands, what is run, what that is compared with, and
/// under which fingerprints the results are kept.
struct Case: Sendable {
  let program: Program
  /// The values that it has in the place of those that its example was written with; `nil` for a program as written.
  let variant: ExampleVariant?
  let chapter: ChapterExamples
  let chapterPath: String
  /// The run that its recordings are compared with.
  let task: ProgramTask
  /// The run on CoreFoundation; `nil` where there is none.
  let reference: ProgramTask?
  /// The run that is watched for data races; `nil` where there is none.
  let watched: ProgramTask?
  /// The run that is asked what its comments say; `nil` where they say nothing that can be asked.
  let probes: (comments: ProbedComments, task: ProgramTask)?
  /// Why there is no run on CoreFoundation, where its author does not want one; `nil` of a program that has no loops.
  let referenceOffReason: String?
  /// Under how many schedules it runs, the usual one included.
  let schedules: Int
  /// Whether readers predict what it does.
  let isPredicted: Bool

  /// Whether it has the main thread alone, without having to be run under other schedules.
  let hasOneThread: Bool
  /// Whether it speaks of threads, tasks or queues: one may do something that no trace shows.
  let namesThreads: Bool
  /// Whether it imports modules of the book's, of which it is not seen how they keep threads apart.
  let importsUnwatched: Bool
  /// Whether so many schedules are only tried where it has several threads, since it does not name a number itself.
  let isTriedForThreads: Bool
  /// The examples that are run once more with its declarations.
  let reruns: [Rerun]
  /// Compares what it does with what the chapter says.
  let judge: Judge
  /// What the command line calls it.
  let commandName: String
  /// What it could import.
  private let offer: ModuleOffer
  /// What is said at its examples and means nothing for them.
  let useless: Diagnostic?
  /// Whether the compiler's warnings are told, and not only counted.
  let showsWarnings: Bool

  /// Its name among all programs of the book.
  var name: String { program.name }

  /// Whether its loops are recorded.
  var isRecorded: Bool { task.recording != nil }

  /// Why no trace of it can be compared with another's; `nil` where one can be.
  var lackForComparisons: String? {
    if !program.kind.isRun { return "it is not run" }
    if !isRecorded { return "it does not import LoopEngine, and so has no trace" }
    return task.hasVirtualClock ? nil : "it runs in real time, and its trace is different each time"
  }

  /// Where its first example begins.
  var place: SourcePlace { chapter.file.place(program.blocks[0].example.fence.opening) }

  /// What tells the outcomes of its schedules from those of others.
  var schedulesFingerprint: Fingerprint {
    Fingerprint(
      ["schedules", task.fingerprint.description, "\(schedules)"] + (isPredicted ? ["with what threads did"] : []))
  }

  /// What tells the order of its threads in which it does what it did on CoreFoundation, where that is not the usual
  /// one.
  var referenceOrderFingerprint: Fingerprint {
    Fingerprint(["order on CoreFoundation", task.fingerprint.description, reference?.fingerprint.description ?? ""])
  }

  /// Under how many schedules what readers predict is tried where nothing else is said.
  private static let schedulesForPrediction = 16

  /// The results that another machine may have.
  var wanted: [ResultCache.Wanted] {
    let blocks = task.source.blocks.count + 1
    var wanted = [task, reference, watched].compactMap { $0?.fingerprint }.map { fingerprint in
      ResultCache.Wanted(fingerprint: fingerprint) { ProgramRecord($0)?.isPlausible(blocks: blocks) ?? false }
    }
    if let probes {
      wanted.append(
        ResultCache.Wanted(fingerprint: probes.task.fingerprint) {
          ProgramRecord($0)?.isPlausible(blocks: probes.comments.probed.runs.count) ?? false
        })
    }
    if schedules > 1 {
      wanted.append(
        ResultCache.Wanted(fingerprint: schedulesFingerprint) {
          ScheduleOutcomes($0)?.isPlausible(blocks: blocks) ?? false
        })
    }
    return wanted + reruns.flatMap(\.wanted)
  }

  init(
    _ original: Program, in chapter: ChapterExamples, path: String, importing imports: [String] = [], number: Int,
    reruns: [Rerun] = [],
    with variant: ExampleVariant? = nil, configuration: Configuration, options: VerificationOptions, workshop: Workshop
  ) {
    let program = variant.map(original.with) ?? original
    self.program = program
    self.variant = variant
    self.chapter = chapter
    chapterPath = path
    self.reruns = reruns
    offer = workshop.offer
    showsWarnings = (program.warnings ?? configuration.examples.warnings) == .show
    commandName = "\(options.location.folder)/\(program.blocks[0].example.name)"
    let text = program.text
    let defaults = configuration.examples
    let catalog = workshop.catalog
    func importing(_ settings: ModuleSettings) -> ModuleSettings {
      program.hasImplicitImports ? settings.importing(imports) : settings.withoutImplicitImports
    }
    let everything = importing(catalog.settings)
    let usesEngine =
      Self.usesEngine(text) || !Set(ModuleCatalog.engineModules).isDisjoint(with: everything.implicitImports)
    let settings = usesEngine ? everything : importing(catalog.settingsWithoutImport(of: text))
    judge = Judge(
      program, in: chapter, book: options.location.folder, offer: workshop.offer,
      conditions: usesEngine ? workshop.conditions.importingEngine : workshop.conditions,
      warnings: program.warnings ?? configuration.examples.warnings, comparesRecordings: variant == nil)
    useless = usesEngine || variant != nil ? nil : Self.useless(program, in: chapter)
    let runs = program.kind.isRun
    let clock = program.clock ?? .virtual
    let recording =
      usesEngine && runs ? ProgramRun.Recording(clock: clock.rawValue, schedule: clock == .virtual ? "0" : "") : nil
    var source = ProgramSource(
      name: "e\(number)" + (variant.map { "v" + $0.choice.map(String.init).joined(separator: "v") } ?? ""), text: text,
      blocks: Self.blockOffsets(program), settings: settings)
    source.isSlow = usesEngine && clock == .real
    let task = ProgramTask(
      source, demand: ProgramTask.Demand(program.kind), limits: Self.limits(program, defaults, options),
      recording: recording, isVaried: runs, input: program.input,
      identities: workshop.identity + catalog.identities(for: text, importing: settings.implicitImports))
    self.task = task
    referenceOffReason = recording == nil ? nil : program.referenceOffReason ?? defaults.noReferenceReason
    let isCompared =
      options.comparesReference && !options.recordsChanges && recording != nil && program.kind == .runs
      && referenceOffReason == nil
    reference =
      isCompared
      ? task.onReference(
        importing(catalog.referenceSettings), name: "r" + source.name.dropFirst(),
        identities: workshop.identity
          + catalog.referenceIdentities(for: text, importing: settings.implicitImports)) : nil
    namesThreads = Self.namesThreads(text)
    let unwatched = Set(settings.libraries.keys).subtracting(ModuleCatalog.engineModules)
    importsUnwatched = !unwatched.isDisjoint(with: settings.implicitImports) || Self.imports(unwatched, text)
    let hasSafeThreads =
      configuration.swiftMode == .six && !RaceSearch.isNeeded(for: text, importing: settings.implicitImports)
    let isWatched =
      variant == nil && program.kind == .runs && !program.allowsRaces && !options.recordsChanges
      && (usesEngine ? isCompared : namesThreads) && !hasSafeThreads
    let sanitizer = isWatched ? ThreadSanitizer.runtime(of: workshop.tools.toolchain) : nil
    let threaded = reference ?? task
    watched = sanitizer.map { threaded.watched(by: $0, named: "t" + source.name.dropFirst()) }
    let comments = runs && !options.recordsChanges ? judge.probedComments : nil
    probes = comments.map { ($0, task.probed(by: $0.probed, named: "q" + source.name.dropFirst())) }
    let wanted = program.schedules ?? options.schedules ?? defaults.schedules
    hasOneThread = !usesEngine && settings.implicitImports.isEmpty && Self.hasOneThread(text)
    isPredicted = variant == nil && program.blocks.contains { $0.example.attributes.predicts }
    let isLeftToUs = program.schedules == nil
    isTriedForThreads = isLeftToUs && !namesThreads
    let tried = isLeftToUs && isPredicted ? max(wanted, Self.schedulesForPrediction) : wanted
    schedules = task.hasVirtualClock && program.kind == .runs ? max(tried, 1) : 1
  }

  /// Why it cannot be judged by what the compiler said: it waits for modules; `nil` where it can be.
  func want(_ record: ProgramRecord) -> ModuleOffer.Want? { offer.want(record.messages, text: task.source.text) }

  /// Whether a program imports the engine or its recorder, or something of them, as far as its words tell.
  private static func usesEngine(_ text: String) -> Bool {
    imports(Set(ModuleCatalog.engineModules), text)
  }

  /// Whether a program imports one of these modules, or something of it, as far as its words tell.
  private static func imports(_ modules: Set<String>, _ text: String) -> Bool {
    guard modules.contains(where: text.containsBytes) else { return false }
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.indices.contains { position in
      guard words[position] == "import" else { return false }
      let next = words[(position + 1)...].drop { kindsOfImports.contains(String($0)) }
      return next.first.map { modules.contains(String($0)) } ?? false
    }
  }

  /// What may stand between `import` and the name of a module.
  private static let kindsOfImports: Set = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// Whether a program can start neither threads nor tasks, as far as its words tell: what would do so has to be
  /// imported, declared by hand, or called `Task` or `async`.
  private static func hasOneThread(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return Set(words).isDisjoint(with: ["import", "Task", "async", "await", "_silgen_name", "_extern"])
  }

  private static func namesThreads(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.contains { word in
      ["Thread", "Queue", "Handler"].contains(where: word.hasSuffix)
        || [
          "Task", "async", "await", "pthread_create", "detachNewThread", "concurrentPerform", "DispatchSource",
          "global",
          "thrd_create",
        ].contains(word)
    }
  }

  /// What its examples ask for that only programs with loops can have; a program that does not import the engine has
  /// none.
  private static func useless(_ program: Program, in chapter: ChapterExamples) -> Diagnostic? {
    // The real clock is that of all other programs.
    let said = [
      ("schedules", program.schedules != nil), ("clock", program.clock == .virtual),
      ("reference", program.referenceOffReason != nil),
    ]
    guard program.kind.isRun, let name = said.first(where: \.1)?.0 else { return nil }
    let examples = program.blocks.map(\.example)
    let example = examples.first { chapter.says(name, $0) } ?? examples[0]
    return Diagnostic(
      id: "contradicting-attributes", "`\(name)` has no effect on an example that does not import LoopEngine",
      at: chapter.place(of: name, at: example), cure: "remove `\(name)`, or import LoopEngine")
  }

  private static func limits(
    _ program: Program, _ defaults: ExampleDefaults, _ options: VerificationOptions
  ) -> Limits {
    let timeout = program.timeout ?? options.timeout ?? .milliseconds(defaults.timeout.milliseconds)
    return Limits(
      timeout: timeout, processorSeconds: UInt64(max(1, (defaults.processorTime.milliseconds + 999) / 1000)),
      memory: UInt64(defaults.memory.bytes), output: defaults.output.bytes,
      files: UInt64(defaults.files.bytes), processes: UInt32(clamping: defaults.processes))
  }

  private static func blockOffsets(_ program: Program) -> [Int] {
    guard program.blocks.count > 1 else { return [] }
    var offsets: [Int] = []
    var offset = 0
    for block in program.blocks {
      offsets.append(offset)
      for line in block.example.lines { offset += line.text.utf8.count + 1 }
    }
    return Array(offsets.dropFirst())
  }
}
