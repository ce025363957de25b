/// The values at the paths of a map in one record after the other: by the patterns of the records before, else by
/// tokens.
struct RecordValues {
    private let paths: [FieldPath]

    /// The paths' first steps.
    private let firstSteps: [[UInt8]]

    /// The paths that were given, as bits.
    private let given: UInt64

    /// The names that are like those of paths which were not found in the last record, as tokens by path.
    private(set) var likeNames: [Int: Int] = [:]

    /// The bytes of the piece.
    var bytes: [UInt8] { document.bytes }

    /// The offset of the first byte in the catalog.
    private var byteOffset = 0
    private var tokenizer = JSONTokenizer()

    /// The columns, if records are rows, and the index at which their names stand in the bytes.
    private var columns: RecordPiece.Columns?
    private var namesStart = 0

    /// The records are rows of a table.
    var areOfTable: Bool { columns != nil }

    /// The last record is a row without any value; it has one cell for each name, and no name twice.
    private var (isEmptyRow, hasCellsInOrder) = (false, true)

    /// The range of the last record.
    private(set) var range = 0..<0

    /// The last record has the pattern of one before, and so no tokens (``tokenize()`` makes them).
    private(set) var hasPattern = false
    private var patterns = RecordPattern.Recent()

    /// The piece, with the tokens of the last record unless that has a pattern.
    private(set) var document = JSONDocument(bytes: [], tokens: [])

    /// The values at the paths of the last record, absent ones too. After them, if it has a pattern, those in other
    /// members (``RecordPattern/Members``).
    private(set) var values: [JSONToken]

    /// The texts of the values at paths through arrays, by path, whose tokens are empty strings.
    private(set) var joinedTexts: [Int: String] = [:]

    /// - Parameter given: the paths that may be under names that are like theirs, as bits.
    init(at paths: [FieldPath], given: UInt64) {
        (self.paths, self.given) = (paths, given)
        firstSteps = paths.map { Array($0.steps[0].utf8) }
        values = paths.map { _ in .absent }
    }

    /// Begins with a piece's records. If they are rows, the columns' names stand at the end of its bytes.
    mutating func begin(_ piece: RecordPiece) {
        document = JSONDocument(bytes: piece.bytes, tokens: [])
        // A row does not tell under which names it is.
        if piece.columns?.names != columns?.names { patterns = RecordPattern.Recent() }
        (columns, isEmptyRow, hasCellsInOrder) = (piece.columns, false, true)
        namesStart = bytes.count - (columns?.text.count ?? 0)
        (byteOffset, tokenizer) = (piece.byteOffset, JSONTokenizer(depth: piece.depth))
        (range, hasPattern) = (0..<0, false)
    }

    /// The paths that the last record has, as bits.
    var found: UInt64 {
        paths.indices.prefix(64).reduce(0) { values[$1].isOf(.absent) ? $0 : $0 | 1 << UInt64($1) }
    }

    /// The value at a path of the last record, as a noun phrase.
    func description(of path: Int) -> String { document.description(of: values[path]) }

    /// Scans the record that begins at an index.
    ///
    /// - Parameter name: the place of its name, if it is a member of an object.
    /// - Returns: the index after it.
    @inline(__always)
    mutating func scan(
        from start: Int, expecting expectation: String, named name: Range<Int> = 0..<0
    ) throws(CatalogSyntaxError) -> Int {
        document.tokens.removeAll(keepingCapacity: true)
        let bytes = bytes
        let match = patterns.match(bytes.span, from: start, &values)
        hasPattern = match != nil
        let end = if let match { match } else { try tokenize(from: start, expecting: expectation) }
        range = start..<end
        if name.lowerBound > 0 { setName(name) }
        return end
    }

    private mutating func tokenize(from start: Int, expecting expectation: String) throws(CatalogSyntaxError) -> Int {
        let bytes = bytes
        let end = try tokenizer.tokenize(bytes.span, from: start, at: byteOffset, expecting: expectation)
        swap(&document.tokens, &tokenizer.tokens)
        if columns != nil { nameCells() }
        findValues()
        return end
    }

    /// Makes an object of a row, unless it has a value too many: the values under the columns' names.
    private mutating func nameCells() {
        isEmptyRow = false
        guard let columns, document.tokens[0].isOf(.array) else { return }
        let cells = document.root.elements
        isEmptyRow = cells.allSatisfy(\.isBlank)
        hasCellsInOrder = cells.count == columns.columns.count && cells.count == columns.names.count
        guard !isEmptyRow, cells.dropFirst(columns.names.count).allSatisfy(\.isBlank) else { return }
        var tokens = [document.tokens[0]]
        for column in columns.columns {
            let (start, length) = (namesStart + column.name.lowerBound, column.name.count)
            let isMarked = columns.text[column.name].contains(UInt8(ascii: "\\"))
            tokens.append(JSONToken(.string, start: start, length: length, isMarked: isMarked))
            let there = column.cells.filter { $0 < cells.count }.map { cells[$0] }
            // A cell that is missing is empty.
            guard let cell = there.first(where: { !$0.isBlank }) ?? there.first else {
                tokens.append(JSONToken(.string, start: namesStart))
                continue
            }
            tokens += document.tokens[cell.index..<cell.index + document.tokens[cell.index].stride]
        }
        tokens[0] = JSONToken(.object, start: Int(tokens[0].start), length: tokens.count - 1)
        document.tokens = tokens
    }

