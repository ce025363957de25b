import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

@Suite(.timeLimit(.minutes(1))) struct FaceFeedTests {
    private let mailbox = Mailbox()

    /// Runs a feed that paints for kitty without chafa while a function looks at its events.
    private func withFeed(_ body: (FaceFeed) async -> Void) async {
        let environment = Environment(variables: ["PATH": "/nonexistent"], directory: "/")
        let painter = AvatarPainter(.kitty, on: Console(environment: environment)) { TerminalAnswers() }
        let feed = FaceFeed(painter: painter, mailbox: mailbox)
        let task = Task { await feed.run() }
        defer { task.cancel() }
        await body(feed)
    }

    private func painted(_ count: Int) async -> [String] {
        var names: [String] = []
        while names.count < count, let events = await mailbox.next() { names += events.names }
        return names
    }

    private func request(_ number: Int, _ place: FaceRequest.Place = .row) -> FaceRequest {
        FaceRequest(endpoint: "\(number).png", place: place)
    }

    @Test func paintsWhatIsOnTheScreenInItsOrder() async {
        await withFeed { feed in
            for number in 1...3 { feed.paint(SampleData.png(number), in: nil, of: "\(number).png") }
            feed.show([request(2, .card), request(1), request(2)])
            #expect(
                await painted(3) == [
                    "painted 2.png card sequence", "painted 1.png row sequence", "painted 2.png row sequence",
                ])
        }
    }

    @Test func paintsWhenTheImageIsThere() async {
        await withFeed { feed in
            feed.show([request(1)])
            feed.paint(SampleData.png(), in: nil, of: "1.png")
            #expect(await painted(1) == ["painted 1.png row sequence"])
        }
    }

    @Test func showsWhatItPaintedBefore() async {
        await withFeed { feed in
            feed.paint(SampleData.png(), in: nil, of: "1.png")
            feed.show([request(1)])
            _ = await painted(1)
            feed.show([])
            feed.show([request(1)])
            #expect(await painted(1) == ["painted 1.png row sequence"])
        }
    }

    @Test func givesInitialsForWhatCannotBeDrawn() async {
        await withFeed { feed in
            feed.paint(Array("not an image".utf8), in: nil, of: "1.png")
            feed.paint([], in: "/nonexistent/2.png", of: "2.png")
            feed.show([request(1), request(2)])
            #expect(await painted(2) == ["painted 1.png row initials", "painted 2.png row initials"])
        }
    }
}
