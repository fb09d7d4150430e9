internal import LoopTracing
internal import Text

/// Words that name lines of a trace: a time, such as `0.5 s`, words of the line, such as `timer "tick"`, or both.
///
/// A time goes by its value, however it is written. Words stand in the line side by side, and whole; how many blanks
/// are between them does not count. Where a line has the words as its label, those that only contain them are not
/// meant.
package struct TraceQuery: Sendable, Hashable {
  /// As it was written, without blanks at its ends.
  package let written: String

  /// The time, in the form that `TraceColumns` compares.
  private let time: [UInt8]?

  /// The time as it was written; empty where there is none.
  private let writtenTime: String

  /// The words behind the time, with one blank between them.
  private let words: [UInt8]

  /// Reads a query; `nil` where there is nothing in it.
  package init?(_ text: String) {
    let tokens = text.split { $0.isWhitespace }.map(String.init)
    guard !tokens.isEmpty else { return nil }
    written = tokens.joined(separator: " ")
    let (time, length) = Self.time(tokens)
    self.time = time
    writtenTime = tokens.prefix(length).joined(separator: " ")
    words = Array(tokens.dropFirst(length).joined(separator: " ").utf8)
  }

  /// Words that stand before a moment, in the languages of books; behind others, such as `after`, comes a duration.
  private static let prepositions: Set = [
    "@", "a", "about", "alle", "approx.", "approximately", "around", "at", "bei", "by", "ca.", "circa", "exactly",
    "las", "t", "t=", "till", "um", "until", "à",
    "=",
    "عند", "在",
  ]

  /// Reads the moment that a sentence names, such as `at 0.8 s` or `fires at 0.8 s`.
  ///
  /// - Parameter language: The language of the sentence, as HTML names it: in some, `1,000` is a thousand.
  package init?(timeIn text: String, language: String = "en") {
    let words = ProseNumbers.plain(text, language: language)
      .split { (letter: Character) in letter.isWhitespace || "\"'“”„‘’«»".contains(letter) }.map(String.init)
    let rest = Array(words.drop { Self.prepositions.contains($0.lowercased()) })
    let moment = words.indices.dropFirst().first { index in
      Self.prepositions.contains(words[index - 1].lowercased()) && Self.time(Array(words[index...])).length > 0
    }
    // What stands behind a moment within a sentence says something else.
    let within = moment.map { Array(words[$0...].prefix(Self.time(Array(words[$0...])).length)) }
    self.init((within ?? rest).joined(separator: " "))
  }

  /// Whether it names nothing but a time.
  package var isTime: Bool { time != nil && words.isEmpty }

  /// Whether it is a number and units and nothing else, but no single time: what it says cannot be compared.
  package var isUnclearTime: Bool {
    let start = written.drop { "~≈(+-.".contains($0) }
    guard !isTime, start.first?.isNumber == true else { return false }
    let words = written.split { !$0.isLetter }.map { $0.lowercased() }
    return words.contains { Self.units[$0] != nil }
      && words.allSatisfy { Self.units[$0] != nil || ["e", "and", "und", "et", "y"].contains($0) }
  }

  /// The numbers, from 0, of the lines that are meant.
  package func matches(in lines: [String]) -> [Int] {
    let columns = lines.map { TraceColumns(Array($0.utf8)) }
    let found = columns.indices.filter { matches(columns[$0]) }
    guard !words.isEmpty else { return found }
    let label = [UInt8(ascii: "\"")] + words + [UInt8(ascii: "\"")]
    let labelled = found.filter { Self.contains(label, columns[$0]) }
    return labelled.isEmpty ? found : labelled
  }

  /// What of some lines is nearest to it, written as it would have to be; `nil` where nothing is near.
  package func nearest(in lines: [String]) -> String? {
    let whole = lines.map { TraceColumns(Array($0.utf8)) }.filter(\.isWhole)
    // The words are right, and the time is not.
    if time != nil, !words.isEmpty {
      let others = whole.filter { Self.contains(words, $0) }
      if let near = nearestTime(of: others) { return "\(near) \(String(decoding: words, as: UTF8.self))" }
    }
    if isTime { return nearestTime(of: whole) }
    let meant = time == nil ? whole : whole.filter { Self.value(of: $0) == time }
    var candidates: [String] = []
    for columns in meant {
      let texts = columns.columns.dropFirst().map { String(decoding: $0.bytes, as: UTF8.self) }
      let event = texts.dropFirst().joined(separator: " ")
      candidates += texts + [event, texts.joined(separator: " ")]
      if let detail = texts.dropFirst(2).first, detail.hasPrefix("\""), detail.hasSuffix("\""), detail.count > 2 {
        candidates.append(String(detail.dropFirst().dropLast()))
      }
    }
    guard let near = NearestName.suggestion(for: String(decoding: words, as: UTF8.self), among: candidates) else {
      return nil
    }
    return time == nil ? near : "\(writtenTime) \(near)"
  }

  private func matches(_ columns: TraceColumns) -> Bool {
    guard columns.isWhole else { return false }
    if let time, Self.value(of: columns) != time { return false }
    return words.isEmpty || Self.contains(words, columns)
  }

  /// Whether a line has the words behind its time.
  private static func contains(_ words: [UInt8], _ columns: TraceColumns) -> Bool {
    let line = TraceColumns.loose(
      Array(columns.columns.dropFirst().map(\.bytes).joined(separator: [UInt8(ascii: " ")])))
    guard let first = words.first, let last = words.last, line.count >= words.count else { return false }
    for start in 0...(line.count - words.count) where line[start...].starts(with: words) {
      let end = start + words.count
      let beginsWord = start == 0 || !isWord(first) || !isWord(line[start - 1])
      let endsWord = end == line.count || !isWord(last) || !isWord(line[end])
      if beginsWord && endsWord { return true }
    }
    return false
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private static func value(of columns: TraceColumns) -> [UInt8]? { TraceColumns.time(columns.columns[0].bytes) }

  // MARK: Times

  /// A unit: by how many places it moves the point, and how many seconds it has where it is longer than one.
  private struct Unit {
    var places = 0
    var factor = 1
  }

  /// The units that a time may have, by the words that the languages of books have for them.
  private static let units: [String: Unit] = {
    let words: [(Unit, String)] = [
      (
        Unit(),
        "s sec secs sek seg second seconds sekunde sekunden seconde secondes segundo segundos 秒 秒钟 ثانية ثوان ثوانٍ"
      ),
      (Unit(factor: 60), "min mins minute minutes minuten minuto minutos 分 分钟 دقيقة دقائق"),
      (Unit(factor: 3600), "h hr hrs std hour hours stunde stunden heure heures hora horas 小时 時間 ساعة ساعات"),
      (
        Unit(places: 3),
        "ms msec msecs millisec millisecs millis millisecond milliseconds millisekunde millisekunden milliseconde millisecondes milisegundo milisegundos 毫秒 ミリ秒"
      ),
      (
        Unit(places: 6),
        "µs μs us usec usecs µsec μsec microsec microsecs micros microsecond microseconds mikrosekunde mikrosekunden microseconde microsecondes microsegundo "
          + "microsegundos 微秒 マイクロ秒"
      ),
      (
        Unit(places: 9),
        "ns nsec nsecs nanosec nanosecs nanos nanosecond nanoseconds nanosekunde nanosekunden nanoseconde nanosecondes 纳秒 ナノ秒"
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: words.flatMap { unit, words in words.split(separator: " ").map { (String($0), unit) } })
  }()

  /// The time that some words begin with, and how many of them it takes.
  private static func time(_ tokens: [String]) -> ([UInt8]?, length: Int) {
    let first = tokens[0].drop { "~≈(".contains($0) }
    let number = first.prefix { "+-0123456789.".contains($0) }
    guard !number.isEmpty else { return (nil, 0) }
    let unit = first.dropFirst(number.count)
    if unit.isEmpty {
      guard tokens.count > 1, let found = Self.unit(tokens[1]) else { return (nil, 0) }
      return seconds(number, found).map { ($0, 2) } ?? (nil, 0)
    }
    guard let found = Self.unit(unit) else { return (nil, 0) }
    return seconds(number, found).map { ($0, 1) } ?? (nil, 0)
  }

  /// The unit of a word, whatever mark of a sentence stands behind it.
  private static func unit(_ unit: some StringProtocol) -> Unit? {
    let end = unit.lastIndex { !".,;:!?)。、，".contains($0) } ?? unit.startIndex
    return unit.isEmpty ? nil : units[unit[...end].lowercased()]
  }

  /// A number of a unit as a time in the form that `TraceColumns` compares.
  private static func seconds(_ number: Substring, _ unit: Unit) -> [UInt8]? {
    let sign = number.first.flatMap { "+-".contains($0) ? String($0) : nil }
    let parts = number.dropFirst(sign == nil ? 0 : 1).split(separator: ".", omittingEmptySubsequences: false)
    // A point may come first: `.5 s`.
    guard (1...2).contains(parts.count), parts.last?.isEmpty == false, parts.allSatisfy({ $0.allSatisfy(\.isNumber) })
    else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    var digits = String(parts[0]) + fraction
    if unit.factor > 1 {
      guard let (product, overflows) = Int(digits)?.multipliedReportingOverflow(by: unit.factor), !overflows else {
        return nil
      }
      digits = "\(product)"
    }
    let places = unit.places + fraction.count
    digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return TraceColumns.time(Array("\(sign ?? "+")\(digits.dropLast(places)).\(digits.suffix(places))0s".utf8))
  }

  /// The time of the line that is nearest to its own, as the line has it.
  private func nearestTime(of lines: [TraceColumns]) -> String? {
    guard let own = time.flatMap(Self.number) else { return nil }
    let near = lines.min { Self.distance($0, own) < Self.distance($1, own) }
    guard let near, Self.distance(near, own).isFinite else { return nil }
    return String(decoding: near.columns[0].bytes, as: UTF8.self)
  }

  private static func distance(_ line: TraceColumns, _ time: Double) -> Double {
    value(of: line).flatMap(number).map { abs($0 - time) } ?? .infinity
  }

  private static func number(_ time: [UInt8]) -> Double? {
    Double(String(decoding: time.dropLast(), as: UTF8.self) + "0")
  }
}
