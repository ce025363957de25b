import SupplierGoTesting
import Testing

@testable import SupplierGoKit

/// Edits as values: what they make of a catalog's suppliers, and how they get along with its own changes.
struct SupplierEditsTests {
    private let times: [Timestamp]
    private let original = SampleData.supplier(1, avatar: "1.png")

    init() throws {
        times = try (0..<9).map { try #require(Timestamp("2026-11-23T09:00:0\($0).000Z")) }
    }

    private func changed(_ values: [Supplier.Field: String]) throws -> SupplierEdits {
        var edits = SupplierEdits()
        try edits.change(values, of: original.id, original: original, at: times[0])
        return edits
    }

    private func supplier(_ number: Int, phone: String = "", company: String = "C") -> Supplier {
        Supplier(
            id: Supplier.ID(number), createdAt: times[0], fullname: "Ana Lima", avatar: nil, phone: phone,
            company: company, email: "")
    }

    @Test func changesTheirFieldsAndNoOther() throws {
        let edits = try changed([.phone: "+351 21 555", .avatar: ""])
        let edited = try #require(edits[original.id]).applied(to: original)
        let supplier = try #require(edited.supplier)
        #expect(supplier.phone == "+351 21 555" && supplier.avatar == nil)
        #expect(supplier.fullname == original.fullname && supplier.email == original.email)
        #expect(supplier.createdAt == original.createdAt && supplier.id == original.id)
        #expect(supplier.editedFields == [.phone, .avatar])
        #expect(supplier.editedFields.names == ["phone", "avatar"])
        #expect(edits[original.id]?.changes[.phone]?.replaced == original.phone)
        #expect(edited.conflicts.isEmpty && original.editedFields.isEmpty)
    }

    @Test func forgetAFieldThatGetsTheCatalogsValueAgain() throws {
        var edits = try changed([.phone: "111", .company: "Other"])
        try edits.change([.phone: original.phone], of: original.id, original: original, at: times[1])
        #expect(edits[original.id]?.changes.keys.map(\.self) == [.company])
        try edits.change([.company: original.company], of: original.id, original: original, at: times[2])
        #expect(edits.isEmpty)
    }

    @Test func rememberTheCatalogsValueAndNotTheirOwn() throws {
        var edits = try changed([.phone: "111"])
        try edits.change([.phone: "222"], of: original.id, original: original, at: times[1])
        let change = try #require(edits[original.id]?.changes[.phone])
        #expect(change == .init(value: "222", replaced: original.phone, editedAt: times[1]))
        #expect(edits[original.id]?.createdAt == times[0])
        #expect(edits[original.id]?.editedAt == times[1])
        let before = edits
        try edits.change([.phone: "222"], of: original.id, original: original, at: times[2])
        #expect(edits == before)
    }

    @Test func areInConflictWhereTheCatalogChangesTheSameField() throws {
        let edits = try changed([.phone: "111", .company: "Other"])
        let now = supplier(1, phone: "333", company: original.company)
        let edited = try #require(edits[original.id]).applied(to: now)
        #expect(edited.conflicts == [.phone])
        #expect(edited.state(of: .company) == .applied)
        #expect(edited.supplier?.phone == "111")
        var taken = edits
        taken.takeCatalogs(of: edited)
        #expect(taken[original.id]?.applied(to: now).supplier?.phone == "333")
        #expect(taken[original.id]?.applied(to: now).supplier?.company == "Other")
        var kept = edits
        kept.keepOwn(of: edited)
        #expect(kept[original.id]?.applied(to: now).conflicts == [])
        #expect(kept[original.id]?.applied(to: now).supplier?.phone == "111")
        #expect(kept[original.id]?.changes[.phone]?.replaced == "333")
    }

    @Test func areSettledWhereTheCatalogTakesThemOver() throws {
        let edits = try changed([.phone: "111"])
        let edited = try #require(edits[original.id]).applied(to: supplier(1, phone: "111"))
        #expect(edited.state(of: .phone) == .settled && edited.conflicts.isEmpty)
        #expect(edited.supplier?.editedFields == [])
        var taken = edits
        taken.takeCatalogs(of: edited)
        #expect(taken.isEmpty)
    }

    @Test func areWithoutASupplierWhereTheCatalogDropsIt() throws {
        let edits = try changed([.phone: "111"])
        let edited = try #require(edits[original.id]).applied(to: nil)
        #expect(edited.supplier == nil && edited.state(of: .phone) == .withoutSupplier)
        var again = edits
        #expect(throws: SupplierEdits.Edit.Error.noSupplier(original.id)) {
            try again.change([.phone: "1234"], of: original.id, original: nil, at: times[1])
        }
        again.takeCatalogs(of: edited)
        #expect(again.isEmpty)
    }

