internal import CLinux

/// Memory for arrays that grow large: without copies, and given back to the system when done with.
enum Memory {
  /// Room for `new` values, holding the first `old` of `memory`, which is given up.
  ///
  /// The rest is not initialized.
  static func grow<Value>(_ memory: UnsafeMutablePointer<Value>?, from old: Int, to new: Int)
    -> UnsafeMutablePointer<Value>
  {
    let stride = MemoryLayout<Value>.stride
    guard let grown = cl_grow(memory, old * stride, new * stride) else {
      refuse("out of memory: \(new * stride) bytes for a loop's timers")
    }
    return grown.bindMemory(to: Value.self, capacity: new)
  }

  /// Gives back memory of `count` values that `grow` returned.
  static func release<Value>(_ memory: UnsafeMutablePointer<Value>, _ count: Int) {
    cl_release(memory, count * MemoryLayout<Value>.stride)
  }
}
