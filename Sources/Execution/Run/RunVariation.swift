/// What differs from one run of a program to the next on a reader's machine, and here only where it is asked for.
///
/// Runs of the same variation with an odd seed are alike, as far as what they do does not depend on addresses.
package struct RunVariation: Hashable, Sendable {
  /// The seed of Swift's hashes, which the order of dictionaries and sets depends on; 0: the usual one.
  ///
  /// With an odd one, equal sets have equal orders; with an even one, not even those.
  package var hashSeed: UInt32
  /// Where things lie in memory; 0: as usual.
  package var layout: UInt32
  /// Whether its end waits a moment for what other threads still do.
  package var lingers: Bool
  /// Whether its processes have other numbers than usual.
  package var renumbers: Bool
  /// Whether it finds something in its standard input, where that would be empty otherwise.
  package var hasInput: Bool
  /// Which other date it has, each more than a year ahead, and in another time zone; 0: the machine's date.
  package var date: UInt32
  /// In which other order folders list their files; 0: in that of the file system.
  package var folderOrder: UInt32
  /// Whether it is on another machine: with more processors and memory, and other names, versions and folders.
  package var isElsewhere: Bool
  /// Which of its threads and tasks come first where it leaves that open; 0: as it comes.
  ///
  /// With an odd number the first of two comes later, with an even one the second. Of what is recorded, a schedule
  /// tells.
  package var precedence: UInt32

  package init(
    hashSeed: UInt32 = 0, layout: UInt32 = 0, lingers: Bool = false, renumbers: Bool = false, hasInput: Bool = false,
    date: UInt32 = 0, folderOrder: UInt32 = 0, isElsewhere: Bool = false,
    precedence: UInt32 = 0
  ) {
    self.hashSeed = hashSeed
    self.layout = layout
    self.lingers = lingers
    self.renumbers = renumbers
    self.hasInput = hasInput
    self.date = date
    self.folderOrder = folderOrder
    self.isElsewhere = isElsewhere
    self.precedence = precedence
  }
}
