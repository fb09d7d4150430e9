func connectedPair() -> (Int32, Int32) {
  var ends: [Int32] = [-1, -1]
  let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
  precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0, "errno \(errno)")
  var size: Int32 = 100_000
  setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  return (ends[0], ends[1])
}
