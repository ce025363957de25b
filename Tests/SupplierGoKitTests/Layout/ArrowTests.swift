import Testing

/// Holds the products to the arrows between their rooms, which the compiler does not do for folders of one module.
struct ArrowTests {
    private static let system = values.union(["System", "System/Files", "System/Hashing", "System/Threads"])
    private static let values: Set = ["System/Bytes", "System/JSON", "System/Text", "System/URLs"]
    private static let shared = system.union(["Streams"])
    private static let fleet = "SupplierGoFleet"
    private static let below = shared.union(["Catalog", "Transfer", "Cache", "Images", "Suppliers", "HTTP"])

    /// The rooms of the kit that each room may know; values may know bytes, JSON, text and URLs only. The fleet, a
    /// product of its own, counts as a room that no other one may know.
    private static let kit: [String: Set<String>] = [
        "Suppliers": values, "Images": ["System/Bytes"], "HTTP": values,
        "System": system, "System/Bytes": system, "System/Files": system, "System/Hashing": system,
        "System/JSON": ["System/Bytes"],
        "System/Text": system, "System/Threads": system, "System/URLs": system, "Streams": shared,
        "Catalog": shared.union(["Suppliers", "HTTP"]), "Transfer": shared.union(["HTTP"]),
        "Cache": shared.union(["HTTP"]),
        "CatalogLoading": below, "Avatars": below,
        fleet: system.union(["Suppliers", "HTTP", "Images", "Cache", "Transfer", "Avatars", Rooms.root]),
        Rooms.root: below.union(["CatalogLoading", "Avatars"]),
    ]

    /// The rooms of the command line that each room may know: those below it. `Edits` stands beside `Formats`, and no
    /// command knows another.
    private static let commandLine: [String: Set<String>] = {
        let row = ["Text", "Process", "Terminal", "Formats", "CommandLine", "Catalog"]
        let below = Set(row + ["Edits"])
        var arrows = ["Edits": Set(row.prefix(3))]
        for (index, room) in row.enumerated() {
            arrows[room] = Set(row.prefix(index)).union(index > 3 ? ["Edits"] : [])
        }
        let commands = Self.commands.map { "Commands/" + $0 }
        for command in commands { arrows[command] = below }
        arrows["Commands"] = below.union(commands)
        arrows[Rooms.root] = below.union(commands + ["Commands"])
        return arrows
    }()

    private static let commands = [
        "Browse", "Cache", "Check", "Completions", "Config", "Edit", "Fetch", "Inspect", "List", "Open", "Show",
    ]

    /// A product, the one that counts as a room of it, its folders that are no rooms, its arrows, and the violations
    /// that still stand.
    struct Product: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var neighbour: String?
        var split: Set<String> = []
        let arrows: [String: Set<String>]
        let known: Set<String>
    }

    @Test(arguments: [
        Product(
            testDescription: "SupplierGoKit", neighbour: fleet, split: ["System"], arrows: kit, known: knownInTheKit),
        Product(testDescription: "suppliergo", split: ["Commands"], arrows: commandLine, known: []),
    ])
    func roomsKnowOnlyTheRoomsBelowThem(product: Product) throws {
        var files = try SourceFile.all(in: product.testDescription)
        if let neighbour = product.neighbour { files += try SourceFile.all(in: neighbour, asRoom: true) }
        let rooms = Rooms(files, split: product.split)
        #expect(rooms.names.count > 5)
        #expect(rooms.names.subtracting(product.arrows.keys) == [], "a room without arrows")
        let violations = rooms.violations(of: product.arrows)
        #expect(violations.filter { !product.known.contains($0.key) } == [:])
        #expect(product.known.subtracting(violations.keys) == [], "these arrows hold now: take them off the list")
    }

    @Test func aNameOfAnotherRoomIsSeen() {
        let low = SourceFile(
            path: "Low/A.swift",
            text: """
                struct A {
                    let own = 1
                }
                extension String {
                    var shout: String { uppercased() }
                    private var hidden: Int { 0 }
                }
                """)
        func violations(_ text: String, at path: String = "High/B.swift") -> Set<String> {
            Set(Rooms([low, SourceFile(path: path, text: text)]).violations(of: [:]).keys)
        }
        #expect(violations("let x = A().own") == ["High -> Low: A"])
        #expect(violations("let x = y.shout") == ["High -> Low: .shout"])
        #expect(violations("let x = y.shout", at: "B.swift") == ["the root -> Low: .shout"])
        #expect(violations("let x = y.hidden // A") == [])
        #expect(violations("private struct A {}\nlet x = A()") == [])
    }
}

/// The violations that still stand. This list only shrinks.
extension ArrowTests {
    private static let knownInTheKit: Set = [
        "CatalogLoading -> the root: SupplierLoader"
    ]
}
