internal import CLoopPage
internal import LoopEngine
internal import LoopTracing

/// What a process does: the program whose number is its first argument, under the schedule that is the second, which a
/// moment may follow, or the number that hashing begins with: `7@12`, `7#3`.
@_cdecl("lp_main")
public func main() {
  let order = (argument(2) ?? "").split(separator: "#")
  lp_seed_hashes(order.dropFirst().first.flatMap { UInt64($0) } ?? 0)
  lp_begin_chance(Hasher().finalize())
  let parts = order.first?.split(separator: "@") ?? []
  TracedProgram.begin(
    parts.first.flatMap { Schedule(String($0)) } ?? .inOrder,
    parts.dropFirst().first.flatMap { RecordingMoment(String($0)) })
  lp_program(Int32(argument(1).flatMap { Int32($0) } ?? 0))
  TracedProgram.end()
}

/// What `lp_watch` asked for has been printed.
@_cdecl("lp_reached")
public func reached() { TracedProgram.hasPrinted() }

private func argument(_ number: Int32) -> String? {
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = lp_argument(number, &bytes, bytes.count)
  return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
}
