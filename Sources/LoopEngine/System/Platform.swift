#if !os(Linux) && !hasFeature(Embedded)
  #error("LoopEngine runs on Linux only: depend on it under the condition .when(platforms: [.linux])")
#endif
