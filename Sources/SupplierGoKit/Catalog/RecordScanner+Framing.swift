/// The three forms of a catalog, which are recognised without keeping the document:
///
/// - A top-level array is the array of records.
/// - A top-level object wraps the records once one of its members is an array under `suppliers`, `data`, `items` or
///   `results`. The exception is an object that is a record so far, because it has had an `id` and one more field of a
///   supplier: the array is a field of it.
/// - A top-level object that ends without such an array is the first of newline-delimited records if it has an `id`, or
///   if another value follows on a later line. If not, the document has no suppliers.
///
/// If a ``CatalogShape`` has a path to the records, only the array there counts, and there are no other forms.
///
/// In a wrapped catalog the first such array counts. The other members are the ``CatalogEnvelope``, up to 16 MiB before
/// the array and each up to 16 MiB after it. Newline-delimited records have a line feed or carriage return between
/// them, and may have more inside them, as white space.
extension RecordScanner {
    /// The facts about a top-level object before its role is decided.
    struct Opening {
        /// Whether there was a line feed or a carriage return since the last top-level value.
        var isOnNewLine = false

        /// The object, once it has ended and could still be a record.
        var candidate: RecordBlock?

        /// The number of bytes of a byte-order mark so far.
        var markCount = 0

        /// Whether ``key`` is being filled.
        private(set) var keepsKey = false

        /// The length of the longest name that is kept, with every letter escaped.
        private static let keyByteLimit = 6 * 64

        /// The names of the members that make an object a record: its id, and one of the others.
        private let idNames: Set<String>
        private let fieldNames: Set<String>

        /// The name of the member after the array that is being read like a record.
        fileprivate(set) var member: String?

        private var key: [UInt8] = []
        private var namesRecords = false
        fileprivate private(set) var hasID = false
        private var hasField = false

        /// Whether an array under the last name is the catalog's.
        fileprivate var awaitsRecords: Bool { namesRecords && !(hasID && hasField) }

        init(_ map: FieldMap?) {
            func names(_ fields: [FieldTemplate]) -> Set<String> {
                Set(fields.flatMap { $0.pieces.map(\.path) }.compactMap { $0 < 0 ? nil : map?.paths[$0].steps[0] })
            }
            idNames = map.map { names([$0.id]) } ?? ["id"]
            fieldNames =
                map.map { names(Array($0.fields[1...5])) }
                ?? ["createdAt", "fullname", "phone", "company", "email"]
        }

        mutating func beginKey() {
            key.removeAll(keepingCapacity: true)
            keepsKey = true
            namesRecords = false
        }

        /// Keeps some bytes of a name, unless it is longer than any that counts.
        mutating func keepKey(_ bytes: Span<UInt8>) {
            guard key.count + bytes.count <= Self.keyByteLimit else {
                key = []
                keepsKey = false
                return
            }
            for index in bytes.indices { key.append(bytes[index]) }
        }

        /// Returns the name.
        mutating func endKey(hasEscapes: Bool) -> String {
            keepsKey = false
            let name: String
            do throws(JSONText.EncodingError) {
                name = try JSONText.string(key.span, hasEscapes: hasEscapes)
            } catch {
                name = ""
            }
            namesRecords = ["suppliers", "data", "items", "results"].contains(name)
            if idNames.contains(name) { hasID = true }
            if fieldNames.contains(name) { hasField = true }
            return name
        }
    }

    /// Passes the byte-order mark, if there is one.
    mutating func scanStart(_ bytes: Span<UInt8>, from start: Int) throws(CatalogSyntaxError) -> Int {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        guard opening.markCount < mark.count, bytes[start] == mark[opening.markCount] else {
            guard opening.markCount == 0 || opening.markCount == mark.count else { throw brokenMark }
            state = .between
            opening.isOnNewLine = true
            return start
        }
        opening.markCount += 1
        return start + 1
    }

    /// Begins a top-level value.
    mutating func beginLine(_ first: UInt8, at index: Int) throws(CatalogSyntaxError) {
        guard opening.isOnNewLine else { throw malformed(at: index, found: first) }
        opening.isOnNewLine = false
        if let candidate = opening.candidate {
            opening.candidate = nil
            ready.append(candidate)
            form = .lines
        }
    }

    /// Decides the form when a container begins, if that decides it.
    mutating func decideForm(opening kind: JSONToken.Kind, at index: Int) {
        guard kind == .array else { return }
        if let path = shape.records {
            guard isOpen(path, at: index) else { return }
            form = .wrapped
        } else if stack.isEmpty {
            form = .array
        } else if stack.count == 1 && opening.awaitsRecords {
            form = .wrapped
        } else {
            return
        }
        if form == .wrapped { readEnvelope(to: index) }
        envelopeDepth = max(1, stack.count)
        abandonRecord()
        recordDepth = stack.count + 1
    }

