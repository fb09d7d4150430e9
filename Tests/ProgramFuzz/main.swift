import Glibc
import ProgramFuzzing

let options: FuzzOptions
do {
  options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
  FuzzProgress.write("program-fuzz: \(error.sentence)\n\n\(FuzzOptions.usage)\n")
  exit(2)
}
if options.asksForHelp {
  print(FuzzOptions.usage)
  exit(0)
}

let campaign = FuzzCampaign(options.campaign)
do {
  if let number = options.shown {
    let program = campaign.program(number)
    print("// program \(number), \(program.origin), language mode \(program.languageMode), blocks at \(program.blocks)")
    print(program.text)
    exit(0)
  }
  if !options.files.isEmpty {
    var texts: [String] = []
    for file in options.files {
      guard let found = ScriptCase.texts(of: file) else {
        FuzzProgress.write("program-fuzz: \(file) cannot be read.\n")
        exit(2)
      }
      texts += found
    }
    let records = try await campaign.records(of: texts)
    let differing = records.filter { $0.1.difference != nil }
    for (program, record) in differing { print(FuzzReport.text(program, record)) }
    let shared = records.count { $0.1.aloneReason == nil }
    print("\(records.count) programs, \(shared) shared a module; \(differing.count) differ")
    if options.tellsReasons {
      for (program, record) in records {
        let how = record.aloneReason.map { "alone, because it \($0)" } ?? "shared"
        print("\(how): \(String(program.text.prefix { $0 != "\n" }))")
      }
    }
    exit(differing.isEmpty ? 0 : 1)
  }
  if options.surveysScenes {
    try await SceneSurvey(campaign).run(forms: 8) { print(FuzzReport.text($0)) }
    exit(0)
  }
  if let number = options.replayed {
    let records = try await campaign.replay(number)
    print(FuzzReport.text(campaign.program(number), records))
    exit(records.difference == nil ? 0 : 1)
  }
  let progress = FuzzProgress()
  let report = try await campaign.run { progress.show($0) }
  progress.finish()
  if !report.failures.isEmpty {
    let chosen = FuzzReport.distinct(report.failures)
    print("\(report.failures.count) programs differ, in \(chosen.count) ways. Making them smaller…\n")
    try await campaign.shrink(chosen) { failure, smallest in
      print(FuzzReport.text(failure, smallest, seed: options.campaign.seed))
    }
  }
  if options.tellsReasons { print(FuzzReport.reasons(report)) }
  print(report.summary)
  print("Go on with: program-fuzz --seed \(options.campaign.seed) --first \(report.next)")
  exit(report.failures.isEmpty ? 0 : 1)
} catch {
  FuzzProgress.write("program-fuzz: \(error)\n")
  exit(2)
}
