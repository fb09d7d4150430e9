extension Loop {
  /// Has runs of `mode` watch a timer.
  ///
  /// Ignored while the timer is in another loop.
  public func add(_ timer: LoopTimer, to mode: Mode = .default) { record.add(timer.item, to: mode, record.own) }
  /// Has runs of `mode` watch an observer.
  ///
  /// Ignored while the observer is in another loop.
  public func add(_ observer: LoopObserver, to mode: Mode = .default) {
    record.add(observer.item, to: mode, record.own)
  }
  /// Has runs of `mode` watch a source.
  ///
  /// Throws when its descriptor, if it has one, cannot be watched.
  public func add<Source: LoopSource>(_ source: Source, to mode: Mode = .default) throws(Source.Failure) {
    try source.add(to: mode, record, record.own)
  }

  /// Takes a timer out of `mode`.
  public func remove(_ timer: LoopTimer, from mode: Mode = .default) {
    record.remove(timer.item, from: mode, record.own)
  }
  /// Takes an observer out of `mode`.
  public func remove(_ observer: LoopObserver, from mode: Mode = .default) {
    record.remove(observer.item, from: mode, record.own)
  }
  /// Takes a source out of `mode`.
  public func remove(_ source: some LoopSource, from mode: Mode = .default) {
    record.remove(source.core.item, from: mode, record.own)
  }

  /// Whether the timer is in `mode`.
  public func contains(_ timer: LoopTimer, in mode: Mode = .default) -> Bool { timer.item.isIn(record.own, mode) }
  /// Whether the observer is in `mode`.
  public func contains(_ observer: LoopObserver, in mode: Mode = .default) -> Bool {
    observer.item.isIn(record.own, mode)
  }
  /// Whether the source is in `mode`.
  public func contains(_ source: some LoopSource, in mode: Mode = .default) -> Bool {
    source.core.item.isIn(record.own, mode)
  }
}
