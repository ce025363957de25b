/// The pictures that a terminal holds by kitty's protocol: each is sent once, and placed by its number from then on.
///
/// A list that moves by a line would send all of its pictures again otherwise.
struct KittyPictures: Sendable {
    /// The number of bytes of pictures from which the terminal drops those that are not on the screen.
    private static let byteLimit = 4 << 20

    /// The numbers of the pictures, by their sequences.
    private var numbers: [[UInt8]: Int] = [:]
    private var byteCount = 0

    /// The last number. They are shared with whatever else was drawn in the terminal, and small ones are often taken.
    private var lastNumber = 0x5347_0000

    /// The bytes that draw a picture at the cursor.
    mutating func draw(_ picture: ScreenPicture) -> [UInt8] {
        if let number = numbers[picture.sequence] {
            return Self.sequence("a=p,\(Self.keys(of: picture, number))\(Self.extent(of: picture))C=1,q=2")
        }
        lastNumber += 1
        numbers[picture.sequence] = lastNumber
        byteCount += picture.sequence.count
        let keys = Self.introducer + Self.keys(of: picture, lastNumber).utf8
        return keys + picture.sequence.dropFirst(Self.introducer.count)
    }

    /// The bytes that erase a picture in its place.
    func erase(_ picture: ScreenPicture) -> [UInt8] {
        numbers[picture.sequence].map { Self.sequence("a=d,d=i,\(Self.keys(of: picture, $0))q=2") } ?? []
    }

    /// The bytes that make the terminal forget what it need not hold: all but the pictures on the screen, if that is too
    /// much.
    mutating func forgetOthers(than shown: [ScreenPicture]) -> [UInt8] {
        guard byteCount > Self.byteLimit else { return [] }
        let kept = Set(shown.map(\.sequence))
        var bytes: [UInt8] = []
        for (sequence, number) in numbers where !kept.contains(sequence) {
            bytes += Self.sequence("a=d,d=I,i=\(number),q=2")
            numbers[sequence] = nil
            byteCount -= sequence.count
        }
        return bytes
    }

    /// The bytes that make the terminal forget all of them.
    mutating func forgetAll() -> [UInt8] {
        guard !numbers.isEmpty else { return [] }
        (numbers, byteCount) = ([:], 0)
        return Self.sequence("a=d,d=A,q=2")
    }

    private static let introducer = Array("\u{1b}_G".utf8)

    private static func sequence(_ keys: String) -> [UInt8] { introducer + keys.utf8 + "\u{1b}\\".utf8 }

    /// The picture's number, and one for its place, since a picture can be in several.
    private static func keys(of picture: ScreenPicture, _ number: Int) -> String {
        "i=\(number),p=\(picture.row << 12 + picture.column + 1),"
    }

    /// The number of columns or rows that it was sent for.
    private static func extent(of picture: ScreenPicture) -> String {
        let keys = picture.sequence.dropFirst(introducer.count).prefix { $0 != UInt8(ascii: ";") }
        return String(decoding: keys, as: UTF8.self).split(separator: ",")
            .filter { $0.hasPrefix("c=") || $0.hasPrefix("r=") }.map { $0 + "," }.joined()
    }
}
