/// A generator that gives the same numbers every time (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable {
    /// The seed, for a failure's message.
    public let seed: UInt64

    private var state: UInt64

    /// Begins the numbers of a seed, or of one drawn at random.
    public init(seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
