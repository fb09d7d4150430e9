extension LoopHandle {
  /// Has runs of `mode` watch a source; the loop wakes for a descriptor that is ready, and for messages.
  ///
  /// Throws when its descriptor, if it has one, cannot be watched. Does nothing when the loop's thread has ended.
  public func add<Source: LoopSource>(_ source: Source, to mode: Mode = .default) throws(Source.Failure) {
    let result = record.whileAlive { loop in
      Result { () throws(Source.Failure) in try source.add(to: mode, record, loop) }
    }
    try result?.get()
  }

  /// Takes a source out of `mode`.
  public func remove(_ source: some LoopSource, from mode: Mode = .default) {
    _ = record.whileAlive { record.remove(source.core.item, from: mode, $0) }
  }

  /// Whether the source is in `mode`.
  public func contains(_ source: some LoopSource, in mode: Mode = .default) -> Bool {
    record.whileAlive { source.core.item.isIn($0, mode) } ?? false
  }
}
