/// The head of an HTTP/2 frame (RFC 9113, section 4.1).
struct HTTP2Frame: Sendable, Equatable {
    /// What a frame is; one of another kind is passed over (section 5.5).
    enum Kind: UInt8, Sendable {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    /// What holds of a frame, by its kind.
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// Nothing more comes on the stream (`END_STREAM`).
        static let endsStream = Flags(rawValue: 0x01)

        /// The settings, or the ping, were received (`ACK`).
        static let acknowledges = Flags(rawValue: 0x01)

        /// The header block is whole (`END_HEADERS`).
        static let endsBlock = Flags(rawValue: 0x04)

        /// There is padding behind the payload, and its length before it (`PADDED`).
        static let isPadded = Flags(rawValue: 0x08)

        /// Five bytes of priority come before the header block (`PRIORITY`).
        static let hasPriority = Flags(rawValue: 0x20)
    }

    /// How many bytes the head of a frame has.
    static let headByteCount = 9

    /// The longest payload, in bytes, that may be sent to somebody who has not said otherwise (`SETTINGS_MAX_FRAME_SIZE`).
    static let payloadLimit = 16_384

    /// The highest number of a stream (section 5.1.1).
    static let lastStream: UInt32 = 0x7fff_ffff

    let kind: Kind?
    let flags: Flags

    /// The stream's number; 0 is the connection itself.
    let stream: UInt32

    /// How many bytes the payload has.
    let byteCount: Int

    init(_ kind: Kind, flags: Flags = [], stream: UInt32 = 0, byteCount: Int) {
        self.kind = kind
        self.flags = flags
        self.stream = stream
        self.byteCount = byteCount
    }

    /// The head that begins at an index, from where on there are enough bytes for one.
    init(at index: Int, in bytes: Span<UInt8>) {
        byteCount = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
        kind = Kind(rawValue: bytes[index + 3])
        flags = Flags(rawValue: bytes[index + 4])
        // The first bit says nothing.
        stream = bytes.halfWord(at: index + 5).byteSwapped & Self.lastStream
    }

    /// Writes the head behind other bytes.
    func append(to bytes: inout [UInt8]) {
        guard let kind else { preconditionFailure("no frame of an unknown kind is sent") }
        bytes.append(UInt8(truncatingIfNeeded: byteCount >> 16))
        bytes.append(bigEndian: UInt16(truncatingIfNeeded: byteCount))
        bytes.append(kind.rawValue)
        bytes.append(flags.rawValue)
        bytes.append(bigEndian: stream)
    }
}

extension [UInt8] {
    /// Adds a number's bytes, the highest first.
    mutating func append(bigEndian number: some FixedWidthInteger & UnsignedInteger) {
        var shift = number.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
