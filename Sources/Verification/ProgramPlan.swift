internal import Book
internal import Examples
internal import Execution

/// How one program of a book is verified: what is run, and under which fingerprints the results are kept.
struct ProgramPlan: Sendable {
  let program: Program
  let chapter: ChapterExamples
  let chapterPath: String
  /// The run that its recordings are compared with.
  let task: ProgramTask
  /// The run on CoreFoundation; `nil` where there is none.
  let reference: ProgramTask?
  /// Under how many schedules it runs, the usual one included.
  let schedules: Int

  /// Whether its loops are recorded.
  var isRecorded: Bool { task.recording != nil }

  init(
    _ program: Program, _ chapter: ChapterExamples, path: String, number: Int, configuration: Configuration,
    options: VerificationOptions, workshop: Workshop
  ) {
    self.program = program
    self.chapter = chapter
    chapterPath = path
    let text = program.text
    let defaults = configuration.examples
    let limits = Self.limits(program, defaults, options)
    let usesEngine = Self.usesEngine(text)
    let runs = program.kind.isRun
    let clock = program.clock ?? .virtual
    let recording =
      usesEngine && runs ? ProgramRun.Recording(clock: clock.rawValue, schedule: clock == .virtual ? "0" : "") : nil
    let demand: ProgramTask.Demand =
      switch program.kind {
      case .runs: .runs
      case .crashes: .crashes
      case .fails: .fails
      case .norun, .quote: .compiles
      }
    let blocks = Self.blockOffsets(program, text)
    let catalog = workshop.catalog
    task = ProgramTask(
      name: "e\(number)", text: text, blocks: blocks, demand: demand, limits: limits, recording: recording,
      settings: catalog.settings, sleeps: usesEngine && clock == .real, isVaried: runs,
      identities: workshop.identity + catalog.identities(for: text))
    let isCompared =
      options.comparesReference && !options.recordsChanges && recording != nil && program.kind == .runs
      && program.referenceOffReason == nil && defaults.noReferenceReason == nil
    if isCompared {
      var patient = limits
      // CoreFoundation knows only real time.
      patient.timeout = max(limits.timeout, Self.referenceTimeout)
      reference = ProgramTask(
        name: "r\(number)", text: text, blocks: blocks, demand: demand, limits: patient,
        recording: ProgramRun.Recording(clock: "real", schedule: ""), settings: catalog.referenceSettings, sleeps: true,
        identities: workshop.identity + catalog.referenceIdentities(for: text))
    } else {
      reference = nil
    }
    let wanted = program.schedules ?? options.schedules ?? defaults.schedules
    schedules = recording?.clock == "virtual" && program.kind == .runs ? max(wanted, 1) : 1
  }

  /// How long a run on CoreFoundation may take at least.
  private static let referenceTimeout = Duration.seconds(60)

  /// Whether a program imports the engine or its recorder, as far as its lines tell.
  private static func usesEngine(_ text: String) -> Bool {
    guard text.containsBytes(of: "import Loop") else { return false }
    return text.split(separator: "\n").contains { line in
      let words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }
      guard let position = words.firstIndex(of: "import") else { return false }
      return words[(position + 1)...].contains { ModuleCatalog.engineModules.contains(String($0)) }
    }
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

  private static func blockOffsets(_ program: Program, _ text: String) -> [Int] {
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
