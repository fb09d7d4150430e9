package import LoopTracing
internal import Text
internal import Words

/// A trace as an HTML table: what reads without JavaScript, and the stepper's list.
///
/// Each row carries `data-event`, and `data-step` when the event is in a step of the flow chart.
package struct EventTable: Sendable {
  /// The table.
  package let html: String
  /// The events that have rows.
  package let events: [Int]
  /// How many events that would be shown are left out.
  package let leftOut: Int

  /// The table of `trace`.
  ///
  /// `line` tells the line of the snippet that a line of a file is, or nil for none. Of very many events only the
  /// first `limit` have rows, and the table says so.
  package init(
    _ trace: Trace, limit: Int = 1_000, line: (String, UInt) -> Int? = { _, line in Int(exactly: line) }
  ) {
    self.init(trace, TraceShape(trace), InterfaceWords(), limit: limit, line: line)
  }

  init(_ trace: Trace, _ shape: TraceShape, _ language: InterfaceWords, limit: Int, line: (String, UInt) -> Int?) {
    let rows = TraceText.rows(trace, detail: .everything).filter { shape.places[$0.event].isShown }
    leftOut = max(0, rows.count - limit)
    events = rows.prefix(limit).map { $0.event }
    if rows.isEmpty {
      html = "<p class=\"picture-note\">\(language[.noEvents].escapedForMarkup)</p>"
      return
    }
    let shown = rows.prefix(limit).map { ($0, Self.line(shape.places[$0.event], line)) }
    let hasLines = shown.contains { $0.1 != nil }
    var markup = Markup()
    markup.open("div", ["class": "events", "tabindex": "0", "role": "group", "aria-label": language[.eventTable]])
    markup.open("table")
    markup.element(
      "caption", [:],
      leftOut == 0
        ? language[.eventTable] : language.count(rows.count, .firstEvents, ["shown": language.number(limit)]))
    markup.open("thead")
    markup.open("tr")
    let columns: [InterfaceWord] = [.timeColumn, .threadColumn, .eventColumn, .detailColumn]
    for column in columns + (hasLines ? [.lineColumn] : []) {
      markup.element("th", ["scope": "col"], language[column])
    }
    markup.close("tr")
    markup.close("thead")
    markup.open("tbody")
    for (row, number) in shown {
      let step = shape.places[row.event].step.map { "\($0.rawValue)" }
      markup.open("tr", ["data-event": "\(row.event)", "data-step": step])
      markup.element("td", [:], row.time)
      markup.element("td", [:], row.thread)
      markup.element("td", ["class": row.level == 0 ? nil : "level-\(min(row.level, 3))"], row.name)
      markup.element("td", [:], row.detail)
      if hasLines { markup.element("td", [:], number.map { "\($0)" } ?? "") }
      markup.close("tr")
    }
    markup.close("tbody")
    markup.close("table")
    markup.close("div")
    html = markup.text
  }

  /// The line of the snippet that an event belongs to.
  static func line(_ place: TraceShape.Place, _ line: (String, UInt) -> Int?) -> Int? {
    guard let number = place.line, let file = place.file else { return nil }
    return line(file, number)
  }
}
