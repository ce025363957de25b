import Testing

@testable import SupplierGoKit
@testable import suppliergo

@Suite struct CatalogComparisonTests {
    private static let friday = CatalogLocation.file(path: "/export/friday.json")
    private static let today = CatalogLocation.file(path: "/feed/today.json")

    private static func supplier(_ id: String, _ email: String = "a@x.pt", avatar: String? = nil) throws -> Supplier {
        Supplier(
            id: try #require(Supplier.ID(id)), createdAt: nil, fullname: "Name",
            avatar: avatar.flatMap { Avatar(endpoint: $0) }, phone: "", company: "", email: email)
    }

    /// A supplier with other members in its record.
    private static func supplier(_ id: String, others: String) throws -> Supplier {
        var supplier = try supplier(id)
        supplier.otherFields = Supplier.OtherFields(json: Array(others.utf8), exportedByteCount: others.utf8.count)
        return supplier
    }

    /// - Parameter lacking: the fields that the earlier state does not have, if it may lack some.
    private static func changes(
        from old: [Supplier], to new: [Supplier], lacking: [Supplier.Field]? = nil, ignoring: [String] = [],
        edits: SupplierEdits = SupplierEdits(), _ prepare: (inout CatalogComparison) -> Void = { _ in }
    ) -> [CatalogChange] {
        var comparison = CatalogComparison(of: today, with: friday, edits: edits, ignoring: ignoring)
        comparison.addOld(old)
        if let lacking { comparison.fields.lack(lacking.map(\.rawValue), hasForeignColumns: false) }
        comparison.addNew(new)
        prepare(&comparison)
        return comparison.changes
    }

    /// The fields that differ between one supplier's records, as `path: from -> to`.
    private static func fields(_ old: String, _ new: String, ignoring: [String] = []) throws -> [String] {
        let suppliers = [try supplier("1", others: old), try supplier("1", others: new)]
        let changes = changes(from: [suppliers[0]], to: [suppliers[1]], ignoring: ignoring)
        return changes.flatMap(\.fields).map { "\($0.path): \($0.from ?? "") -> \($0.to ?? "")" }
    }

