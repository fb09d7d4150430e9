import Glibc

// `runtime-host <runtime library> <folder> <clock> <schedule> [<example library>]`: begins to record as a host of
// examples does, loads the example and calls its `main`. An empty word stands for none.
let words = CommandLine.arguments
guard words.count >= 5, let runtime = dlopen(words[1], RTLD_NOW | RTLD_GLOBAL) else {
  print("cannot load: \(dlerror().map { String(cString: $0) } ?? "")")
  exit(3)
}
typealias Begin =
  @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) ->
  UnsafeMutablePointer<CChar>?
typealias Main = @convention(c) (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
guard let symbol = dlsym(runtime, "loopbook_begin"), dlsym(runtime, "loopbook_end") != nil else {
  print("no entry points")
  exit(3)
}
// The header in the runtime's source says so.
let begin = unsafeBitCast(symbol, to: Begin.self)

// A global has them, so that looking for leaks finds none: the process is short.
let copies = words.map { strdup($0) }
@MainActor func word(_ index: Int) -> UnsafePointer<CChar>? {
  words[index].isEmpty ? nil : UnsafePointer(copies[index])
}

/// Begins to record; why that is not possible, if so.
@MainActor func problem() -> String? {
  guard let sentence = begin(word(2), word(3), word(4)) else { return nil }
  defer { free(sentence) }
  return String(cString: sentence)
}
if let problem = problem() {
  print(problem)
  exit(2)
}
guard words.count > 5 else {
  // A second time is one too many.
  print(problem() ?? "began twice")
  exit(0)
}
guard let example = dlopen(words[5], RTLD_NOW), let main = dlsym(example, "main") else {
  print("cannot load: \(dlerror().map { String(cString: $0) } ?? "no main")")
  exit(3)
}
// A program's `main` has this form.
exit(unsafeBitCast(main, to: Main.self)(CommandLine.argc, CommandLine.unsafeArgv))
