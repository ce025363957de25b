/// The hash XXH64 of Yann Collet's xxHash, for noticing damage. It does not protect against intent.
///
/// It takes 32 bytes a turn in four chains of multiplications that do not wait for each other, and needs no table, so
/// it is several times as fast as reading from a disk.
package struct XXH64 {
    private static let prime1: UInt64 = 0x9e37_79b1_85eb_ca87
    private static let prime2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
    private static let prime3: UInt64 = 0x1656_67b1_9e37_79f9
    private static let prime4: UInt64 = 0x85eb_ca77_c2b2_ae63
    private static let prime5: UInt64 = 0x27d4_eb2f_1656_67c5

    private let seed: UInt64
    private var lanes: InlineArray<4, UInt64>
    private var byteCount = 0

    /// The bytes after the last whole block of 32.
    private var rest: [UInt8] = []

    /// Begins a hash; each seed has its own.
    package init(seed: UInt64 = 0) {
        self.seed = seed
        lanes = [seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1]
    }

    /// The hash of some bytes.
    package static func hash(of bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
        var hash = XXH64(seed: seed)
        hash.byteCount = bytes.count
        let end = hash.addBlocks(of: bytes)
        return hash.value(with: bytes.extracting(end...))
    }

    /// Adds bytes.
    package mutating func add(_ bytes: Span<UInt8>) {
        byteCount += bytes.count
        // A block that earlier bytes began comes first.
        let start = rest.isEmpty ? 0 : min(32 - rest.count, bytes.count)
        rest += Array(copying: bytes.extracting(first: start))
        guard rest.isEmpty || rest.count == 32 else { return }
        let block = rest
        _ = addBlocks(of: block.span)
        let following = bytes.extracting(start...)
        rest = Array(copying: following.extracting(addBlocks(of: following)...))
    }

    /// Adds whole blocks of 32 bytes, and returns where they end.
    private mutating func addBlocks(of bytes: Span<UInt8>) -> Int {
        var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
        var index = 0
        for _ in 0..<bytes.count / 32 {
            // Of a block whose length is known, no word needs a check of its own.
            let block = unsafe bytes.extracting(unchecked: Range(uncheckedBounds: (index, index &+ 32)))
            a = Self.round(a, block.word(at: 0))
            b = Self.round(b, block.word(at: 8))
            c = Self.round(c, block.word(at: 16))
            d = Self.round(d, block.word(at: 24))
            index &+= 32
        }
        lanes = [a, b, c, d]
        return index
    }

    /// The hash of all that was added.
    package var value: UInt64 { value(with: rest.span) }

    /// The hash of the whole blocks that were added, and of the bytes after them.
    private func value(with rest: Span<UInt8>) -> UInt64 {
        var hash = seed &+ Self.prime5
        if byteCount >= 32 {
            hash = Self.rotate(lanes[0], 1) &+ Self.rotate(lanes[1], 7)
            hash = hash &+ Self.rotate(lanes[2], 12) &+ Self.rotate(lanes[3], 18)
            for index in lanes.indices {
                hash = (hash ^ Self.round(0, lanes[index])) &* Self.prime1 &+ Self.prime4
            }
        }
        return Self.avalanche(Self.adding(rest, to: hash &+ UInt64(byteCount)))
    }

    private static func adding(_ bytes: Span<UInt8>, to start: UInt64) -> UInt64 {
        var hash = start
        var index = 0
        while index + 8 <= bytes.count {
            hash ^= round(0, bytes.word(at: index))
            hash = rotate(hash, 27) &* prime1 &+ prime4
            index += 8
        }
        if index + 4 <= bytes.count {
            let word = UInt64(bytes.halfWord(at: index))
            hash = rotate(hash ^ word &* prime1, 23) &* prime2 &+ prime3
            index += 4
        }
        while index < bytes.count {
            hash = rotate(hash ^ UInt64(bytes[index]) &* prime5, 11) &* prime1
            index += 1
        }
        return hash
    }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        var hash = (value ^ value >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
        word &<< count | word &>> (64 &- count)
    }
}
