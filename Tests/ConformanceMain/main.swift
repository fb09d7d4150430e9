import DifferentialModel
import DifferentialOnEngine
import DifferentialOnReference
import Glibc

// Runs one behaviour of the catalogue and prints its trace, one word a line: `conformance-main engine|reference ID`. The
// tests run here what needs the main thread, which a test does not have, or a process that no other test uses.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let side = arguments.first, let id = arguments.last else {
  print("usage: conformance-main engine|reference ID")
  exit(2)
}
let trace: [String]? =
  switch side {
  case "engine": DifferentialOnEngine.Catalogue.trace(of: id)
  case "reference": DifferentialOnReference.Catalogue.trace(of: id)
  default: nil
  }
guard let trace else {
  print("no behaviour \(id) on \(side)")
  exit(2)
}
for word in trace { print(word) }
