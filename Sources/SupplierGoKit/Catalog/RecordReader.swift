/// Reads suppliers from the scanned records of a block.
///
/// Most records are plain: all their fields are strings without escapes, in valid UTF-8. Their fields can be copied from
/// the catalog's bytes (``plainFields(at:)``). Any other record is read into strings (``supplier(at:)``), which either
/// succeeds or says exactly what is wrong.
///
/// Of several members with one name the last counts. Names are compared byte by byte.
struct RecordReader {
    private let block: RecordBlock
    private let bytes: [UInt8]
    private let tokens: [JSONToken]

    /// The last record whose members were looked up, by its first token.
    private var known: (root: Int, members: Members)?

    init(_ block: RecordBlock) {
        (self.block, bytes, tokens) = (block, block.bytes, block.tokens)
    }

    /// The ranges of a record's fields in the block's bytes, or `nil` if it is not plain or not a supplier.
    ///
    /// - Parameter root: the index of the record's first token.
    @inline(__always)
    mutating func plainFields(at root: Int) -> FieldRanges? {
        let record = tokens[root]
        guard record.isOf(.object), bytes.span.extracting(Int(record.start)..<tokens[root &+ record.length].end).isUTF8
        else { return nil }
        let members = members(of: root)
        guard let id = plainText(root &+ members.id), !id.isEmpty,
            let createdAt = plainDate(root &+ members.createdAt),
            let fullname = plainText(root &+ members.fullname), let phone = plainText(root &+ members.phone),
            let company = plainText(root &+ members.company), let email = plainText(root &+ members.email)
        else { return nil }
        var avatar: Range<Int>?
        if members.avatar > 0, !tokens[root &+ members.avatar].isOf(.null) {
            guard let endpoint = plainText(root &+ members.avatar) else { return nil }
            avatar = bytes.span.withoutBlanksAround(endpoint)
        }
        return FieldRanges(
            id: id, createdAt: createdAt, fullname: fullname, avatar: avatar, phone: phone, company: company,
            email: email, isPlain: true)
    }

    @inline(__always)
    private func plainText(_ token: Int) -> Range<Int>? {
        tokens[token].isPlainString ? tokens[token].range : nil
    }

    /// A date-time as it is written in records; empty if it is null.
    @inline(__always)
    private func plainDate(_ token: Int) -> Range<Int>? {
        guard let date = plainText(token) else { return tokens[token].isOf(.null) ? 0..<0 : nil }
        return Timestamp.isAsWritten(bytes.span.extracting(date)) ? date : nil
    }

    /// Whether the record whose fields were looked up last has other members.
    var hasOtherMembers: Bool { known?.members.hasOthers == true }

    /// Reads any record.
    ///
    /// - Parameter root: the index of the record's first token.
    func supplier(at root: Int) throws(RecordError) -> Supplier {
        try block.requireObject(at: root)
        let members = lookUpMembers(of: root)
        func token(_ offset: Int) -> Int? { offset == 0 ? nil : root + offset }
        return Supplier(
            id: try id(token(members.id)), createdAt: try timestamp(token(members.createdAt)),
            fullname: try text(token(members.fullname), of: .fullname), avatar: try avatar(token(members.avatar)),
            phone: try text(token(members.phone), of: .phone),
            company: try text(token(members.company), of: .company),
            email: try text(token(members.email), of: .email))
    }

    /// The id of a record that is not a supplier; `nil` if it cannot be read.
    func readableID(at root: Int) -> Supplier.ID? {
        guard tokens[root].isOf(.object) else { return nil }
        let offset = lookUpMembers(of: root).id
        do throws(RecordError) {
            return try id(offset == 0 ? nil : root + offset)
        } catch {
            return nil
        }
    }

    // MARK: Members

    /// The offsets of the fields' values from a record's first token, 0 for absent fields.
    private struct Members {
        var id = 0, createdAt = 0, fullname = 0, avatar = 0, phone = 0, company = 0, email = 0

        /// Whether the record has members that are none of these.
        var hasOthers = false
    }

    /// The fields of an object. Most records of a catalog have the same names in the same order, so names are compared with
    /// those of another record before they are looked up.
    @inline(__always)
    private mutating func members(of root: Int) -> Members {
        if let known, block.hasNames(of: known.root, at: root) { return known.members }
        let members = lookUpMembers(of: root)
        known = (root, members)
        return members
    }

    private func lookUpMembers(of root: Int) -> Members {
        var members = Members()
        var offset = 1
        while offset < tokens[root].length {
            let value = offset + 1
            let name = tokens[root + offset]
            let field =
                name.isMarked
                ? Self.field(named: (block.text(at: root + offset) ?? "").utf8.span)
                : Self.field(named: bytes.span.extracting(name.range))
            switch field {
            case .id: members.id = value
            case .createdAt: members.createdAt = value
            case .fullname: members.fullname = value
            case .avatar: members.avatar = value
            case .phone: members.phone = value
            case .company: members.company = value
            case .email: members.email = value
            case nil: members.hasOthers = true
            }
            offset = value + tokens[root + value].stride
        }
        return members
    }

