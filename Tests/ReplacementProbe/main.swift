import Files

// Replaces a file's content by another and back, without an end: `replacement-probe FILE SIZE`. The file holds SIZE
// bytes `a` at first; then these are `b`, then `a` again. It is killed in the middle of that.
let path = CommandLine.arguments[1]
let size = Int(CommandLine.arguments[2]) ?? 1
var old = [UInt8](repeating: UInt8(ascii: "a"), count: size)
var new = [UInt8](repeating: UInt8(ascii: "b"), count: size)
while true {
  try FileReplacement.replace(path, holding: old, by: new)
  (old, new) = (new, old)
}
