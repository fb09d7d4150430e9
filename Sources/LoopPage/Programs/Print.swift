internal import CLoopPage

// Embedded Swift prints one value, byte by byte, as it writes why it traps. These are for up to eight, print what each
// says of itself, and do so at once, which keeps what is printed apart from that (`putchar`).

private func write(_ text: String) {
  var text = text
  text.withUTF8 { bytes in
    if let begin = bytes.baseAddress { lp_print(1, begin, bytes.count) }
  }
}

private func write(_ parts: [String], _ separator: String, _ terminator: String) {
  var isFirst = true
  for part in parts {
    if !isFirst { write(separator) }
    isFirst = false
    write(part)
  }
  write(terminator)
}

func print(separator: String = " ", terminator: String = "\n") { write(terminator) }

/// Takes the place of the standard library's own.
func print(_ text: String, terminator: String = "\n") { write([text], "", terminator) }

func print(
  _ a: some CustomStringConvertible, separator: String = " ",
  terminator: String = "\n"
) {
  write([a.description], separator, terminator)
}

func print(
  _ a: some CustomStringConvertible, _ b: some CustomStringConvertible, separator: String = " ",
  terminator: String = "\n"
) {
  write([a.description, b.description], separator, terminator)
}

func print(
  _ a: some CustomStringConvertible, _ b: some CustomStringConvertible, _ c: some CustomStringConvertible,
  separator: String = " ",
  terminator: String = "\n"
) {
  write([a.description, b.description, c.description], separator, terminator)
}

func print(
  _ a: some CustomStringConvertible, _ b: some CustomStringConvertible, _ c: some CustomStringConvertible,
  _ d: some CustomStringConvertible, separator: String = " ",
  terminator: String = "\n"
) {
  write([a.description, b.description, c.description, d.description], separator, terminator)
}

func print(
  _ a: some CustomStringConvertible, _ b: some CustomStringConvertible, _ c: some CustomStringConvertible,
  _ d: some CustomStringConvertible, _ e: some CustomStringConvertible, separator: String = " ",
  terminator: String = "\n"
) {
  write([a.description, b.description, c.description, d.description, e.description], separator, terminator)
}

func print(
  _ a: some CustomStringConvertible, _ b: some CustomStringConvertible, _ c: some CustomStringConvertible,
  _ d: some CustomStringConvertible, _ e: some CustomStringConvertible, _ f: some CustomStringConvertible,
  separator: String = " ",
  terminator: String = "\n"
) {
  write(
    [a.description, b.description, c.description, d.description, e.description, f.description], separator, terminator)
}

func print(
  _ a: some CustomStringConvertible, _ b: some CustomStringConvertible, _ c: some CustomStringConvertible,
  _ d: some CustomStringConvertible, _ e: some CustomStringConvertible, _ f: some CustomStringConvertible,
  _ g: some CustomStringConvertible, separator: String = " ",
  terminator: String = "\n"
) {
  write(
    [a.description, b.description, c.description, d.description, e.description, f.description, g.description],
    separator, terminator)
}

func print(
  _ a: some CustomStringConvertible, _ b: some CustomStringConvertible, _ c: some CustomStringConvertible,
  _ d: some CustomStringConvertible, _ e: some CustomStringConvertible, _ f: some CustomStringConvertible,
  _ g: some CustomStringConvertible, _ h: some CustomStringConvertible, separator: String = " ",
  terminator: String = "\n"
) {
  write(
    [
      a.description, b.description, c.description, d.description, e.description, f.description, g.description,
      h.description,
    ], separator, terminator)
}
