extension LoopHandle {
  /// Has runs of `mode` watch a source.
  ///
  /// Does nothing when the loop's thread has ended.
  public func add(_ source: SignalSource, to mode: Mode = .default) {
    _ = record.whileAlive { record.add(source.core.item, to: mode, $0) }
  }
  /// Has runs of `mode` watch a descriptor's source, and wakes the loop when it is ready.
  ///
  /// Throws when the descriptor cannot be watched. Does nothing when the loop's thread has ended.
  public func add(_ source: DescriptorSource, to mode: Mode = .default) throws(SystemError) {
    try source.watchDescriptor()
    _ = record.whileAlive { record.add(source.core.item, to: mode, $0) }
  }
  /// Has runs of `mode` watch a port.
  ///
  /// Does nothing when the loop's thread has ended.
  public func add<Body>(_ port: MessagePort<Body>, to mode: Mode = .default) {
    _ = record.whileAlive { record.add(port.core.item, to: mode, $0) }
    port.announce()
  }

  /// Takes a source out of `mode`.
  public func remove(_ source: SignalSource, from mode: Mode = .default) {
    _ = record.whileAlive { record.remove(source.core.item, from: mode, $0) }
  }
  /// Takes a descriptor's source out of `mode`.
  public func remove(_ source: DescriptorSource, from mode: Mode = .default) {
    _ = record.whileAlive { record.remove(source.core.item, from: mode, $0) }
  }
  /// Takes a port out of `mode`.
  public func remove<Body>(_ port: MessagePort<Body>, from mode: Mode = .default) {
    _ = record.whileAlive { record.remove(port.core.item, from: mode, $0) }
  }

  /// Whether the source is in `mode`.
  public func contains(_ source: SignalSource, in mode: Mode = .default) -> Bool {
    record.whileAlive { source.core.item.isIn($0, mode) } ?? false
  }
  /// Whether the descriptor's source is in `mode`.
  public func contains(_ source: DescriptorSource, in mode: Mode = .default) -> Bool {
    record.whileAlive { source.core.item.isIn($0, mode) } ?? false
  }
  /// Whether the port is in `mode`.
  public func contains<Body>(_ port: MessagePort<Body>, in mode: Mode = .default) -> Bool {
    record.whileAlive { port.core.item.isIn($0, mode) } ?? false
  }
}
