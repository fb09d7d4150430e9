import Testing

@testable import Execution
@testable import Verification

/// What is told of a name that an example uses.
struct NamedSymbolTests {
  @Test(
    "Others' names for it are those that its comment says they call it",
    arguments: [
      ("Wakes the loop.\n\nCoreFoundation calls it `CFRunLoopWakeUp`.", ["CoreFoundation CFRunLoopWakeUp"]),
      (
        "Stops. CoreFoundation\n  calls it\n`CFRunLoopStop`, Dispatch calls it `stop`.",
        ["CoreFoundation CFRunLoopStop", "Dispatch stop"]
      ),
      ("A `Loop`; the C library calls its like `loop_t`.", ["the C library loop_t"]),
      ("The handler: CoreFoundation calls it.", []), ("Core `calls it `x`.", []), ("", []),
      ("A calls it `a`, b (so) D calls its like `d`.", ["A a", "D d"]), ("calls it `x`. A calls it ``.", []),
      ("A calls it `x B calls it `y`.", ["A x B calls it "]), ("É calls it `é`: F calls it `f", ["É é"]),
    ])
  func otherNames(comment: String, names: [String]) {
    let symbol = NamedSymbol(
      NameMeaning(kind: "struct", name: "x", usr: "s:x", module: "M", declaration: "struct x", comment: comment))
    #expect(symbol.otherNames.map { "\($0.caller) \($0.name)" } == names)
  }

  @Test("What is kept of a program's names is read as it was written")
  func kept() throws {
    let meaning = NameMeaning(
      kind: "struct", name: "Box", usr: "s:3Box", module: "M", declaration: "struct Box",
      comment: "A box. CoreFoundation calls it `CFBox`.")
    let names = ProgramName.all(in: "let box = Box()")
    let types = ProgramTypes(names, names.map { $0.text == "Box" ? [meaning] : [] })
    #expect(types.symbols.first?.otherNames == [.init(caller: "CoreFoundation", name: "CFBox")])
    let bytes = types.encoded()
    #expect(ProgramTypes(bytes) == types)
    for length in 0..<bytes.count { #expect(ProgramTypes(Array(bytes[..<length])) == nil) }
  }
}
