internal import LoopTracing
internal import Pictures
internal import Recordings
internal import Templates
internal import Text
internal import Words

/// What a page asks for after it has run an example again: the HTML of what the run did.
///
/// The bytes are a number of 32 bits, its lowest byte first; a head of so many bytes, as JSON; and the journal. The
/// answer is JSON, too: `{"html":"…"}` or `{"error":"…"}`. It depends on the request alone.
///
/// The head has what the site says for all its examples (`DrawingFacts`): `language`, `words` and `templates`.
///
/// Of the example it has `prefix`, for the names in the pictures; `stack`, whether a stack is drawn; `lines`, how many
/// lines the example has, 0 or nothing where events do not lead to any; `pictured`, whether it is drawn without a
/// recorded trace, too; and `recordings`, what follows its fence, each as it is written there: `"trace thread=worker"`.
/// In place of the last, `filter` stands for one trace.
///
/// Of the run it has `output` and `errors`, what was printed; `showsOutput` is false where that is not shown.
///
/// With `state`, the loop of one event is asked for: of the event whose number in the trace is its `event`. The first
/// answer is `{"moment":"…"}`, what the program has to be told to look at its loop then. Once it has been, so many last
/// bytes of the request as `size` says are the journal that it wrote of that, and the answer has the picture, which is
/// called `name`.
package struct DrawingRequest {
  private let bytes: [UInt8]

  /// Takes the bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The answer.
  package var answer: [UInt8] {
    do throws(Refusal) {
      let (key, value) = try told()
      return JSONValue.object([(key, .string(String(decoding: value, as: UTF8.self)))]).onOneLine
    } catch {
      return JSONValue.object([("error", .string(error.reason))]).onOneLine
    }
  }

  /// Why the HTML is missing.
  struct Refusal: Error {
    let reason: String
  }

  private func told() throws(Refusal) -> (key: String, value: [UInt8]) {
    guard bytes.count >= 4 else { throw Refusal(reason: "the request has no head") }
    let length = UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
    guard let length = Int(exactly: length), length <= bytes.count - 4 else {
      throw Refusal(reason: "the request ends in its head")
    }
    let head = try Self.head(Array(bytes[4..<4 + length]))
    let size = head.state?.size ?? 0
    guard size >= 0, size <= bytes.count - 4 - length else { throw Refusal(reason: "the request ends in its state") }
    let reading = try Self.reading(bytes[(4 + length)..<(bytes.count - size)], head)
    guard let asked = head.state else { return ("html", try Self.html(of: reading.trace, head)) }
    guard reading.moments.indices.contains(asked.event) else { throw Refusal(reason: "there is no such event") }
    if asked.size == nil { return ("moment", Array(reading.moments[asked.event].description.utf8)) }
    let states = size == 0 ? nil : try Self.reading(bytes[(bytes.count - size)...], nil)
    return ("html", Self.html(of: states?.trace, asked, head))
  }

  private static func reading(_ journal: ArraySlice<UInt8>, _ head: Head?) throws(Refusal) -> TraceJournal.Reading {
    let reading = TraceJournal.decode(
      journal: Array(journal), output: Array((head?.output ?? "").utf8), error: Array((head?.errors ?? "").utf8))
    if let problem = reading.problems.first { throw Refusal(reason: problem) }
    guard reading.trace.clock == .virtual else { throw Refusal(reason: "the run was not on virtual time") }
    return reading
  }

  /// The picture of the snapshot in a trace, if there is one, and what it says of the loop.
  private static func html(of trace: Trace?, _ asked: Head.State, _ head: Head) -> [UInt8] {
    var picture: StructurePicture?
    if case .snapshot(_, let snapshot) = trace?.events.first?.kind {
      picture = StructurePicture(snapshot, name: asked.name, prefix: "\(head.prefix)-state", language: head.words)
    }
    var output = HTMLOutput()
    output.html("<p>")
    output.text(picture?.says ?? head.words[.stateNone])
    output.html("</p>")
    output.html(picture?.html ?? "")
    return output.bytes
  }

  /// The HTML of a trace that is read already.
  static func html(of trace: Trace, head: [UInt8]) throws(Refusal) -> [UInt8] {
    try html(of: trace, try Self.head(head))
  }

  private static func html(of trace: Trace, _ head: Head) throws(Refusal) -> [UInt8] {
    var traces: [TraceFilter: String] = [:]
    for asked in head.recordings where asked.kind == .trace {
      if traces[asked.filter] == nil { traces[asked.filter] = TraceText(trace, filter: asked.filter).text }
    }
    let run = ChangedRun(
      head.recordings, output: head.showsOutput ? Array(head.output.utf8) : nil, error: nil, traces: traces)
    var picture: [UInt8]?
    if head.isPictured || !traces.isEmpty {
      let pictures = TracePictures(
        trace, ofLines: head.lines, prefix: head.prefix, language: head.words, hasFlowChart: false,
        drawsStack: head.drawsStack)
      picture = Array(pictures.html.utf8)
    }
    var html: [UInt8] = []
    let data = RunResults.data(of: run, picture: picture, head.words)
    if let problem = head.templates.render(RunResults.template, data, into: &html).first {
      throw Refusal(reason: problem.message)
    }
    return html
  }

  private struct Head {
    let words: InterfaceWords
    let templates: TemplateSet
    let prefix: String
    let lines: Int
    let drawsStack: Bool
    let isPictured: Bool
    let recordings: [ChangedRun.Asked]
    let output: String
    let errors: String
    let showsOutput: Bool
    let state: State?

    struct State {
      let event: Int
      let name: String
      /// Nil: how the program is to be told is asked for.
      let size: Int?
    }
  }

  private static func head(_ bytes: [UInt8]) throws(Refusal) -> Head {
    do throws(JSONParser.Problem) {
      var object = try JSONObject(try JSONParser.parse(bytes))
      let language = try object.string("language")
      return Head(
        words: InterfaceWords(language: language, words: try Self.words(try object.required("words"))),
        templates: try Self.templates(try object.required("templates")), prefix: try object.string("prefix"),
        lines: try object.optionalInteger("lines") ?? 0, drawsStack: try Self.flag("stack", &object) ?? false,
        isPictured: try Self.flag("pictured", &object) ?? false,
        recordings: try Self.recordings(&object), output: try object.string("output"),
        errors: try object.string("errors"), showsOutput: try Self.flag("showsOutput", &object) ?? true,
        state: try Self.state(&object))
    } catch {
      throw Refusal(reason: "the head of the request, byte \(error.offset): \(error.message)")
    }
  }

  private static func flag(_ key: String, _ object: inout JSONObject) throws(JSONParser.Problem) -> Bool? {
    guard let value = object.optional(key) else { return nil }
    guard case .bool(let flag) = value.value else {
      throw JSONParser.Problem(message: "true or false is expected", offset: value.offset)
    }
    return flag
  }

  private static func state(_ object: inout JSONObject) throws(JSONParser.Problem) -> Head.State? {
    guard let json = object.optional("state") else { return nil }
    var state = try JSONObject(json)
    return Head.State(
      event: try state.integer("event"), name: try state.string("name"), size: try state.optionalInteger("size"))
  }

  private static func words(_ json: JSON) throws(JSONParser.Problem) -> [InterfaceWord: WordForms] {
    var words: [InterfaceWord: WordForms] = [:]
    for (name, value) in try members(json) {
      guard let word = InterfaceWord(rawValue: name) else {
        throw JSONParser.Problem(message: "'\(name)' is not a word of a site", offset: value.offset)
      }
      if case .string(let text) = value.value {
        words[word] = WordForms(stringLiteral: text)
        continue
      }
      var forms: [PluralForm: String] = [:]
      for (form, text) in try members(value) {
        guard let form = PluralForm(rawValue: form) else {
          throw JSONParser.Problem(message: "'\(form)' is not a form of a word", offset: text.offset)
        }
        forms[form] = try JSONObject.string(text)
      }
      guard let other = forms[.other] else {
        throw JSONParser.Problem(message: "the key 'other' is missing", offset: value.offset)
      }
      words[word] = WordForms(forms, other: other)
    }
    return words
  }

  private static func templates(_ json: JSON) throws(JSONParser.Problem) -> TemplateSet {
    var files: [String: SourceFile] = [:]
    for (name, value) in try members(json) {
      files[name] = SourceFile(path: "\(name).mustache", text: try JSONObject.string(value))
    }
    return TemplateSet(layers: [files])
  }

  private static func recordings(_ object: inout JSONObject) throws(JSONParser.Problem) -> [ChangedRun.Asked] {
    var recordings: [ChangedRun.Asked] = []
    if let filter = object.optional("filter") {
      recordings.append(try asked("trace " + (try JSONObject.string(filter)), at: filter.offset))
    }
    guard let written = object.optional("recordings") else { return recordings }
    guard case .array(let list) = written.value else {
      throw JSONParser.Problem(message: "an array is expected", offset: written.offset)
    }
    for element in list { recordings.append(try asked(try JSONObject.string(element), at: element.offset)) }
    return recordings
  }

  /// What the words behind a fence ask for.
  private static func asked(_ text: String, at offset: Int) throws(JSONParser.Problem) -> ChangedRun.Asked {
    let bytes = Array(text.utf8)
    let info = InfoString(bytes, 0..<bytes.count)
    guard let kind = RecordingKind(rawValue: info.language) else {
      throw JSONParser.Problem(message: "'\(info.language)' is not a recording", offset: offset)
    }
    if info.words.isEmpty || kind != .trace {
      return ChangedRun.Asked(kind: kind, filter: TraceFilter(), filterText: nil)
    }
    do throws(TraceFilterError) {
      let filter = try TraceFilter(attributes: info.words.map { ($0.name, $0.isMalformed ? "" : $0.value ?? "") })
      let words = info.words.map { String(decoding: bytes[$0.range], as: UTF8.self) }
      return ChangedRun.Asked(kind: kind, filter: filter, filterText: words.joined(separator: " "))
    } catch {
      throw JSONParser.Problem(message: error.description, offset: offset)
    }
  }

  private static func members(_ json: JSON) throws(JSONParser.Problem) -> [(key: String, value: JSON)] {
    guard case .object(let members) = json.value else {
      throw JSONParser.Problem(message: "an object is expected", offset: json.offset)
    }
    return members
  }
}
