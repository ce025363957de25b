@testable import SupplierGoKit

/// Frames as a server sends them.
enum HTTP2Frames {
    static func frame(
        _ kind: UInt8, flags: HTTP2Frame.Flags = [], stream: UInt32 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(UInt8(payload.count >> 16))
        bytes.append(bigEndian: UInt16(payload.count & 0xffff))
        bytes.append(kind)
        bytes.append(flags.rawValue)
        bytes.append(bigEndian: stream)
        return bytes + payload
    }

    static func frame(
        _ kind: HTTP2Frame.Kind, flags: HTTP2Frame.Flags = [], stream: UInt32 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        frame(kind.rawValue, flags: flags, stream: stream, payload)
    }

    static func settings(_ settings: [(UInt8, UInt32)] = []) -> [UInt8] {
        var payload: [UInt8] = []
        for (number, value) in settings { payload += [0, number] + bytes(value) }
        return frame(.settings, payload)
    }

    /// A head; `fields` are behind the status, none of them longer than 126 bytes.
    static func head(
        _ stream: UInt32, status: String = "200", _ fields: [(String, String)] = [],
        flags: HTTP2Frame.Flags = .endsBlock
    ) -> [UInt8] {
        frame(.headers, flags: flags, stream: stream, block([(":status", status)] + fields))
    }

    static func body(_ stream: UInt32, _ text: String, isLast: Bool = false) -> [UInt8] {
        frame(.data, flags: isLast ? .endsStream : [], stream: stream, Array(text.utf8))
    }

    static func reset(_ stream: UInt32, _ code: UInt32) -> [UInt8] { frame(.reset, stream: stream, bytes(code)) }

    static func goAway(last: UInt32, code: UInt32 = 0) -> [UInt8] { frame(.goAway, bytes(last) + bytes(code)) }

    /// A header block of literals that no table takes.
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        var block: [UInt8] = []
        for (name, value) in fields {
            block.append(0)
            for text in [name, value] {
                block.append(UInt8(text.utf8.count))
                block += text.utf8
            }
        }
        return block
    }

    /// The frames of a client, behind the part of its preface that is not a request of HTTP/1.1.
    static func sent(_ bytes: [UInt8]) -> [HTTP2Frame] {
        var frames: [HTTP2Frame] = []
        var index = 6
        while index + HTTP2Frame.headByteCount <= bytes.count {
            let frame = HTTP2Frame(at: index, in: bytes.span)
            index += HTTP2Frame.headByteCount + frame.byteCount
            if index <= bytes.count { frames.append(frame) }
        }
        return frames
    }

    static func bytes(_ number: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: number)
        return bytes
    }
}
