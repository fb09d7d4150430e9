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
  public func add(_ source: SignalSource, to mode: Mode = .default) {
    record.add(source.core.item, to: mode, record.own)
  }
  /// Has runs of `mode` watch a descriptor's source.
  ///
  /// Throws when the descriptor cannot be watched.
  public func add(_ source: DescriptorSource, to mode: Mode = .default) throws(SystemError) {
    try source.watchDescriptor()
    record.add(source.core.item, to: mode, record.own)
  }
  /// Has runs of `mode` watch a port.
  public func add<Body>(_ port: MessagePort<Body>, to mode: Mode = .default) {
    // Adding it again to a mode that has it changes nothing.
    let wasIn = contains(port, in: mode)
    record.add(port.core.item, to: mode, record.own)
    if !wasIn { port.announce() }
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
  public func remove(_ source: SignalSource, from mode: Mode = .default) {
    record.remove(source.core.item, from: mode, record.own)
  }
  /// Takes a descriptor's source out of `mode`.
  public func remove(_ source: DescriptorSource, from mode: Mode = .default) {
    record.remove(source.core.item, from: mode, record.own)
  }
  /// Takes a port out of `mode`.
  public func remove<Body>(_ port: MessagePort<Body>, from mode: Mode = .default) {
    record.remove(port.core.item, from: mode, record.own)
  }

  /// Whether the timer is in `mode`.
  public func contains(_ timer: LoopTimer, in mode: Mode = .default) -> Bool { timer.item.isIn(record.own, mode) }
  /// Whether the observer is in `mode`.
  public func contains(_ observer: LoopObserver, in mode: Mode = .default) -> Bool {
    observer.item.isIn(record.own, mode)
  }
  /// Whether the source is in `mode`.
  public func contains(_ source: SignalSource, in mode: Mode = .default) -> Bool {
    source.core.item.isIn(record.own, mode)
  }
  /// Whether the descriptor's source is in `mode`.
  public func contains(_ source: DescriptorSource, in mode: Mode = .default) -> Bool {
    source.core.item.isIn(record.own, mode)
  }
  /// Whether the port is in `mode`.
  public func contains<Body>(_ port: MessagePort<Body>, in mode: Mode = .default) -> Bool {
    port.core.item.isIn(record.own, mode)
  }
}
