import CBench
import LoopEngine

/// `fds<k>`: both ends of 1,000 socket pairs are watched; k bytes are in flight, and who reads one sends it back.
enum Echo {
  // Unsafe but sound: only the thread of the measured loop uses it.
  nonisolated(unsafe) private static var echoed: Int64 = 0

  static func run(active: Int) throws {
    try Measurement.startLoop { loop in
      let ends = 2 * Int(BENCH_PAIRS)
      try withUnsafeTemporaryAllocation(of: Int32.self, capacity: ends) { descriptors in
        // Not empty, so it has an address.
        let first = descriptors.baseAddress!
        bench_open_pairs(first)
        for index in 0..<ends {
          let descriptor = first[index]
          let source = DescriptorSource(descriptor) { _ in
            if bench_echo(descriptor) { echoed += 1 }
            if echoed == Measurement.count { Measurement.end() }
          }
          try loop.add(source)
        }
        bench_kick(first, Int32(active))
      }
      Measurement.begin()
    }
    Measurement.waitForEver()
  }
}
