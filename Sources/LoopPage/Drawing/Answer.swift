internal import CDrawing
internal import Results

/// Answers a request of a page's script.
@_cdecl("lp_answer")
func answer(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
  let answer = DrawingRequest(Array(UnsafeBufferPointer(start: bytes, count: count))).answer
  answer.withUnsafeBufferPointer { bytes in
    if let begin = bytes.baseAddress { lp_answered(begin, bytes.count) }
  }
}
