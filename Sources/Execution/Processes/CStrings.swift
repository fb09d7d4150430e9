internal import Glibc

/// Calls `body` with a null-terminated array of C strings, as `execve` wants them.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  // A string that cannot be copied ends the array early; then the process would be out of memory anyway.
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
