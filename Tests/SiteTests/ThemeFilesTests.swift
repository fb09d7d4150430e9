import Testing
import Words

@testable import Site

@Suite("Files of the theme")
struct ThemeFilesTests {
  private func text(_ path: String) throws -> String {
    let file = try #require(BuiltInTheme.files.first { $0.path == path })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test(
    """
    style sheets and scripts together take 67 KiB at most; those for values to choose 14, for examples to change 35, for \
    predictions 6, for types 9, for loops at steps 2, for uses of symbols 2, and for the page of all examples 2
    """,
    arguments: InterfaceWords.languages)
  func size(language: String) {
    let theme = Theme(folder: nil, words: InterfaceWords(language))
    let assets = theme.assets.filter { $0.key.hasSuffix(".css") || $0.key.hasSuffix(".js") }
    let size = { (files: [String: [UInt8]]) in files.values.reduce(0) { $0 + $1.count } }
    let ofSomePages = assets.filter { Theme.scriptsOfRuns.contains($0.key) }
    #expect(ofSomePages.count == Theme.scriptsOfRuns.count && assets.count > ofSomePages.count + 3)
    let live = ofSomePages.filter { $0.key.contains("live") }
    #expect(size(ofSomePages) - size(live) <= 14 * 1024)
    #expect(size(live) <= 35 * 1024)
    let ofPredictions = assets.filter { $0.key == Theme.predictionsScript }
    #expect(ofPredictions.count == 1 && size(ofPredictions) <= 6 * 1024)
    let ofTypes = assets.filter { $0.key == Theme.typesScript }
    #expect(ofTypes.count == 1 && size(ofTypes) <= 9 * 1024)
    let ofStates = assets.filter { $0.key == Theme.stateScript }
    #expect(ofStates.count == 1 && size(ofStates) <= 2 * 1024)
    let ofUses = assets.filter { $0.key == Theme.usesScript }
    #expect(ofUses.count == 1 && size(ofUses) <= 2 * 1024)
    let ofVerification = assets.filter { $0.key == Theme.verificationScript }
    #expect(ofVerification.count == 1 && size(ofVerification) <= 2 * 1024)
    let others = [ofSomePages, ofPredictions, ofTypes, ofStates, ofUses, ofVerification].map(size).reduce(0, +)
    #expect(size(assets) - others <= 67 * 1024)
  }

