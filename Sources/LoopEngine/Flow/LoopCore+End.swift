internal import Synchronization

extension LoopCore {
  /// Ends the cycle of core and executor, and closes the pollers; the loop's end.
  func close() -> [SourceCore] {
    var sources: [SourceCore] = []
    structure.withLock {
      words.pointee.state.bitwiseOr(LoopState.ended, ordering: .sequentiallyConsistent)
      var seen: Set<ObjectIdentifier> = []
      for mode in modes {
        for (_, source) in mode.sources.values.sorted(by: { $0.order < $1.order })
        where seen.insert(ObjectIdentifier(source)).inserted {
          sources.append(source)
        }
      }
      commonSources = [:]
      readyPorts = []
      lastingExecutor = nil
    }
    return sources
  }
}
