import FoundationEssentials
import SupplierGoTesting
import TestSupport
import Testing

@testable import SupplierGoKit
@testable import suppliergo

/// Random sequences of edits, reverts, changes of the catalog and ends of processes, against a model that knows no more
/// than what was said of each field.
@Suite(.timeLimit(.minutes(5)))
struct EditModelTests {
    private typealias Field = Supplier.Field
    private typealias Values = [Supplier.Field: String]

    /// What the user has said of a supplier.
    private struct Own {
        var values: Values = [:]

        /// What the catalog said of the edited fields then; `nil` for a supplier that was added.
        var replaced: Values?
        var isRemoved = false

        /// What was said before it was removed.
        var earlier: [Own] = []
        var number = 0
    }

    /// The catalog, and what the user has said.
    private struct Model {
        var catalog: [(id: Int, values: Values)] = []
        var own: [Int: Own] = [:]
        var lastNumber = 0

        func position(_ id: Int) -> Int? { catalog.firstIndex { $0.id == id } }

        /// The suppliers as they are shown.
        var shown: [Int: Values] {
            var shown: [Int: Values] = [:]
            for (id, values) in catalog where own[id]?.isRemoved != true {
                shown[id] = values.merging(own[id]?.values ?? [:]) { $1 }
            }
            for (id, own) in own where own.replaced == nil { shown[id] = own.values }
            return shown
        }

        var order: [Int] {
            let added = own.filter { $0.value.replaced == nil && position($0.key) == nil }
            return catalog.map(\.id).filter { own[$0]?.isRemoved != true }
                + added.sorted { $0.value.number < $1.value.number }.map(\.key)
        }

        func conflicts(_ id: Int) -> Set<Field> {
            guard let own = own[id], let position = position(id) else { return [] }
            let now = catalog[position].values
            return Set(
                Field.editable.filter { field in
                    if own.isRemoved { return now[field] != own.replaced?[field] }
                    guard let value = own.values[field], value != now[field] else { return false }
                    return own.replaced.map { $0[field] != now[field] } ?? true
                })
        }
    }

    private static func value(_ field: Field, _ number: Int) -> String {
        switch field {
        case .fullname: "Ana Lima \(number)"
        case .company: "Company \(number)"
        case .phone: number == 0 ? "" : "+351 555 \(number)"
        case .email: number == 0 ? "" : "s\(number)@example.com"
        case .avatar: number == 0 ? "" : "https://a.example/\(number).png"
        case .id, .createdAt: ""
        }
    }

    private static func supplier(_ id: Int, _ values: Values, at time: Timestamp) -> Supplier {
        Supplier(
            id: Supplier.ID(id), createdAt: time, fullname: values[.fullname] ?? "",
            avatar: Avatar(endpoint: values[.avatar] ?? ""), phone: values[.phone] ?? "",
            company: values[.company] ?? "", email: values[.email] ?? "")
    }

    @Test func theyGiveTheSameSuppliersConflictsAndFiles() async throws {
        let directory = try TemporaryDirectory(onMemory: true)
        // A seed that a failure has named, in the environment, makes its sequence the first.
        let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        for sequence in 0..<(RandomWalk.isLong ? 2_000 : 250) {
            var random = SeededRandom(seed: seed &+ UInt64(sequence))
            let store = EditStore(directory: directory.path(of: "\(sequence)"))
            try await run(&random, store)
        }
    }

