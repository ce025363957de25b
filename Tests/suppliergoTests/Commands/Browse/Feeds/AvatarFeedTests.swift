import Foundation
import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

@Suite(.timeLimit(.minutes(1))) struct AvatarFeedTests {
    private let mailbox = Mailbox()
    private let suppliers = SampleData.suppliers(4)

    /// Runs a feed while a function looks at its events.
    private func withFeed(
        _ dataLoader: ScriptedDataLoader, cache: MemoryCache? = MemoryCache(), image: ImageChoice = .none,
        _ body: (AvatarFeed) async throws -> Void
    ) async rethrows {
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: cache)
        let console = Console(environment: Environment(variables: ["PATH": "/nonexistent"], directory: "/"))
        let painter = AvatarPainter(image, on: console) { TerminalAnswers() }
        let feed = AvatarFeed(
            by: loader, into: mailbox, painter: painter, warnings: CacheWarnings(console: console))
        let task = Task { await feed.run() }
        defer { task.cancel() }
        try await body(feed)
    }

    private static let row = BrowserLayout.rowPictureBox

    private func wanted(_ suppliers: some Sequence<Supplier>) -> [PictureRequest] {
        suppliers.map { PictureRequest(supplier: $0, box: Self.row) }
    }

    private func painted(_ count: Int) async -> [String] {
        var names: [String] = []
        while names.count < count, let events = await mailbox.next() {
            names += events.names.filter { $0.hasPrefix("painted") }
        }
        return names
    }

    /// The outcomes of avatars, up to the moment when none is pending.
    private func outcomes() async -> Set<String> {
        Set(
            await mailbox.events { if case .avatarsPending(0) = $0 { true } else { false } }.names
                .filter { $0.hasPrefix("avatar") })
    }

    @Test func fetchesWhatIsOnTheScreenBeforeAllOthers() async {
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        await withFeed(dataLoader) { feed in
            feed.show(wanted(suppliers.prefix(2)))
            #expect(await outcomes() == ["avatar 1.png loaded", "avatar 2.png loaded"])
            #expect(dataLoader.log.requests.map(\.priority) == [.high, .high])
            feed.fetchOthers(of: SupplierTable(suppliers))
            #expect(await outcomes().isEmpty)
            #expect(dataLoader.log.requests.dropFirst(2).map(\.priority) == [.low, .low])
        }
    }

    @Test func triesAgainWhatFailed() async {
        let dataLoader = ScriptedDataLoader(
            suppliers: suppliers, avatars: [suppliers[0].id: .status(500)])
        await withFeed(dataLoader) { feed in
            feed.show(wanted(suppliers.prefix(2)))
            #expect(await outcomes() == ["avatar 1.png failed", "avatar 2.png loaded"])
            feed.hurry()
            feed.show(wanted(suppliers.prefix(1)))
            #expect(await outcomes() == ["avatar 1.png failed"])
            #expect(dataLoader.log.requests.count == 3)
        }
    }

    @Test func letsWhatLeftTheScreenWait() async throws {
        let (started, gate) = (Gate(), Gate())
        let slow = ScriptedDataLoader.Reply(steps: [.open(started), .waitFor(gate), .head, .chunk(SampleData.png())])
        let dataLoader = ScriptedDataLoader(suppliers: suppliers, avatars: [suppliers[0].id: slow])
        try await withFeed(dataLoader) { feed in
            feed.show(wanted(suppliers.prefix(1)))
            try await started.opened()
            feed.show(wanted(suppliers.dropFirst().prefix(1)))
            let first = await mailbox.events { if case .avatar = $0 { true } else { false } }
            #expect(first.names.contains("avatar 2.png loaded") && !first.names.contains("avatar 1.png loaded"))
            gate.open()
            #expect(await outcomes() == ["avatar 1.png loaded"])
        }
    }

    @Test func paintsWhatIsOnTheScreenInItsOrder() async {
        await withFeed(ScriptedDataLoader(suppliers: suppliers), image: .kitty) { feed in
            feed.show(wanted(suppliers.prefix(3)))
            _ = await painted(3)
            let requests = [(1, CellSize(columns: 14, rows: 7)), (0, Self.row), (1, Self.row)]
            feed.show(requests.map { PictureRequest(supplier: suppliers[$0], box: $1) })
            #expect(
                await painted(3) == [
                    "painted 2.png 14x7 picture", "painted 1.png 2x1 picture", "painted 2.png 2x1 picture",
                ])
        }
    }

    @Test func fetchesAnImageOnceForAllItsPictures() async {
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        await withFeed(dataLoader, cache: nil, image: .kitty) { feed in
            feed.show(wanted(suppliers.prefix(1)))
            #expect(await painted(1) == ["painted 1.png 2x1 picture"])
            feed.show([PictureRequest(supplier: suppliers[0], box: Picture.cardBox)])
            #expect(await painted(1) == ["painted 1.png 14x7 picture"])
            #expect(dataLoader.log.requests.count == 1)
        }
    }

    @Test func saysThatAnImageCannotBeDrawn() async {
        await withFeed(ScriptedDataLoader(suppliers: suppliers)) { feed in
            feed.show(wanted(suppliers.prefix(1)))
            #expect(await painted(1) == ["painted 1.png 2x1 nothing"])
        }
    }

    @Test func countsWhatIsOnItsWay() async {
        await withFeed(ScriptedDataLoader(suppliers: suppliers)) { feed in
            feed.fetchOthers(of: SupplierTable(suppliers))
            let events = await mailbox.events { if case .avatarsPending(0) = $0 { true } else { false } }
            #expect(events.names.last == "pending 0")
        }
    }
}
