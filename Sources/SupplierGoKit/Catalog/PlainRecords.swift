/// Finds the fields of a portion's plain records where they stand: objects without containers in them, whose fields are
/// strings without escapes.
///
/// What is not plain, or no supplier, is left to ``RecordDecoder``. Most records of a catalog have the same members in
/// the same order: so fields are looked up in one, and of the next one only the names are compared.
struct PlainRecords {
    /// A field is not there, or not plain.
    struct Flaw: Error {}

    /// Objects of more members are not looked at.
    private static let memberLimit = 32

    private let bytes: [UInt8]
    private let tokens: [JSONToken]
    private let source: RecordSource

    /// The shape of the last record.
    private var shape: RecordShape?

    /// The first token of the record that is read.
    private var root = 0

    init(_ source: RecordSource) {
        self.source = source
        bytes = source.bytes
        tokens = source.tokens
    }

    /// The places of a record's fields, by its first token; `nil` where it is not plain, or no supplier.
    @inline(__always)
    mutating func places(of root: Int) -> SupplierPlaces? {
        let record = tokens[root]
        guard record.isOf(.object), !record.isMarked, record.length <= 2 * Self.memberLimit,
            bytes.span.extracting(Int(record.start)..<tokens[root &+ record.length].end).isText
        else { return nil }
        if shape?.isShape(of: root, tokens.span, bytes.span) != true { shape = RecordShape(of: root, in: source) }
        self.root = root
        do throws(Flaw) {
            return try Supplier.read(from: self) { (id, createdAt, fullname, _, phone, company, email) in
                SupplierPlaces(
                    id: id, createdAt: createdAt, fullname: fullname, phone: phone, company: company, email: email)
            }
        } catch {
            return nil
        }
    }
}

extension PlainRecords: SupplierReading {
    @inline(__always)
    func text(_ key: Supplier.CodingKeys) throws(Flaw) -> Range<Int> {
        let token = tokens[root &+ (shape?[key] ?? 0)]
        guard token.isPlainString else { throw Flaw() }
        return token.range
    }

    @inline(__always)
    func textIfPresent(_ key: Supplier.CodingKeys) throws(Flaw) -> Range<Int>? {
        guard let place = shape?[key], place != 0, !tokens[root &+ place].isOf(.null) else { return nil }
        return try text(key)
    }

    @inline(__always)
    func id(_ key: Supplier.CodingKeys) throws(Flaw) -> Range<Int> {
        let place = try text(key)
        guard !place.isEmpty else { throw Flaw() }
        return place
    }

    @inline(__always)
    func time(_ key: Supplier.CodingKeys) throws(Flaw) -> Range<Int> {
        let place = try text(key)
        guard Timestamp.isAsWritten(bytes.span.extracting(place)) else { throw Flaw() }
        return place
    }
}