    /// Runs a sequence; its model and its store see the same.
    private func run(_ random: inout SeededRandom, _ store: EditStore) async throws {
        let seed = random.seed
        let catalog = CatalogLocation.remote(SampleData.catalogURL)
        var model = Model()
        for id in 1...3 { model.catalog.append((id, Self.anyValues(&random))) }
        for step in 0..<Int.random(in: 4...12, using: &random) {
            let time = try #require(Timestamp(secondsSinceEpoch: 1_700_000_000 + Int64(step)))
            if Int.random(in: 0..<4, using: &random) == 0 {
                Self.changeCatalog(&model, &random)
            } else {
                let isKilled = Int.random(in: 0..<5, using: &random) == 0
                let before = isKilled ? try Self.files(of: store, catalog) : nil
                let (id, change) = Self.change(&model, &random, at: time, isKilled: isKilled)
                let position = model.position(id)
                let original = position.map { Self.supplier(id, model.catalog[$0].values, at: time) }
                try await store.update(of: catalog) { edits in try change(&edits, original) }
                if let before { try Self.undo(to: before, store, catalog, &random) }
            }
            let edits = try await store.document(of: catalog).edits
            expect(edits, model, at: time, "seed \(seed), step \(step)")
        }
        try await expectLoaded(try await store.document(of: catalog).edits, model, "seed \(seed)")
        guard FileManager.default.fileExists(atPath: store.directory) else { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: store.directory)
        #expect(names.count { $0.contains(".~") } <= 2)
        #expect(names.allSatisfy { $0 == "lock" || $0.contains(".jsonl") }, "seed \(seed): \(names)")
        try FileManager.default.removeItem(atPath: store.directory)
    }

    private static func anyValues(_ random: inout SeededRandom) -> Values {
        Dictionary(uniqueKeysWithValues: Field.editable.map { ($0, value($0, Int.random(in: 0..<4, using: &random))) })
    }

    /// Changes, drops or gains one of the catalog's suppliers.
    private static func changeCatalog(_ model: inout Model, _ random: inout SeededRandom) {
        let id = Int.random(in: 1...6, using: &random)
        guard let position = model.position(id) else {
            model.catalog.append((id, anyValues(&random)))
            return
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            model.catalog.remove(at: position)
        } else if let field = Field.editable.randomElement(using: &random) {
            model.catalog[position].values[field] = value(field, Int.random(in: 0..<4, using: &random))
        }
    }

    private typealias Change = @Sendable (inout SupplierEdits, Supplier?) throws -> Void

    /// One edit, for the model and for the store; the process is killed while it is kept, so that the model forgets it.
    private static func change(
        _ model: inout Model, _ random: inout SeededRandom, at time: Timestamp, isKilled: Bool
    ) -> (Int, Change) {
        let id = Int.random(in: 1...6, using: &random)
        let key = Supplier.ID(id)
        let before = model
        defer { if isKilled { model = before } }
        let (own, now) = (model.own[id], model.position(id).map { before.catalog[$0].values })
        model.lastNumber += 1
        switch (Int.random(in: 0..<8, using: &random), own, now) {
        case (0, let own?, _):
            model.own[id] = own.earlier.first
            return (id, { edits, _ in edits.revert(key) })
        case (1, _, _) where own != nil:
            model.own = [:]
            return (id, { edits, _ in edits = SupplierEdits() })
        case (2, let own?, let now?) where !model.conflicts(id).isEmpty:
            model.own[id] = taken(own, model.conflicts(id), now)
            return (
                id,
                { edits, original in if let edit = edits[key] { edits.takeCatalogs(of: edit.applied(to: original)) } }
            )
        case (3, let own?, let now?) where !model.conflicts(id).isEmpty:
            model.own[id] = kept(own, now)
            return (
                id, { edits, original in if let edit = edits[key] { edits.keepOwn(of: edit.applied(to: original)) } }
            )
        case (4, let own, let now) where own?.isRemoved != true && (now != nil || own != nil && own?.replaced == nil):
            model.own[id] = Own(
                replaced: now ?? [:], isRemoved: true, earlier: own.map { [$0] } ?? [], number: model.lastNumber)
            return (id, { edits, original in try edits.remove(key, original: original, at: time) })
        case (_, nil, nil):
            let values = anyValues(&random)
            model.own[id] = Own(values: values, number: model.lastNumber)
            return (id, { edits, _ in try edits.add(key, values, at: time) })
        case (_, let own, let now) where own?.isRemoved != true && (now != nil || own?.replaced == nil):
            let now = now ?? [:]
            let field = Field.editable.randomElement(using: &random) ?? .phone
            let new = value(field, Int.random(in: 0..<4, using: &random))
            model.own[id] = changed(own, field, new, now, model.lastNumber)
            return (id, { edits, original in try edits.change([field: new], of: key, original: original, at: time) })
        default:
            return (id, { _, _ in })
        }
    }

