/// A small seeded generator of pseudo-random numbers (SplitMix64), the same on every machine and in every release.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// Starts the sequence of element `index` of the family `seed`: neighbors have nothing in common.
  public init(seed: UInt64, index: UInt64) {
    var mixer = RandomSource(seed: seed)
    let key = mixer.next()
    state = key ^ (index &* 0xD1B5_4A32_D192_ED03)
    _ = next()
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from `0` to `bound - 1`; `bound` is positive.
  public mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  /// True in `percent` of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// One of `choices`, which are not empty.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }

  /// One of `choices`, each as likely as its weight says; the weights are not negative and not all zero.
  public mutating func pick<Choice>(weighted choices: [(weight: Int, choice: Choice)]) -> Choice {
    var rest = below(choices.reduce(0) { $0 + $1.weight })
    for (weight, choice) in choices {
      if rest < weight { return choice }
      rest -= weight
    }
    preconditionFailure("The weights of a choice are negative.")
  }
}
