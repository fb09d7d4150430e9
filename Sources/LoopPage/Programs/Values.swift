internal import CLoopPage

// Literals of a program that readers may change become calls of these, each with the literal's number and the value as
// it is written. The arguments of the process behind the schedule say what is there instead: `3=250`.

/// The values that are not as written, by the numbers of their literals.
private let changedValues: [Int: String] = {
  var values: [Int: String] = [:]
  var bytes = [UInt8](repeating: 0, count: 4_096)
  var number: Int32 = 3
  while true {
    let count = lp_argument(number, &bytes, bytes.count)
    guard count > 0 else { return values }
    let text = bytes[..<count]
    guard let sign = text.firstIndex(of: UInt8(ascii: "=")), let literal = wholeNumber(text[..<sign]) else {
      refuseValue("a value cannot be what the page says: " + String(decoding: text, as: UTF8.self), 2)
    }
    values[Int(truncatingIfNeeded: literal.bits)] = String(decoding: text[(sign + 1)...], as: UTF8.self)
    number += 1
  }
}()

/// What the process ends with where a literal's type does not have the value: the literal's number more than this,
/// which no program ends with.
private let refused: Int32 = 256

private func refuseValue(_ reason: String, _ status: Int32) -> Never {
  var words = reason + "\n"
  words.withUTF8 { bytes in
    if let begin = bytes.baseAddress { lp_print(2, begin, bytes.count) }
  }
  lp_end(status)
}

/// Refuses what no number of a type is that has so many bits; the page reads the bounds.
private func refuseNumber(_ text: String, _ literal: Int, _ bits: Int, isSigned: Bool) -> Never {
  let most = UInt64.max >> (64 - UInt64(min(bits, 64)))
  let bounds = isSigned ? "-\(most / 2 + 1)...\(most / 2)" : "0...\(most)"
  refuseValue("\(text) is not one of \(bounds)", refused + Int32(literal))
}

/// The number that decimal digits are, which a sign may stand before: the bits of an `Int64` or, of one that is not
/// negative, of a `UInt64`.
private func wholeNumber(_ digits: ArraySlice<UInt8>) -> (bits: UInt64, isNegative: Bool)? {
  let isNegative = digits.first == UInt8(ascii: "-")
  let rest = isNegative ? digits.dropFirst() : digits
  if rest.isEmpty { return nil }
  var size: UInt64 = 0
  for digit in rest {
    guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
    let (tens, isTooLarge) = size.multipliedReportingOverflow(by: 10)
    let (sum, isToo) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
    if isTooLarge || isToo { return nil }
    size = sum
  }
  if isNegative, size > 1 << 63 { return nil }
  return (isNegative ? 0 &- size : size, isNegative)
}

/// The number that the page says, as its hexadecimal digits and a power of two: `-0x3p-1`.
private func binaryNumber<Number: BinaryFloatingPoint>(_ text: String) -> Number? {
  let isNegative = text.hasPrefix("-")
  let parts = text.dropFirst(isNegative ? 3 : 2).split(separator: "p")
  guard parts.count == 2, let bits = UInt64(parts[0], radix: 16), let power = Int(parts[1])
  else { return nil }
  return Number(sign: isNegative ? .minus : .plus, exponent: Number.Exponent(power), significand: Number(bits))
}

/// The number that digits with a point between them are, exact for up to fifteen digits.
private func decimalNumber(_ text: String) -> Double? {
  let bytes = Array(text.utf8)
  let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
  let places = max(bytes.count - point - 1, 0)
  guard places <= 15, let whole = wholeNumber((bytes[..<point] + bytes[min(point + 1, bytes.count)...])[...]) else {
    return nil
  }
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let digits = whole.isNegative ? Double(Int64(bitPattern: whole.bits)) : Double(whole.bits)
  return digits == 0 && whole.isNegative ? -0.0 : digits / scale
}

/// The number in the place of a literal.
func loopbookNumber<Number: FixedWidthInteger>(_ literal: Int, _ written: Number) -> Number {
  guard let text = changedValues[literal] else { return written }
  let whole = wholeNumber(Array(text.utf8)[...])
  let number = whole.flatMap { $0.isNegative ? Number(exactly: Int64(bitPattern: $0.bits)) : Number(exactly: $0.bits) }
  guard let number else { refuseNumber(text, literal, Number.bitWidth, isSigned: Number.isSigned) }
  return number
}

/// The number in the place of a literal without a point that stands for one that may have one.
func loopbookNumber<Number: BinaryFloatingPoint>(_ literal: Int, _ written: Number) -> Number {
  loopbookDecimal(literal, written)
}

/// The number in the place of a literal with a point.
func loopbookDecimal<Number: BinaryFloatingPoint>(_ literal: Int, _ written: Number) -> Number {
  guard let text = changedValues[literal] else { return written }
  let isBinary = text.hasPrefix("0x") || text.hasPrefix("-0x")
  guard let value: Number = isBinary ? binaryNumber(text) : decimalNumber(text).map({ Number($0) }), value.isFinite
  else { refuseValue("\(text) does not fit this number", refused + Int32(literal)) }
  return value
}

/// What stands in the place of `true` or `false`.
func loopbookFlag(_ literal: Int, _ written: Bool) -> Bool {
  guard let text = changedValues[literal] else { return written }
  guard text == "true" || text == "false" else {
    refuseValue("\(text) is neither true nor false", refused + Int32(literal))
  }
  return text == "true"
}

/// The text in the place of a literal.
func loopbookString(_ literal: Int, _ written: String) -> String { changedValues[literal] ?? written }

/// Makes a global of a program have its value at this place.
@inline(never)
func loopbookTouch<Value: ~Copyable>(_ value: borrowing Value) {}

/// Ends a program that failed: what its error says goes to standard error.
func loopbookFailed(_ error: String) -> Never {
  var words = "Fatal error: Error raised at top level: \(error)\n"
  words.withUTF8 { bytes in
    if let begin = bytes.baseAddress { lp_print(2, begin, bytes.count) }
  }
  lp_end(1)
}