    /// Whether the array that begins is at a path.
    private func isOpen(_ path: FieldPath, at index: Int) -> Bool {
        guard isRecording, stack.count == path.steps.count else { return false }
        let block = openBlock(to: index)
        for (level, step) in path.steps.enumerated() {
            let child = level + 1 < stack.count ? stack[level + 1] >> 1 : block.tokens.count
            if stack[level] & 1 == 1 {
                guard block.text(at: child - 1) == step else { return false }
            } else {
                var (element, position) = (stack[level] >> 1 + 1, 0)
                while element < child {
                    element += block.tokens[element].stride
                    position += 1
                }
                guard Int(step) == position else { return false }
            }
        }
        return true
    }

    /// Reads the members before the array: those of the open objects, which are tokens of what might have been a record.
    private mutating func readEnvelope(to index: Int) {
        guard isRecording else { return }
        let block = openBlock(to: index)
        for (level, container) in stack.enumerated() where container & 1 == 1 {
            let end = level + 1 < stack.count ? stack[level + 1] >> 1 : block.tokens.count
            var name = container >> 1 + 1
            while name + 1 < end {
                if let text = block.text(at: name) { envelope.read(text, at: level, name + 1, of: block, shape) }
                name += 1 + block.tokens[name + 1].stride
            }
        }
    }

    /// Ends a name outside of records: a member after the array is kept like a record.
    mutating func endKey() {
        let name = opening.endKey(hasEscapes: token.isMarked)
        guard form == .wrapped else { return }
        opening.member = name
        recordDepth = stack.count
    }

    /// Ends a member of the envelope after the array.
    mutating func endMember(_ name: String, at index: Int) {
        opening.member = nil
        recordDepth = -1
        if !record.isOversized {
            envelope.read(name, at: stack.count - 1, record.firstToken, of: openBlock(to: index), shape)
        }
        abandonRecord()
    }

    /// The block being filled, with the bytes of its open record up to an index.
    private func openBlock(to index: Int) -> RecordBlock {
        var block = block
        block.bytes = record.isCarried ? carry + chunk[..<index] : chunk
        return block
    }

    /// Ends a top-level value.
    mutating func endDocumentValue(at index: Int) throws(CatalogSyntaxError) {
        switch form {
        case .array, .wrapped:
            state = .trailing
        case .lines:
            state = .between
            endRecord(at: index)
        case .undecided:
            state = .between
            endRecord(at: index)
            closeBlock(bytes: chunk)
            let candidate = ready.removeLast()
            let root = candidate.tokens[candidate.roots[0]]
            if let path = shape.records {
                let object = JSONObject(candidate, at: candidate.roots[0])
                throw .noRecords(path: path.text, names: object?.names ?? [])
            }
            guard root.isOf(.object) || root.isOf(.oversized) else {
                throw .noSuppliers(found: candidate.description(of: candidate.roots[0]))
            }
            if opening.hasID {
                form = .lines
                ready.append(candidate)
            } else {
                opening.candidate = candidate
            }
        }
    }

    /// Gives up a newline-delimited record at an error on its first line. That line is then a bad record, and the next
    /// line another record.
    ///
    /// - Returns: the offset to go on from; `nil` if the error ends the catalog.
    mutating func passBadLine(after error: CatalogSyntaxError) -> Int? {
        guard form == .lines, record.number > 0, record.isOpen, !opening.isOnNewLine else { return nil }
        guard let (offset, clause) = error.placeAndClause else { return nil }
        record.lineError = clause
        record.isOversized = true
        block.tokens.removeSubrange(record.firstToken...)
        (stack, carry, isRecording, state) = ([], [], false, .badLine)
        return offset
    }

    /// Passes the rest of a bad line, up to its line feed.
    mutating func scanBadLine(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x0a, bytes[index] != 0x0d { index &+= 1 }
        if index < bytes.count { endBadLine(at: index) }
        return index
    }

    private mutating func endBadLine(at index: Int) {
        state = .between
        endRecord(at: index)
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) {
        if state == .badLine { endBadLine(at: 0) }
        if state == .number && stack.isEmpty && token.number.isComplete { try endNumber(at: 0) }
        switch state {
        case .trailing: return
        case .start:
            guard opening.markCount == 0 || opening.markCount == 3 else { throw brokenMark }
            throw .empty
        case .between:
            guard opening.candidate == nil else {
                throw .noSuppliers(found: "an object without an array under 'suppliers', 'data', 'items' or 'results'")
            }
            if record.number == 0 { throw .empty }
        default:
            throw .cutShort(byteOffset: chunkOffset, expected: expectation)
        }
    }
}