  @Test("scripts and styles are written without comments and needless blanks, and mean the same")
  func compact() {
    func compact(_ text: String, _ path: String) -> String {
      String(decoding: CompactAsset.bytes(of: Array(text.utf8), named: path), as: UTF8.self)
    }
    #expect(compact("// a\n  // b\n\n  let c = 1; // d\n", "a.js") == "let c=1;\n")
    #expect(compact("const { a } = b ? \" = \\\" = \" : c + +d;\n", "a.js") == "let{a}=b?\" = \\\" = \":c+ +d;\n")
    #expect(compact("a = b / c / d;\n", "a.js") == "a=b /c /d;\n")
    #expect(compact("a = (b) / c; d = x.match(/ [/ ]  \" /g);\n", "a.js") == "a=(b) /c;d=x.match(/ [/ ]  \" /g);\n")
    #expect(
      compact("a = `  // ${b ? ` } ` : {c: \"}\"}}  `; /* x\n */ d\n", "a.js")
        == "a=`  // ${b ? ` } ` : {c: \"}\"}}  `;d\n")
    // A constant is a variable that nothing changes, and a parameter that stands alone needs no parentheses.
    #expect(
      compact("const a = (b) => f(b);\nx.const = { const: 1 };\n", "a.js") == "let a=b=>f(b);x.const={const:1};\n")
    #expect(compact("return (a, b) => (c = 1) => async (d) => e;\n", "a.js") == "return(a,b)=>(c=1)=>async(d)=>e;\n")
    #expect(
      compact("const s = \"const (a) => \" + `const (b) => ${(c) => c}`;\n", "a.js")
        == "let s=\"const (a) => \"+`const (b) => ${(c) => c}`;\n")
    // A semicolon that is a whole statement stays.
    #expect(compact("if (a) {\n  b(c);\n}\n", "a.js") == "if(a){b(c)}\n")
    #expect(compact("f = () => {\n  while (g(h));\n};\n", "a.js") == "f=()=>{while(g(h));};\n")
    // A line's end that ends a statement stays.
    #expect(compact("a()\nb()\nif (c)\n  d = {\n    e: 1,\n  };\n", "a.js") == "a()\nb()\nif(c)\nd={e:1,};\n")
    #expect(compact("f(() => {\n  while (g());\n  h = 1;\n});\n", "a.js") == "f(()=>{while(g());h=1});\n")
    #expect(compact("/* a */\n  b {\n    c: d; /* e */\n  }", "a.css") == "b{c:d}\n")
    #expect(
      compact("a :is(b, c) > d { e: \"; { , \"; f: calc(1px + 2px) !important; }\n", "a.css")
        == "a :is(b,c)>d{e:\"; { , \";f:calc(1px + 2px)!important}\n")
    #expect(compact("  <svg>\n", "a.svg") == "  <svg>\n")
  }

  @Test("no file of the theme names an address in the network")
  func network() {
    for file in BuiltInTheme.files {
      // The name of SVG's elements is no address, and nobody asks for it.
      let text = String(decoding: file.bytes, as: UTF8.self).replacing("xmlns='http://www.w3.org/2000/svg'", with: "")
      for word in ["http:", "https:", "@import", "fetch(", "XMLHttpRequest"] {
        #expect(!text.contains(word), "\(file.path)")
      }
    }
  }

  @Test("no file of the theme has the program's own paths or hard line ends")
  func plainText() {
    for file in BuiltInTheme.files { #expect(!file.bytes.contains(0x0D), "\(file.path)") }
  }

  /// The colors of the style sheet by their names, each for light and for dark pages.
  private func colors() throws -> [String: [Color]] {
    var found: [String: [Color]] = [:]
    let rule = try Regex(
      #"--([a-z-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)"#, as: (Substring, Substring, Substring, Substring).self)
    for match in try text("assets/style.css").matches(of: rule) {
      found[String(match.output.1)] = [Color(match.output.2), Color(match.output.3)]
    }
    return found
  }

  @Test("text can be read in both themes: 4.5 to 1 at least, on every ground that it stands on")
  func contrast() throws {
    let colors = try colors()
    let code = colors.keys.filter { $0.hasPrefix("code-") && !["code-added", "code-removed"].contains($0) }
    var pairs: [(String, String)] = code.flatMap { [($0, "raised"), ($0, "sunken")] }
    for ground in ["ground", "raised"] {
      pairs += ["ink", "strong", "muted", "accent", "good", "bad", "other", "important"].map { ($0, ground) }
    }
    pairs += [("ink", "sunken"), ("muted", "sunken")]
    pairs += ["accent", "ink", "muted", "other"].map { ($0, "accent-ground") }
    pairs += [
      ("ink", "mark"), ("strong", "mark"), ("ink", "code-added"), ("ink", "code-removed"), ("ground", "strong"),
    ]
    #expect(code.count > 6)
    for (text, ground) in pairs {
      let text = try #require(colors[text], "\(text)")
      let ground = try #require(colors[ground], "\(ground)")
      for theme in 0..<2 {
        #expect(text[theme].contrast(to: ground[theme]) >= 4.5, "\(text[theme]) on \(ground[theme])")
      }
    }
  }

  @Test("the edges of controls and the mark of the focus can be seen: 3 to 1 at least")
  func edges() throws {
    let colors = try colors()
    for (line, ground) in [("edge", "ground"), ("focus", "ground"), ("focus", "raised"), ("focus", "accent-ground")] {
      let line = try #require(colors[line])
      let ground = try #require(colors[ground])
      for theme in 0..<2 { #expect(line[theme].contrast(to: ground[theme]) >= 3, "\(line[theme]) on \(ground[theme])") }
    }
  }
}

/// A color as WCAG 2.2 sees it.
private struct Color: CustomStringConvertible {
  let description: String
  private let luminance: Double

  /// Takes `#rgb` or `#rrggbb`.
  init(_ text: Substring) {
    description = String(text)
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    let values =
      digits.count == 3
      ? digits.map { $0 * 17 } : stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    let parts = values.prefix(3).map { value in
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : Self.power((part + 0.055) / 1.055)
    }
    luminance = zip(parts, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  func contrast(to other: Color) -> Double {
    let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)
  }

  /// `base` to the power of 2.4: its square times the fifth root of its square.
  private static func power(_ base: Double) -> Double {
    let square = base * base
    var root = square
    for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }
}