    /// Only one field has a name of each length and first letter.
    private static func field(named name: Span<UInt8>) -> Supplier.Field? {
        guard name.count >= 2 else { return nil }
        let field: Supplier.Field
        switch (name.count, name[0]) {
        case (2, UInt8(ascii: "i")): field = .id
        case (9, UInt8(ascii: "c")): field = .createdAt
        case (8, UInt8(ascii: "f")): field = .fullname
        case (6, UInt8(ascii: "a")): field = .avatar
        case (5, UInt8(ascii: "p")): field = .phone
        case (7, UInt8(ascii: "c")): field = .company
        case (5, UInt8(ascii: "e")): field = .email
        default: return nil
        }
        let expected = field.rawValue
        return name.isEqual(to: expected.utf8.span) ? field : nil
    }

    // MARK: Values

    private func id(_ member: Int?) throws(RecordError) -> Supplier.ID {
        let expected = "a string or an integer"
        if let member, tokens[member].isOf(.number) {
            guard let number = JSONText.integer(bytes.span.extracting(tokens[member].range)) else {
                throw error(.id, expected: expected, found: member)
            }
            return Supplier.ID(number)
        }
        guard let id = Supplier.ID(try text(member, of: .id, expected: expected)) else {
            throw error(.id, expected: "a string that is not empty, or an integer", found: member)
        }
        return id
    }

    private func timestamp(_ member: Int?) throws(RecordError) -> Timestamp? {
        let expected = "an RFC 3339 date-time"
        if let member, tokens[member].isOf(.null) { return nil }
        if let member, tokens[member].isPlainString,
            let timestamp = Timestamp(utf8: bytes.span.extracting(tokens[member].range))
        {
            return timestamp
        }
        guard let timestamp = Timestamp(try text(member, of: .createdAt, expected: expected)) else {
            throw error(.createdAt, expected: expected, found: member)
        }
        return timestamp
    }

    private func avatar(_ member: Int?) throws(RecordError) -> Avatar? {
        guard let member, !tokens[member].isOf(.null) else { return nil }
        return Avatar(endpoint: try text(member, of: .avatar))
    }

    private func text(
        _ member: Int?, of field: Supplier.Field, expected: String = "a string"
    ) throws(RecordError) -> String {
        guard let member, tokens[member].isOf(.string) else {
            throw error(field, expected: expected, found: member)
        }
        do throws(JSONText.EncodingError) {
            return try JSONText.string(bytes.span.extracting(tokens[member].range), hasEscapes: tokens[member].isMarked)
        } catch {
            throw RecordError(path: field.rawValue, encoding: error)
        }
    }

    // MARK: Errors

    private func error(_ field: Supplier.Field, expected: String, found member: Int?) -> RecordError {
        RecordError(path: field.rawValue, expected: expected, found: member.map(block.description) ?? "nothing")
    }
}

/// A record that is not a supplier, without its position.
struct RecordError: Error {
    /// The field at fault; empty for the record itself.
    let path: String

    /// The expected and the found value, as a clause.
    let reason: String

    init(path: String, expected: String, found: String) {
        self.path = path
        reason = "expected \(expected), found \(found)"
    }

    init(path: String, encoding error: JSONText.EncodingError) {
        switch error {
        case .invalidUTF8:
            self.init(path: path, expected: "a string in UTF-8", found: "bytes that are not UTF-8")
        case .loneSurrogate:
            self.init(path: path, expected: "a string of whole characters", found: "half a surrogate pair")
        }
    }
}

extension Supplier {
    /// Reads the record that some bytes of a catalog start with; `nil` if it is incomplete or not a supplier.
    ///
    /// Whatever follows the record is ignored.
    ///
    /// - Parameters:
    ///   - heading: the beginning of a catalog in CSV; `nil` for JSON.
    ///   - isWhole: whether the catalog ends after the bytes, and so a row in CSV.
    init?(
        firstRecordOf bytes: [UInt8], after heading: [UInt8]? = nil, isWhole: Bool = false,
        in shape: CatalogShape = .plain
    ) {
        // A catalog in CSV has no path to its records, and in JSON it is not looked for again.
        var scanner = CatalogScanner(shape: heading == nil ? .plain : shape)
        do throws(CatalogSyntaxError) {
            try scanner.scan((heading ?? [UInt8(ascii: "[")]) + bytes)
            if isWhole { try scanner.finish() }
        } catch {
            // The bytes after the record need not continue the catalog.
        }
        guard var block = scanner.takeReady().first(where: { !$0.roots.isEmpty }) else { return nil }
        block.roots = [block.roots[0]]
        let plan = DecodingPlan(keepsOtherFields: true, shape: shape)
        guard let supplier = DecodedBatch(decoding: [block], as: plan).suppliers.first else { return nil }
        self = supplier
    }
}