    private static func changed(_ own: Own?, _ field: Field, _ new: String, _ now: Values, _ number: Int) -> Own? {
        var own = own ?? Own(replaced: [:], number: number)
        guard own.replaced != nil else {
            own.values[field] = new
            return own
        }
        own.values[field] = new == now[field] ? nil : new
        own.replaced?[field] = new == now[field] ? nil : now[field]
        return own.values.isEmpty ? nil : own
    }

    private static func taken(_ own: Own, _ conflicts: Set<Field>, _ now: Values) -> Own? {
        guard !own.isRemoved, own.replaced != nil else { return nil }
        var own = own
        own.values = own.values.filter { !conflicts.contains($0.key) && $0.value != now[$0.key] }
        return own.values.isEmpty ? nil : own
    }

    private static func kept(_ own: Own, _ now: Values) -> Own? {
        var own = own
        own.replaced = now
        own.values = own.values.filter { $0.value != now[$0.key] }
        return own
    }

    // MARK: Expectations

    private func expect(_ edits: SupplierEdits, _ model: Model, at time: Timestamp, _ comment: Comment) {
        #expect(Set(edits.ids.map(\.rawValue)) == Set(model.own.keys.map(String.init)), comment)
        for edit in edits.newestFirst {
            guard let id = Int(edit.id.rawValue) else { continue }
            let original = model.position(id).map { Self.supplier(id, model.catalog[$0].values, at: time) }
            let edited = edit.applied(to: original)
            #expect(Set(edited.conflicts) == model.conflicts(id), comment)
            let values = edited.supplier.map { supplier in
                Dictionary(uniqueKeysWithValues: Field.editable.map { ($0, supplier[$0]) })
            }
            #expect(values == model.shown[id], comment)
        }
    }

    /// Reads the whole catalog with the edits.
    private func expectLoaded(_ edits: SupplierEdits, _ model: Model, _ comment: Comment) async throws {
        let time = try #require(Timestamp("2021-01-21T09:11:16.040Z"))
        let body = SampleData.catalog(model.catalog.map { Self.supplier($0.id, $0.values, at: time) })
        let dataLoader = ScriptedDataLoader([SampleData.catalogURL: .ok(body)])
        var loader = SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: nil)
        loader.edits = edits
        var suppliers: [Supplier] = []
        for try await batch in loader.suppliers() { suppliers += batch.suppliers }
        #expect(suppliers.map(\.id.rawValue) == model.order.map(String.init), comment)
        for supplier in suppliers {
            let values = Dictionary(uniqueKeysWithValues: Field.editable.map { ($0, supplier[$0]) })
            #expect(values == Int(supplier.id.rawValue).flatMap { model.shown[$0] }, comment)
        }
    }

    // MARK: A process that is killed

    /// The edits' file; `nil` if there is none.
    private static func files(of store: EditStore, _ catalog: CatalogLocation) throws -> [UInt8]? {
        let path = store.path(of: catalog) ?? ""
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try [UInt8](Data(contentsOf: URL(filePath: path)))
    }

    /// Leaves the files as a process does that was killed before the new version took its place: that one is written in
    /// part, and the old one is there, perhaps under its second name already.
    private static func undo(
        to before: [UInt8], _ store: EditStore, _ catalog: CatalogLocation, _ random: inout SeededRandom
    ) throws {
        let path = store.path(of: catalog) ?? ""
        guard let after = try files(of: store, catalog), after != before else { return }
        let written = after.prefix(Int.random(in: 0...after.count, using: &random))
        try Data(written).write(to: URL(filePath: path + ".new"))
        if before.isEmpty {
            try FileManager.default.removeItem(atPath: path)
        } else {
            try Data(before).write(to: URL(filePath: path))
        }
    }
}
