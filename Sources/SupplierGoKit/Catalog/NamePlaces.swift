/// At which places of an object's members names of which lengths stand: a bit for each of up to ``memberLimit`` members.
///
/// One pass over an object finds for every name that is looked up later the few members that it can be.
struct NamePlaces {
    /// The most members that an object may have.
    static var memberLimit: Int { UInt32.bitWidth }

    private static let longest = 15

    /// By length; the last is for all lengths from ``longest`` on.
    private var byByteCount = InlineArray<16, UInt32>(repeating: 0)

    /// Where names have escapes, and so may be of any length.
    private var ofEscaped: UInt32 = 0

    /// Notes the names among an object's tokens, which are names and values in turn.
    @inline(__always)
    init(_ tokens: [JSONToken], _ members: Range<Int>) {
        var place: UInt32 = 1
        var index = members.lowerBound
        while index < members.upperBound {
            let name = tokens[index]
            if name.isMarked { ofEscaped |= place } else { byByteCount[min(name.length, Self.longest)] |= place }
            place <<= 1
            index += 2
        }
    }

    /// The places at which a name of so many bytes may stand, the first one in the lowest bit.
    @inline(__always)
    func ofNames(byteCount: Int) -> UInt32 {
        byByteCount[min(byteCount, Self.longest)] | ofEscaped
    }
}
