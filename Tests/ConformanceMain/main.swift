import DifferentialModel
import DifferentialOnEngine
import DifferentialOnReference
import Glibc
import LoopTracing

// Runs one behavior of the catalogue and prints its trace, one word a line: `conformance-main engine|virtual|reference
// ID`. The tests run here what needs the main thread, which a test does not have, or a process that no other test uses.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let side = arguments.first, let id = arguments.last else {
  print("usage: conformance-main engine|virtual|reference ID")
  exit(2)
}
/// The trace on virtual time, where a deadlock is an end, too.
func onVirtualTime(_ id: String) throws -> [String]? {
  let outcome = try VirtualRun().run { _ in DifferentialOnEngine.Catalogue.trace(of: id) }
  if case .deadlocked(let deadlock) = outcome.ending { return ["\(deadlock)"] }
  return outcome.value ?? nil
}
let trace: [String]? =
  switch side {
  case "virtual": try onVirtualTime(id)
  case "engine": DifferentialOnEngine.Catalogue.trace(of: id)
  case "reference": DifferentialOnReference.Catalogue.trace(of: id)
  default: nil
  }
guard let trace else {
  print("no behavior \(id) on \(side)")
  exit(2)
}
for word in trace { print(word) }
