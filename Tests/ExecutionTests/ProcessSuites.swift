import Testing

/// The suites that start processes, one after the other: some look at all processes of this program, or kill one.
@Suite("Execution", .serialized)
enum ProcessSuites {}
