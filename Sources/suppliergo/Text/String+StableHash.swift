extension String {
    /// A number that is the same for this text in every run, which `hashValue` is not: FNV-1a of its UTF-8.
    var stableHash: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