    @Test(arguments: [
        (#""iban":"DE1""#, #""iban":"DE2""#, ["iban: DE1 -> DE2"]), (#""a":1"#, #""a":"1""#, []),
        (#""a":false"#, #""a":true"#, ["a: false -> true"]), (#""a":false"#, #""a":null"#, ["a: false -> "]),
        (#""a":null"#, "", []), (#""a":"x""#, "", ["a: x -> "]),
        (#""a":{"b":{"c":1},"d":2}"#, #""a":{"d":2,"b":{"c":1}}"#, []),
        (#""a":{"b":{"c":1},"d":2}"#, #""a":{"b":{"c":3},"d":2}"#, ["a.b.c: 1 -> 3"]),
        (#""a":{"b":1}"#, #""a":"x""#, ["a:  -> x", "a.b: 1 -> "]),
        (#""a":[{"b":1},2]"#, #""a":[{"b":2},2]"#, [#"a: [{"b":1},2] -> [{"b":2},2]"#]),
        (#""a":[{"b":1,"c":[{"d":1,"e":2}]}]"#, #""a":[{"c":[{"e":2,"d":1}],"b":1}]"#, []),
        (#""a":[1,2]"#, #""a":[2,1]"#, ["a: [1,2] -> [2,1]"]),
        (#""a.b":1,"a":{"b":2}"#, #""a.b":2,"a":{"b":1}"#, [#"a\.b: 1 -> 2"#, "a.b: 2 -> 1"]),
        (#""a":{"b.c":1,"b":{"c":5}}"#, #""a":{"b.c":2,"b":{"c":5}}"#, [#"a.b\.c: 1 -> 2"#]),
        (#""a.b":1"#, #""a.b":2"#, ["a.b: 1 -> 2"]),
        (#""a":"\u0041""#, #""a":"A""#, []), (#""a":1,"a":2"#, #""a":2"#, []),
        (#"".name":1"#, #"".name":2"#, [".name: 1 -> 2"]),
        (#""at":"2024-01-01T00:00:00Z""#, #""at":"2024-01-01T01:00:00.000+01:00""#, []),
        (
            #""at":"2024-01-01T00:00:00Z""#, #""at":"2024-01-01T00:00:01Z""#,
            ["at: 2024-01-01T00:00:00Z -> 2024-01-01T00:00:01Z"]
        ),
    ])
    func comparesOtherFieldsByTheirPaths(old: String, new: String, fields: [String]) throws {
        #expect(try Self.fields(old, new) == fields)
        #expect(try Self.fields(old, new, ignoring: ["A", "at", "iban", ".name"]) == [])
    }

    @Test(arguments: [
        (["a.seen"], []), (["A.0.seen"], ["a.1.seen: 7 -> 9"]),
        (["a.b"], ["a.0.seen: 5 -> 6", "a.1.seen: 7 -> 9"]), (["x.seen"], [#"a: …"#]),
    ])
    func leavesOutMembersOfElements(ignoring: [String], fields: [String]) throws {
        let (old, new) = (#""a":[{"b":1,"seen":5},{"seen":7}]"#, #""a":[{"b":1,"seen":6},{"seen":9}]"#)
        let changed = try Self.fields(old, new, ignoring: ignoring).map { $0.hasPrefix("a: ") ? "a: …" : $0 }
        #expect(changed == fields)
    }

    /// A hostile record must not cost more than its size, again and again.
    @Test func comparesDeepObjectsAsJSON() throws {
        func nested(_ value: Int) -> String {
            #""a":"# + String(repeating: #"{"a":"#, count: 200) + "\(value)" + String(repeating: "}", count: 200)
        }
        #expect(try Self.fields(nested(1), nested(1)) == [])
        let fields = try Self.fields(nested(1), nested(2))
        #expect(fields.count == 1 && fields[0].hasPrefix("a" + String(repeating: ".a", count: 16) + ": {"))
    }

    @Test func doesNotCompareWhatTheEarlierStateLacks() throws {
        let old = [
            try Self.supplier("1", others: #""vat":"a","address":{"city":"X"},"extra":null"#),
            try Self.supplier("2", others: #""vat":"b""#),
        ]
        let new = [
            try Self.supplier("1", others: #""vat":"a","address":{"city":"X","zip":"9"},"iban":"DE1","extra":{"a":1}"#),
            try Self.supplier("2", others: #""vat":"c","iban":"DE2""#),
        ]
        var missing: [String] = []
        let changes = Self.changes(from: old, to: new, lacking: [.phone]) { missing = $0.fields.missing }
        #expect(changes.map { $0.fields.map(\.path) } == [["extra.a"], ["vat"]])
        #expect(missing == ["address.zip", "iban"])
        #expect(Self.changes(from: old, to: new).map(\.fields.count) == [3, 2])
    }

    @Test(arguments: ["removed", "changed", "added"])
    func aUsersOwnEditsAreNoChanges(kind: String) throws {
        let (ana, bo) = (try Self.supplier("1"), try Self.supplier("2"))
        var edits = SupplierEdits()
        switch kind {
        case "removed": _ = try edits.remove(ana.id, original: ana, at: Timestamp(.now))
        case "changed": try edits.change([.email: "mine@x.pt"], of: ana.id, original: ana, at: Timestamp(.now))
        default:
            try edits.add(try #require(Supplier.ID("3")), [.fullname: "Cy Day", .company: "C"], at: Timestamp(.now))
        }
        let export =
            [ana, bo].compactMap { supplier in
                edits[supplier.id].map { $0.applied(to: supplier).supplier } ?? supplier
            } + edits.added.compactMap { $0.applied(to: nil).supplier }
        #expect(export != [ana, bo])
        #expect(Self.changes(from: export, to: [ana, bo], edits: edits) == [])
        #expect(Self.changes(from: [ana, bo], to: [ana, bo], edits: edits) == [])
        #expect(Self.changes(from: export, to: [ana, bo]).count == 1)
        let moved = try Self.supplier("1", "new@x.pt")
        let changes = Self.changes(from: [ana, bo], to: [moved, bo], edits: edits)
        #expect(changes.map { $0.fields.map(\.to) } == [["new@x.pt"]])
    }

    @Test func comparesAFieldThatOnlyAnEditedSupplierHas() throws {
        let old = [try Self.supplier("1", others: #""iban":"DE1""#), try Self.supplier("2")]
        let new = [try Self.supplier("1", others: #""iban":"DE2","vat":"x""#), try Self.supplier("2")]
        var edits = SupplierEdits()
        try edits.change([.email: "mine@x.pt"], of: new[0].id, original: new[0], at: Timestamp(.now))
        var missing: [String] = []
        let changes = Self.changes(from: old, to: new, lacking: [], edits: edits) { missing = $0.fields.missing }
        #expect(changes.map { $0.fields.map(\.path) } == [["iban"]] && missing == ["vat"])
    }

    @Test func leavesOutSkippedRecordsAndRemovalsThatMayBeNone() throws {
        let (old, new) = ([try Self.supplier("1"), try Self.supplier("2")], [try Self.supplier("3")])
        let skipped = try #require(Supplier.ID("1"))
        #expect(Self.changes(from: old, to: new) { $0.leaveOut([skipped]) }.map(\.kind) == [.added, .removed])
        var withheld: [String] = []
        let changes = Self.changes(from: old, to: new) {
            $0.withholdRemovals()
            withheld = $0.withheld.map(\.id.rawValue)
        }
        #expect(changes.map(\.kind) == [.added] && withheld == ["1", "2"])
    }

    @Test(arguments: [
        ("X-Amz-Signature=a&X-Amz-Date=1&w=2", "w=2&X-Amz-Date=2&X-Amz-Signature=b", true),
        ("X-Amz-Date=1", "X-Amz-Date=2", false), ("X-Goog-Signature=a&X-Goog-Date=1", "X-Goog-Signature=b", true),
        ("Signature=a&Expires=1&Key-Pair-Id=k", "Signature=b&Expires=2&Key-Pair-Id=k", true),
        ("Signature=a&Expires=1&AWSAccessKeyId=k", "AWSAccessKeyId=l&Expires=2&Signature=b", true),
        ("Signature=a&Expires=1", "Signature=b&Expires=2", false),
        ("Signature=a&Policy=1&Key-Pair-Id=k", "Signature=b&Policy=2&Key-Pair-Id=k", true),
        ("Signature=a&Expires=1&GoogleAccessId=k", "Signature=b&Expires=2&GoogleAccessId=k", true),
        ("sv=1&se=1&sp=r&sig=a&v=1", "sv=1&se=2&sp=r&sig=b&v=1", true), ("sig=a&v=1", "sig=b&v=1", false),
        ("sv=1&st=1&se=1&sr=b&sp=r&sig=a", "sv=1&st=2&se=2&sr=b&sp=r&sig=b", true),
        ("sv=1&se=1&sr=b&sp=r&sig=a", "sv=1&se=1&sr=c&sp=r&sig=a", false), ("st=1", "st=2", false),
    ])
    func anAvatarsSignatureDoesNotCount(old: String, new: String, isEqual: Bool) throws {
        let suppliers = try [old, new].map { try Self.supplier("1", avatar: "https://x.example/1.png?\($0)#f") }
        #expect(Self.changes(from: [suppliers[0]], to: [suppliers[1]]).isEmpty == isEqual)
    }

    @Test func tellsChangedAddedAndRemovedSuppliersApart() throws {
        let old = [try Self.supplier("1"), try Self.supplier("2"), try Self.supplier("3")]
        let new = [try Self.supplier("4"), try Self.supplier("3"), try Self.supplier("1", "b@x.pt")]
        let changes = Self.changes(from: old, to: new)
        #expect(changes.map(\.kind) == [.added, .changed, .removed])
        #expect(changes[1].fields == [CatalogChange.Field(path: "email", from: "a@x.pt", to: "b@x.pt")])
        #expect(changes[0].fields.map(\.path) == ["fullname", "email"])
        #expect(changes[0].fields.allSatisfy { $0.from == nil })
        #expect(changes[2].old?.id.rawValue == "2")
    }

    @Test func comparesSuppliersOfOneIDAsASet() throws {
        let (one, two, three) = (
            try Self.supplier("1", "a@x.pt"), try Self.supplier("1", "b@x.pt"), try Self.supplier("1", "c@x.pt")
        )
        #expect(Self.changes(from: [one, two, one], to: [two, one, one]).isEmpty)
        #expect(Self.changes(from: [one, two, one], to: [one, three, one]).map(\.kind) == [.changed])
        #expect(Self.changes(from: [one, two, one], to: [two]).map(\.kind) == [.removed, .removed])
        #expect(Self.changes(from: [one], to: [two, three]).map(\.kind) == [.removed, .added, .added])
    }

    @Test func comparesAnExportThatLacksAvatarsWithoutThem() throws {
        let new = [try Self.supplier("1", avatar: "/1.png"), try Self.supplier("2", "b@x.pt", avatar: "/2.png")]
        let bare = [try Self.supplier("1"), try Self.supplier("2")]
        #expect(Self.changes(from: bare, to: new, lacking: []).count == 2)
        #expect(Self.changes(from: bare, to: new, lacking: [.avatar]).map(\.fields.count) == [1])
    }

    @Test func comparesAvatarsByTheirAbsoluteEndpoints() throws {
        let old = [try Self.supplier("1", avatar: "/feed/1.png"), try Self.supplier("2", avatar: "2.png")]
        let new = [try Self.supplier("1", avatar: "1.png"), try Self.supplier("2", avatar: "2.png")]
        let changes = Self.changes(from: old, to: new)
        #expect(
            changes.flatMap(\.fields) == [
                CatalogChange.Field(path: "avatar", from: "/export/2.png", to: "/feed/2.png")
            ])
    }
}
