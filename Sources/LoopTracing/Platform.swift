#if !os(Linux) && !hasFeature(Embedded)
  #error("LoopTracing runs on Linux only: depend on it under the condition .when(platforms: [.linux])")
#endif
