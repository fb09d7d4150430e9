internal import Execution
internal import Files

/// How a program was written for pages, as the cache keeps it.
extension PageCompiler.Fit {
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .fits(let form, let kept, let failing):
      writer.write(form.rawValue)
      writer.write(kept.sorted()) { $0.write($1) }
      writer.write(failing)
    case .refused(let refusal):
      writer.write(-1)
      writer.write(refusal.reason)
    }
    return writer.bytes
  }

  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    do throws(ByteReader.Damage) {
      let kind = try reader.number()
      if kind == -1 {
        self = .refused(PageText.Refusal(try reader.text()))
      } else {
        guard let form = PageText.Form(rawValue: kind) else { return nil }
        let kept = try reader.list { reader throws(ByteReader.Damage) in try reader.number() }
        self = .fits(form, keeping: Set(kept), failing: try reader.number())
      }
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
  }
}
