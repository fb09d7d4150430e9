extension Sequence where Element: Sendable {
  /// What becomes of each element, all worked on at once, in their order.
  func concurrentMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) async -> Result) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      for (index, element) in enumerated() { group.addTask { (index, await transform(element)) } }
      var results: [(Int, Result)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Does the same with each element, all at once.
  func concurrentForEach(_ body: @escaping @Sendable (Element) async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for element in self { group.addTask { await body(element) } }
    }
  }
}
