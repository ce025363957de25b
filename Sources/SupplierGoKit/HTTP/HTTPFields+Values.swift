extension HTTPFields {
    /// The members of all values under a name, in order, without white space around them (RFC 9110, section 5.6.1).
    ///
    /// A comma inside a quoted string parts nothing (section 5.6.4). Empty members are left out.
    func members(of name: String) -> [Substring] {
        var members: [Substring] = []
        for value in values(of: name) {
            var (isQuoted, isEscaped) = (false, false)
            for member in value.utf8.split(whereSeparator: { byte in
                defer { isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\") }
                if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
                return byte == UInt8(ascii: ",") && !isQuoted
            }) {
                let text = Substring(member).trimmingBlanks
                if !text.isEmpty { members.append(text) }
            }
        }
        return members
    }

    /// The values of all field lines under a name, in order.
    func values(of name: String) -> [String] {
        fields.filter { Self.isSameName($0.name, name) }.map(\.value)
    }
}

extension Substring {
    /// The text without spaces and tabs around it.
    var trimmingBlanks: Substring {
        var rest = self[...]
        while let first = rest.utf8.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
        while let last = rest.utf8.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
        return rest
    }
}