    /// The error of a record that is no object.
    var noObject: Supplier.BadRecord {
        if isEmptyRow { return .emptyRow }
        let (root, count) = (document.root, columns?.names.count ?? 0)
        return columns != nil && root.isArray
            ? Supplier.BadRecord(path: "", expected: "\(count) cells as in the heading", found: "\(root.childCount)")
            : Supplier.BadRecord(path: "", expected: "an object", found: root.description)
    }

    /// Names the last record, which is a member of an object: the value at the path `*`.
    private mutating func setName(_ name: Range<Int>) {
        for path in paths.indices where paths[path].steps == [FieldPath.everyMember] {
            // As one with escapes, since what it stands in is not checked with the record.
            values[path] = JSONToken(.string, start: name.lowerBound, length: name.count, isMarked: true)
        }
    }

    /// Looks up the values at the paths among the tokens.
    private mutating func findValues() {
        for path in paths.indices { values[path] = .absent }
        if !joinedTexts.isEmpty { joinedTexts = [:] }
        if !likeNames.isEmpty { likeNames = [:] }
        guard document.tokens[0].isOf(.object) else { return }
        let (document, firstSteps) = (document, firstSteps)
        let tokens = document.tokens.span
        var name = 1
        while name < tokens.count {
            let token = tokens[name]
            for path in firstSteps.indices where firstSteps[path].count == token.length || token.isMarked {
                guard case let step = firstSteps[path], document.isName(name, step.span) else { continue }
                setValue(at: path, of: document, under: name)
            }
            name &+= 1 &+ tokens[name &+ 1].stride
        }
        for path in paths.indices where given >> UInt64(path) & 1 == 1 && values[path].isOf(.absent) {
            findLikeName(of: path)
        }
    }

    /// The name, as a token, of the record's member that is at a path; `nil` if that leads further.
    func name(at path: Int) -> Int? {
        guard paths[path].steps.count == 1 else { return nil }
        return likeNames[path] ?? document.member(paths[path].steps[0].utf8.span, of: 0).map { $0 - 1 }
    }

    /// Looks for the value at a path whose first name the record does not have under one that is like it.
    private mutating func findLikeName(of path: Int) {
        let (document, paths) = (document, paths)
        let step = paths[path].steps[0].utf8
        if paths[path].steps.count > 1, document.member(step.span, of: 0) != nil { return }
        // Most names are told apart by their first letter.
        func mayBeLike(_ token: JSONToken) -> Bool {
            guard token.length > 0, let first = step.first else { return false }
            let byte = document.bytes[Int(token.start)]
            return byte | 0x20 == first | 0x20 || max(byte, first) >= 0x80 || min(byte, first) <= 0x20 || token.isMarked
        }
        document.forEachChild(of: 0) { name in
            guard mayBeLike(document.tokens[name]),
                paths[path].isLike(document.repairedText(at: name), unlessIn: paths)
            else { return }
            likeNames[path] = name
        }
        if let name = likeNames[path] { setValue(at: path, of: document, under: name) }
    }

    /// Sets the value at a path that begins with a member's name.
    @inline(__always)
    private mutating func setValue(at path: Int, of document: JSONDocument, under name: Int) {
        guard paths[path].steps.count > 1 else {
            values[path] = document.tokens[name + 1]
            return
        }
        let steps = paths[path].steps.dropFirst()
        let value = document.value(at: steps, from: name + 1)
        values[path] = value.map { document.tokens[$0] } ?? .absent
        guard value == nil, !document.tokens[name + 1].isOf(.string) else { return }
        let found = JSONValue(document: document, index: name + 1).value(at: Array(steps))
        guard let found else { return }
        // A string that is marked has no pattern, and is not taken as it is.
        values[path] = JSONToken(.string, start: Int(document.tokens[name].start), length: 0, isMarked: true)
        joinedTexts[path] = found.plainText
    }

    /// Makes the tokens of the last record that is valid JSON.
    mutating func tokenize() {
        do throws(CatalogSyntaxError) {
            _ = try tokenize(from: range.lowerBound, expecting: "")
        } catch {
            preconditionFailure("the record was scanned before")
        }
        hasPattern = false
    }

    /// The texts and numbers at paths in the last record that is valid JSON, by the paths as they were written; `nil`
    /// if there is none.
    func texts(at paths: [FieldPath]) -> [String: String]? {
        guard !range.isEmpty else { return nil }
        var values = self
        values.tokenize()
        let root = values.document.root
        return paths.reduce(into: [:]) { $0[$1.text] = root.exactValue(at: $1.steps[...])?.cursorText }
    }

    /// The other members of the last record, if it has a pattern and any.
    var members: RecordPattern.Members? { hasPattern ? patterns.members : nil }

    /// Keeps the pattern of the last record, which is UTF-8, and of which there are tokens.
    ///
    /// - Parameter others: the members that the pattern has to know too.
    mutating func learn(_ others: JSONDocument.OtherMembers) {
        guard patterns.areUseful, hasCellsInOrder else { return }
        let pattern = RecordPattern(document, at: range, values: values.prefix(paths.count), others)
        values += repeatElement(.absent, count: max(0, (pattern?.valueCount ?? 0) - values.count))
        patterns.keep(pattern)
    }
}
