import Testing

@testable import SupplierGoKit

@Suite struct CatalogComparisonTests {
    private static let friday = CatalogLocation.file(path: "/export/friday.json")
    private static let today = CatalogLocation.file(path: "/feed/today.json")

    private static func supplier(_ id: String, _ email: String = "a@x.pt", avatar: String? = nil) throws -> Supplier {
        Supplier(
            id: try #require(Supplier.ID(id)), createdAt: nil, fullname: "Name",
            avatar: avatar.flatMap { Avatar(endpoint: $0) }, phone: "", company: "", email: email)
    }

    private static func changes(
        from old: [Supplier], to new: [Supplier], mayLackAvatars: Bool = false
    ) -> [CatalogChange] {
        var comparison = CatalogComparison(of: today, with: friday, mayLackAvatars: mayLackAvatars)
        comparison.addOld(old)
        comparison.addNew(new)
        comparison.addLeft(old)
        #expect(!comparison.hasLeft)
        return comparison.changes
    }

    @Test func tellsChangedAddedAndRemovedSuppliersApart() throws {
        let old = [try Self.supplier("1"), try Self.supplier("2"), try Self.supplier("3")]
        let new = [try Self.supplier("4"), try Self.supplier("3"), try Self.supplier("1", "b@x.pt")]
        let changes = Self.changes(from: old, to: new)
        #expect(changes.map(\.kind) == [.added, .changed, .removed])
        #expect(changes[1].fields == [CatalogChange.Field(field: .email, from: "a@x.pt", to: "b@x.pt")])
        #expect(changes[0].fields.map(\.field) == [.fullname, .email])
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
        #expect(Self.changes(from: bare, to: new).count == 2)
        #expect(Self.changes(from: bare, to: new, mayLackAvatars: true).map(\.fields.count) == [1])
        let some = [try Self.supplier("1"), new[1]]
        #expect(Self.changes(from: some, to: new, mayLackAvatars: true).map { $0.fields.map(\.field) } == [[.avatar]])
    }

    @Test func comparesAvatarsByTheirAbsoluteEndpoints() throws {
        let old = [try Self.supplier("1", avatar: "/feed/1.png"), try Self.supplier("2", avatar: "2.png")]
        let new = [try Self.supplier("1", avatar: "1.png"), try Self.supplier("2", avatar: "2.png")]
        let changes = Self.changes(from: old, to: new)
        #expect(
            changes.flatMap(\.fields) == [
                CatalogChange.Field(field: .avatar, from: "/export/2.png", to: "/feed/2.png")
            ])
    }
}
