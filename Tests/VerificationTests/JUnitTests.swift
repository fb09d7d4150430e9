import Foundation
import FoundationXML
import Testing
import Text
import Verification

@Suite("Reports as JUnit's XML")
struct JUnitTests {
  /// What Jenkins' schema says of each element: its attributes, those it must have, and what may be in it.
  ///
  /// `file` and `line` of a case are ours.
  private static let schema: [String: (attributes: Set<String>, required: Set<String>, children: Set<String>)] = [
    "testsuites": (["name", "time", "tests", "failures", "errors"], [], ["testsuite"]),
    "testsuite": (
      ["name", "tests", "failures", "errors", "time", "skipped", "file"], ["name", "tests", "failures", "errors"],
      ["properties", "testcase", "system-out", "system-err"]
    ),
    "properties": ([], [], ["property"]), "property": (["name", "value"], ["name", "value"], []),
    "testcase": (["name", "time", "classname", "file", "line"], ["name"], ["skipped", "failure", "system-out"]),
    "failure": (["type", "message"], [], []),
    "skipped": (["type", "message"], [], []),
    "system-out": ([], [], []),
    "system-err": ([], [], []),
  ]

  /// One element as a parser reads it.
  private final class Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    func all(_ name: String) -> [Element] {
      (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    let root = Element("", [:])
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = Element(name, attributes)
      (open.last ?? root).children.append(element)
      open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
  }

  private func read(_ report: VerificationReport) throws -> Element {
    let parser = XMLParser(data: Data(ReportFormat.junit.text(report).utf8))
    let reader = Reader()
    parser.delegate = reader
    guard parser.parse() else { throw try #require(parser.parserError) }
    return try #require(reader.root.children.first)
  }

  @Test(
    "elements and attributes are those of Jenkins' schema",
    arguments: [SampleReport.full, SampleReport.empty, SampleReport.fine])
  func schema(report: VerificationReport) throws {
    func check(_ element: Element) throws {
      let rule = try #require(Self.schema[element.name], "\(element.name)")
      let names = Set(element.attributes.keys)
      #expect(names.isSubset(of: rule.attributes), "\(element.name): \(names)")
      #expect(names.isSuperset(of: rule.required), "\(element.name): \(names)")
      for child in element.children {
        #expect(rule.children.contains(child.name), "\(child.name) in \(element.name)")
        try check(child)
      }
    }
    try check(try read(report))
  }

  @Test("counts are what is there")
  func counts() throws {
    let root = try read(SampleReport.full)
    for element in [root] + root.children {
      #expect(element.attributes["tests"] == String(element.all("testcase").count))
      #expect(element.attributes["failures"] == String(element.all("failure").count))
      if element.name == "testsuite" {
        #expect(element.attributes["skipped"] == String(element.all("skipped").count))
      }
    }
    #expect(root.children.map(\.attributes["name"]) == ["book", "a b,c:d/é.md", "timers.md"])
    #expect(root.all("testcase").map(\.attributes["line"]) == ["1", "10", "12", "40", "60", "70"])
  }

  @Test("a folder becomes a package, and a chapter a class")
  func classNames() throws {
    let verdict = Verdict(
      chapter: "guide/part.1/timers.md", id: "a", place: SampleReport.place("x.md", 1), kind: .run, outcome: .passed)
    let root = try read(VerificationReport(verdicts: [verdict], duration: .zero))
    #expect(root.all("testcase").first?.attributes["classname"] == "guide.part_1.timers")
  }

  @Test("text comes back as it was, but for what XML cannot write")
  func escaping() throws {
    let root = try read(SampleReport.full)
    let output = try #require(root.all("system-out").first)
    #expect(output.text == "a\u{FFFD}b\u{FFFD}[31m<&>\"'\r\n\t]]>\u{85}\u{2028}\u{FFFD}é日🧭\\")
    let verdict = Verdict(
      chapter: "a", id: SampleReport.nasty, place: SampleReport.place("x.md", 1), kind: .run, outcome: .passed)
    let other = try read(VerificationReport(verdicts: [verdict], duration: .zero))
    #expect(
      other.all("testcase").first?.attributes["name"]
        == "a\u{FFFD}b\u{FFFD}[31m<&>\"'\r\n\t]]>\u{85}\u{2028}\u{FFFD}é日🧭\\")
    let failure = try #require(root.all("failure").dropFirst().first)
    #expect(failure.attributes["message"] == SampleReport.mismatch.message)
    #expect(failure.text == DiagnosticText(isColored: false).text(SampleReport.mismatch))
  }
}
