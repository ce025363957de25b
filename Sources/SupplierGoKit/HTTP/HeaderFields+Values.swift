extension HeaderFields {
    /// Calls a function with each member of all values under a name, in order, without white space around it (RFC 9110,
    /// section 5.6.1).
    ///
    /// A comma inside a quoted string parts nothing (section 5.6.4). Empty members are left out.
    func forEachMember(of name: String, _ body: (Span<UInt8>) -> Void) {
        for field in fields where field.isNamed(name) {
            let value = field.value.utf8.span
            var start = 0
            while start < value.count {
                let end = Self.memberEnd(in: value, from: start)
                let member = value.trimmingBlanks(start..<end)
                if !member.isEmpty { body(value.extracting(member)) }
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

    /// The index of the end of a value's first member from an index on.
    private static func memberEnd(in value: Span<UInt8>, from start: Int) -> Int {
        var (isQuoted, isEscaped) = (false, false)
        for index in start..<value.count {
            let byte = value[index]
            if byte == UInt8(ascii: ","), !isQuoted { return index }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return value.count
    }

    /// The members of all values under a name, as ``forEachMember(of:_:)`` gives them.
    package func members(of name: String) -> [String] {
        var members: [String] = []
        forEachMember(of: name) { members.append(String(decoding: $0)) }
        return members
    }

    /// The wait that a response asks for by `Retry-After`, in seconds or until a date (RFC 9110, section 10.2.3): never
    /// negative, at most a century; `nil` if it asks for none.
    func retryAfter(at now: Date = .now) -> Duration? {
        guard let text = self["Retry-After"] else { return nil }
        let century = 100 * 366 * 86_400
        if let seconds = text.utf8.span.decimalNumber { return .seconds(min(seconds, century)) }
        guard let date = HTTPDate.date(text, at: now) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now).rounded(.up)), Double(century)))
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
        guard let index = fields.firstIndex(where: { $0.isNamed(name) }),
            !fields[(index + 1)...].contains(where: { $0.isNamed(name) })
        else { return nil }
        return HTTPDate.date(fields[index].value, at: now)
    }
}
