import Testing

@testable import Examples

/// The table of characters that look like others: nothing in it says by itself that a line is wrong.
@Suite("Characters that look alike")
struct LookAlikesTests {
  @Test("each character of a pair of texts has the one in its place in the other", arguments: LookAlikes.pairs)
  func pairs(characters: String, looks: String) {
    #expect(characters.unicodeScalars.count == looks.unicodeScalars.count)
  }

  @Test("each character stands in the table once, is not ASCII, and looks like no more than one")
  func characters() {
    let characters = (LookAlikes.pairs + LookAlikes.groups).flatMap { $0.0.unicodeScalars }
    #expect(Set(characters).count == characters.count)
    #expect(characters.allSatisfy { !$0.isASCII && LookAlikes.look(of: $0) != nil })
  }

  // Else two words that look the same would be told apart by how many steps lead from each to what it looks like.
  @Test("what a character looks like does not look like anything else")
  func looks() {
    for scalar in (UInt32(0x80)...0x1FFFF).lazy.compactMap(Unicode.Scalar.init) {
      for other in (LookAlikes.look(of: scalar) ?? "").unicodeScalars {
        #expect(LookAlikes.look(of: other) == nil, "\(scalar) looks like \(other), which looks like something else")
      }
    }
  }

  @Test("letters and digits of mathematics, and wide ones, look like those of ASCII")
  func ranges() {
    let looks = ["\u{1D400}": "A", "\u{1D433}": "z", "\u{1D6A3}": "z", "\u{1D7FF}": "9", "\u{FF5E}": "~"]
    for (character, look) in looks { #expect(LookAlikes.look(of: character.unicodeScalars.first!) == look) }
  }
}