    @Test func addAndDropSuppliers() throws {
        var edits = SupplierEdits()
        try edits.add(Supplier.ID(9), [.fullname: "Ana Lima", .company: "C"], at: times[0])
        let edited = try #require(edits[Supplier.ID(9)]).applied(to: nil)
        #expect(edited.supplier?.createdAt == times[0])
        #expect(edited.supplier?.avatar == nil)
        #expect(edited.supplier?.editedFields.names == ["id", "fullname", "company", "phone", "email", "avatar"])
        #expect(throws: SupplierEdits.Edit.Error.idIsTaken(Supplier.ID(9))) {
            try edits.add(Supplier.ID(9), [.fullname: "Ana Lima", .company: "C"], at: times[1])
        }
        try edits.change([.phone: "111"], of: Supplier.ID(9), original: nil, at: times[1])
        #expect(edits[Supplier.ID(9)]?.applied(to: nil).supplier?.phone == "111")
        #expect(edits[Supplier.ID(9)]?.kind == .added)
        let before = edits
        try edits.remove(Supplier.ID(9), original: nil, at: times[2])
        let removed = try #require(edits[Supplier.ID(9)])
        #expect(removed.applied(to: nil).supplier == nil && removed.applied(to: nil).state(of: .phone) == .applied)
        #expect(removed.applied(to: supplier(9)).conflicts == Supplier.Field.editable)
        #expect(throws: SupplierEdits.Edit.Error.removed(Supplier.ID(9))) {
            try edits.add(Supplier.ID(9), [.fullname: "Ana Lima", .company: "C"], at: times[3])
        }
        edits.revert(Supplier.ID(9))
        #expect(edits == before)
        edits.revert(Supplier.ID(9))
        #expect(edits.isEmpty)
    }

    @Test func giveBackTheEarlierEditOfOneThatWasRemoved() throws {
        let before = try changed([.phone: "111"])
        var edits = before
        try edits.remove(original.id, original: original, at: times[1])
        let edited = try #require(edits[original.id]).applied(to: supplier(1, phone: "444"))
        edits.keepOwn(of: edited)
        edits.revert(original.id)
        #expect(edits == before)
    }

    @Test func anAddedOneMeetsTheCatalogsOwn() throws {
        var edits = SupplierEdits()
        try edits.add(Supplier.ID(9), [.fullname: "Ana Lima", .company: "C", .phone: "111"], at: times[0])
        let same = try #require(edits[Supplier.ID(9)]).applied(to: supplier(9, phone: "111"))
        #expect(same.conflicts.isEmpty && same.supplier?.editedFields == [])
        let other = try #require(edits[Supplier.ID(9)]).applied(to: supplier(9, phone: "222"))
        #expect(other.conflicts == [.phone] && other.supplier?.phone == "111")
        var kept = edits
        kept.keepOwn(of: other)
        #expect(kept[Supplier.ID(9)]?.kind == .changed)
        #expect(kept[Supplier.ID(9)]?.changes.count == 1)
        var taken = edits
        taken.takeCatalogs(of: other)
        #expect(taken.isEmpty)
    }

    @Test func removeSuppliersUntilTheyAreTakenBack() throws {
        var edits = try changed([.phone: "111"])
        try edits.remove(original.id, original: original, at: times[1])
        let edited = try #require(edits[original.id]).applied(to: original)
        #expect(edited.supplier == nil && edited.conflicts.isEmpty)
        #expect(throws: SupplierEdits.Edit.Error.removed(original.id)) {
            try edits.change([.phone: "111"], of: original.id, original: original, at: times[2])
        }
        let changed = try #require(edits[original.id]).applied(to: supplier(1, phone: "444"))
        #expect(changed.conflicts.contains(.phone))
        var kept = edits
        kept.keepOwn(of: changed)
        #expect(kept[original.id]?.applied(to: supplier(1, phone: "444")).conflicts == [])
        edits.takeCatalogs(of: changed)
        #expect(edits.isEmpty)
    }

    @Test func areListedTheNewestFirst() throws {
        var edits = SupplierEdits()
        for (number, time) in [(3, 2), (1, 5), (2, 2)] {
            try edits.change(
                [.phone: "12\(number)"], of: Supplier.ID(number), original: SampleData.supplier(number),
                at: times[time])
        }
        #expect(edits.newestFirst.map(\.id.rawValue) == ["1", "2", "3"])
        try edits.change([.phone: "999"], of: Supplier.ID(3), original: SampleData.supplier(3), at: times[8])
        #expect(edits.newestFirst.map(\.id.rawValue) == ["3", "1", "2"])
    }

    @Test(arguments: [Supplier.Field.id, .createdAt])
    func refusesAFieldThatCannotBeEdited(field: Supplier.Field) throws {
        let now = try #require(Timestamp("2026-11-23T09:00:00Z"))
        var edits = SupplierEdits()
        let expected = SupplierEdits.Edit.Error.fields([SupplierEdits.Edit.FieldError(field, "cannot be edited")])
        #expect(throws: expected) {
            try edits.change([field: "7"], of: Supplier.ID(1), original: SampleData.supplier(1), at: now)
        }
        #expect(edits.isEmpty)
    }
}
