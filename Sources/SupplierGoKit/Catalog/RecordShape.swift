/// Which members a record has, in which order, and where a supplier's fields are among them.
struct RecordShape {
    /// The first token of a record of this shape.
    private let root: Int

    /// How many tokens are behind that.
    private let count: Int

    /// Where the fields' values are, behind that token; 0 where there is none.
    private let id, createdAt, fullname, avatar, phone, company, email: Int

    /// The shape of a record without containers, by its first token.
    init(of root: Int, in source: RecordSource) {
        let record = KeyedRecordContainer<Supplier.CodingKeys>(source: source, index: root)
        func place(_ key: Supplier.CodingKeys) -> Int { (record.member(key) ?? root) - root }
        self.root = root
        count = source.tokens[root].length
        id = place(.id)
        createdAt = place(.createdAt)
        fullname = place(.fullname)
        avatar = place(.avatar)
        phone = place(.phone)
        company = place(.company)
        email = place(.email)
    }

    /// Where a field's value is, behind a record's first token; 0 where there is none.
    @inline(__always)
    subscript(key: Supplier.CodingKeys) -> Int {
        switch key {
        case .id: id
        case .createdAt: createdAt
        case .fullname: fullname
        case .avatar: avatar
        case .phone: phone
        case .company: company
        case .email: email
        }
    }

    /// Whether another record without containers, by its first token, has the same names in the same order.
    @inline(__always)
    func isShape(of other: Int, _ tokens: Span<JSONToken>, _ bytes: Span<UInt8>) -> Bool {
        guard tokens[other].length == count else { return false }
        var place = 1
        while place < count {
            let (name, known) = (tokens[other &+ place], tokens[root &+ place])
            guard name.isLike(known), bytes.extracting(name.range).isEqual(to: bytes.extracting(known.range)) else {
                return false
            }
            place &+= 2
        }
        return true
    }
}
