extension HeaderFields {
    /// Calls a function with each member of all values under a name, in order, without white space around it (RFC 9110,
    /// section 5.6.1).
    ///
    /// A comma inside a quoted string parts nothing (section 5.6.4). Empty members are left out.
    func forEachMember(of name: String, _ body: (Span<UInt8>) -> Void) {
        let bytes = bytes.span
        var rest = 0
        while let line = firstLine(of: name, from: rest) {
            rest = line.value.upperBound
            var start = line.value.lowerBound
            while start < rest {
                let end = Self.memberEnd(in: bytes, start..<rest)
                let member = bytes.trimmingBlanks(start..<end)
                if !member.isEmpty { body(bytes.extracting(member)) }
                start = end + 1
            }
        }
    }

    /// Reads the first member under a name, or returns `nil` if there is none.
    func firstMember<Value>(of name: String, _ read: (Span<UInt8>) -> Value?) -> Value? {
        var first: Value??
        forEachMember(of: name) { if first == nil { first = .some(read($0)) } }
        return first ?? nil
    }

    /// The index of the end of a value's first member.
    private static func memberEnd(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        var (isQuoted, isEscaped) = (false, false)
        for index in range {
            let byte = bytes[index]
            if byte == UInt8(ascii: ","), !isQuoted { return index }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return range.upperBound
    }

    /// The members of all values under a name, as ``forEachMember(of:_:)`` gives them.
    package func members(of name: String) -> [String] {
        var members: [String] = []
        forEachMember(of: name) { members.append(String(decoding: [UInt8](copying: $0), as: UTF8.self)) }
        return members
    }

    /// The values of all field lines under a name, in order.
    func values(of name: String) -> [String] {
        var values: [String] = []
        var rest = 0
        while let line = firstLine(of: name, from: rest) {
            rest = line.value.upperBound
            values.append(text(at: line.value))
        }
        return values
    }

    /// There is no `Content-Length`, or one number, however often (RFC 9112, section 6.3).
    var hasOneContentLength: Bool {
        guard contains("Content-Length") else { return true }
        var (length, isOne): (Int?, Bool) = (nil, true)
        forEachMember(of: "Content-Length") { member in
            let next = member.decimalNumber
            isOne = isOne && next != nil && next == length ?? next
            length = next
        }
        return isOne && length != nil
    }

    /// The only value under a name as a date, or `nil` if it is absent, no date, or one of several.
    ///
    /// - Parameter now: as in ``HTTPDate/date(_:at:)``.
    package func date(of name: String, at now: Date) -> Date? {
        guard let line = firstLine(of: name), firstLine(of: name, from: line.value.upperBound) == nil else {
            return nil
        }
        return HTTPDate.date(bytes.span.extracting(line.value), at: now)
    }
}
