internal import Text

/// Characters that look like others in the fonts of listings, and mean something else to the compiler.
///
/// A selection of what Unicode lists as confusable: only characters that readers cannot tell apart in a listing.
enum LookAlikes {
  /// What a character looks like; `nil` where it looks like itself only.
  static func look(of scalar: Unicode.Scalar) -> String? {
    if let look = table[scalar] { return look }
    switch scalar.value {
    // Mathematical letters and digits: bold, italic, monospaced and so on.
    case 0x1D400...0x1D6A3: return ascii(in: letters, at: (scalar.value - 0x1D400) % 52)
    case 0x1D7CE...0x1D7FF: return ascii(in: "0123456789", at: (scalar.value - 0x1D7CE) % 10)
    // Fullwidth forms of ASCII.
    case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0).map { String($0) }
    default: return nil
    }
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  private static func ascii(in characters: String, at index: UInt32) -> String {
    String(characters.unicodeScalars[characters.unicodeScalars.index(characters.startIndex, offsetBy: Int(index))])
  }

  private static let table: [Unicode.Scalar: String] = {
    var table: [Unicode.Scalar: String] = [:]
    for (characters, looks) in pairs {
      for (scalar, look) in zip(characters.unicodeScalars, looks.unicodeScalars) { table[scalar] = String(look) }
    }
    for (characters, look) in groups { for scalar in characters.unicodeScalars { table[scalar] = look } }
    return table
  }()

  /// Characters, and what each looks like.
  static let pairs: [(String, String)] = [
    // Cyrillic
    ("аеорсухіјѕһԁԛԝӏѵ", "aeopcyxijshdqwlv"), ("АВЕІЈКМНОРЅСТҮХӀԚԜԌѴЗ", "ABEIJKMHOPSCTYXIQWGV3"),
    (
      "\u{451}\u{457}\u{4D1}\u{4D3}\u{4D7}\u{4E7}\u{450}\u{4F1}",
      "\u{EB}\u{EF}\u{103}\u{E4}\u{115}\u{F6}\u{E8}\u{FF}"
    ),
    (
      "\u{401}\u{407}\u{4D0}\u{4D2}\u{4D6}\u{4E6}\u{400}", "\u{CB}\u{CF}\u{102}\u{C4}\u{114}\u{D6}\u{C8}"
    ),
    // Greek: capitals, and the few small letters that look the same; three capitals look like Cyrillic ones.
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϳϲ\u{3CC}", "ABEZHIKMNOPTYXojc\u{F3}"), ("ΓΠΦ", "ГПФ"),
    // The micro and kelvin signs, and the Greek question mark
    ("\u{B5}\u{212A}\u{37E}", "\u{3BC}K;"),
    // Armenian, Georgian, Coptic, Cherokee, Lisu
    ("օհոսցՕՏԼ", "ohnugOSL"), ("ჿⲟⲞ", "yoO"), ("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏎᏒᏔᏕᏙᏚᏞᏟᏢᏦᏴᏧ", "DRTiAJEWMHGZ4RWSVSLCPKBd"),
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),
    // Latin letters of phonetics, small capitals, Roman numerals
    ("ɑɡᴄᴏᴠᴡᴢꜱ", "agcovwzs"), ("ⅠⅤⅩⅬⅭⅮⅯⅰⅴⅹⅼⅽⅾⅿ", "IVXLCDMivxlcdm"),
    // Kana, and Chinese characters
    ("へべぺエロニハカタト", "ヘベペ工口二八力夕卜"),
  ]

  /// Characters that all look like the same, which may be several characters.
  static let groups: [(String, String)] = [
    ("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl"), ("ĳ", "ij"), ("ǉ", "lj"), ("ǌ", "nj"),
    ("Ⅱ", "II"), ("Ⅲ", "III"), ("Ⅳ", "IV"), ("Ⅵ", "VI"), ("ⅱ", "ii"), ("ⅲ", "iii"), ("ⅳ", "iv"), ("ⅵ", "vi"),
    // Letters and operators to the compiler that look like ASCII punctuation.
    ("ǃ", "!"), ("ǀ∣", "|"), ("ǁ‖", "||"), ("ː꞉։׃∶", ":"), ("․", "."), ("⁄∕", "/"), ("‐‑−ᐨ", "-"), ("∗⁎", "*"),
    ("∼˜", "~"), ("ˆ", "^"), ("‹˂ᐸ", "<"), ("›˃ᐳ", ">"), ("ꓺ", "="), ("ʹʼˈꞌ", "'"), ("ˋ", "`"),
  ]
}
