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
        _ dataLoader: ScriptedDataLoader, cache: MemoryCache? = MemoryCache(),
        _ body: (AvatarFeed) async throws -> Void
    ) async rethrows {
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: cache)
        let console = Console(environment: Environment(variables: [:], directory: "/"))
        let painter = AvatarPainter(.none, on: console) { TerminalAnswers() }
        let feed = AvatarFeed(
            by: loader, into: mailbox, faces: FaceFeed(painter: painter, mailbox: mailbox),
            cacheWarnings: CacheWarnings(console: console))
        let task = Task { await feed.run() }
        defer { task.cancel() }
        try await body(feed)
    }

    private func wanted(_ suppliers: some Sequence<Supplier>) -> [AvatarFeed.Wanted] {
        suppliers.compactMap { .init($0, at: .row) }
    }

    /// What became of avatars, up to the moment when none is pending.
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

    @Test func saysAgainWhatIsKnownOfWhatComesBack() async {
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        await withFeed(dataLoader) { feed in
            feed.show(wanted(suppliers.prefix(1)))
            _ = await outcomes()
            feed.show(wanted(suppliers.dropFirst().prefix(1)))
            _ = await outcomes()
            feed.show(wanted(suppliers.prefix(1)))
            let events = await mailbox.events { if case .avatar = $0 { true } else { false } }
            #expect(events.names.contains("avatar 1.png loaded"))
            #expect(dataLoader.log.requests.count == 2)
        }
    }

    @Test func triesAgainWhatFailed() async {
        let dataLoader = ScriptedDataLoader(
            suppliers: suppliers, avatars: [suppliers[0].id: .status(500)])
        await withFeed(dataLoader) { feed in
            feed.show(wanted(suppliers.prefix(2)))
            #expect(await outcomes() == ["avatar 1.png failed", "avatar 2.png loaded"])
            feed.retryFailures()
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

    @Test func countsWhatIsOnItsWay() async {
        await withFeed(ScriptedDataLoader(suppliers: suppliers)) { feed in
            feed.fetchOthers(of: SupplierTable(suppliers))
            let events = await mailbox.events { if case .avatarsPending(0) = $0 { true } else { false } }
            #expect(events.names.last == "pending 0")
        }
    }
}
