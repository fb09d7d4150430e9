// How a programmer's error ends the process: with a sentence. `precondition` says nothing in release builds, and a
// daemon that dies without a word cannot be mended.

/// Ends the process with `sentence` unless `condition` holds.
@inline(__always)
package func require(
  _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if _slowPath(!condition) { refuse(sentence(), file: file, line: line) }
}

/// Ends the process with `sentence` on standard error, however it was compiled.
@inline(never)
@usableFromInline
package func refuse(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  // The one trap that speaks in release builds, too; callers say why there is no going on.
  fatalError(sentence, file: file, line: line)
}
