import DifferentialModel
import DifferentialOnEngine
import DifferentialOnReference
import Glibc

let options: FuzzOptions
do {
  options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
  FuzzProgress.write("loop-fuzz: \(error.sentence)\n\n\(FuzzOptions.usage)\n")
  exit(2)
}
if options.asksForHelp {
  print(FuzzOptions.usage)
  exit(0)
}
var fault: DifferentialOnEngine.ProgramInterpreter.Fault?
if let name = options.fault {
  fault = .init(rawValue: name)
  if fault == nil {
    FuzzProgress.write("loop-fuzz: There is no fault \(name).\n")
    exit(2)
  }
}

let campaign =
  options.campaign.onMain
  ? FuzzCampaign(
    options.campaign,
    engine: { [fault] in
      ForkedRunner.run($0) { DifferentialOnEngine.ProgramInterpreter.runHere($0, fault: fault) }
    }, reference: { ForkedRunner.run($0) { DifferentialOnReference.ProgramInterpreter.runHere($0) } })
  : FuzzCampaign(
    options.campaign,
    engine: { [fault] in DifferentialOnEngine.ProgramInterpreter.run($0, fault: fault) },
    reference: { DifferentialOnReference.ProgramInterpreter.run($0) })

if let index = options.replayed {
  exit(FuzzReplay(campaign: campaign).replay(index) ? 0 : 1)
}

let progress = FuzzProgress()
let report = campaign.run { progress.show($0) }
progress.finish()
if let failure = report.failure {
  FuzzReplay(campaign: campaign).explain(failure)
  print("Replay: loop-fuzz --seed \(options.campaign.seed) --program \(failure.index)")
  print(report.summary)
  exit(1)
}
print(report.summary)
