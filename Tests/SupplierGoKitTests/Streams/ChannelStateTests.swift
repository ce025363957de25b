import Testing

@testable import SupplierGoKit

@Suite struct ChannelStateTests {
    typealias State = ChannelState<String, Int, Character>

    @Test func handsAnElementStraightToAWaitingReceiver() throws {
        var state = State(capacity: 1)
        #expect(state.receive("r").delivery == nil)
        let (effects, answer) = state.offer("a")
        #expect(answer == .accepted)
        #expect(effects.delivery?.receiver == "r")
        #expect(try effects.delivery?.result.get() == "a")
    }

    @Test func asksASenderToWaitWhenItIsFull() throws {
        var state = State(capacity: 1)
        #expect(state.offer("a").1 == .accepted)
        #expect(state.offer("b").1 == .full(ticket: 1))
        #expect(state.wait(with: "b", ticket: 1, sender: 7).answers.isEmpty)
        let effects = state.receive("r")
        #expect(try effects.delivery?.result.get() == "a")
        #expect(effects.answers.map(\.sender) == [7])
        #expect(effects.answers.map(\.isAccepted) == [true])
        #expect(try state.receive("s").delivery?.result.get() == "b")
    }

    @Test func acceptsAWaitThatFindsRoom() throws {
        var state = State(capacity: 1)
        _ = state.offer("a")
        _ = state.offer("b")
        _ = state.receive("r")
        let effects = state.wait(with: "b", ticket: 1, sender: 7)
        #expect(effects.answers.map(\.isAccepted) == [true])
        #expect(try state.receive("s").delivery?.result.get() == "b")
    }

    @Test func refusesAWaitThatFindsTheEnd() {
        var state = State(capacity: 1)
        _ = state.offer("a")
        _ = state.offer("b")
        _ = state.end(nil)
        #expect(state.wait(with: "b", ticket: 1, sender: 7).answers.map(\.isAccepted) == [false])
    }

    @Test func keepsTheOrderOfWaitingSenders() throws {
        var state = State(capacity: 2)
        for (number, element) in ["a", "b", "c", "d", "e"].enumerated() {
            if case .full(let ticket) = state.offer(element).1 {
                _ = state.wait(with: element, ticket: ticket, sender: number)
            }
        }
        _ = state.end(nil)
        var received: [String] = []
        while let element = try state.receive("r").delivery?.result.get() { received.append(element) }
        #expect(received == ["a", "b", "c", "d", "e"])
    }

    @Test func answersAWithdrawnSenderOnce() {
        var state = State(capacity: 1)
        _ = state.offer("a")
        _ = state.offer("b")
        _ = state.wait(with: "b", ticket: 1, sender: 7)
        #expect(state.withdraw(1).answers.map(\.isAccepted) == [false])
        #expect(state.withdraw(1).answers.isEmpty)
        #expect(state.receive("r").answers.isEmpty)
        #expect(state.receive("s").delivery == nil)
    }

    @Test func deliversWhatWasSentBeforeAnError() throws {
        var state = State(capacity: 2)
        _ = state.offer("a")
        #expect(state.end(CacheError.missing(path: "/x")).delivery == nil)
        #expect(state.offer("b").1 == .refused)
        #expect(try state.receive("r").delivery?.result.get() == "a")
        for _ in 1...2 {
            #expect(throws: CacheError.missing(path: "/x")) { try state.receive("s").delivery?.result.get() }
        }
    }

    @Test func wakesAReceiverAtTheEnd() throws {
        var state = State(capacity: 1)
        _ = state.receive("r")
        let delivery = try #require(state.end(nil).delivery)
        #expect(try delivery.result.get() == nil)
        #expect(state.end(CacheError.missing(path: "/late")).delivery == nil)
    }

    @Test func letsGoOfEverybodyWhenTheConsumerLeaves() {
        var state = State(capacity: 1)
        _ = state.offer("a")
        _ = state.offer("b")
        _ = state.wait(with: "b", ticket: 1, sender: 7)
        _ = state.notify {}
        let effects = state.cancel()
        #expect(effects.answers.map(\.sender) == [7])
        #expect(effects.answers.map(\.isAccepted) == [false])
        #expect(effects.handler != nil)
        #expect(state.cancel().handler == nil)
        #expect(state.offer("c").1 == .refused)
        #expect(throws: CancellationError.self) { try state.receive("r").delivery?.result.get() }
    }

    @Test func tellsALateListenerAtOnce() {
        var state = State(capacity: 1)
        _ = state.cancel()
        #expect(state.notify {}.handler != nil)
    }

    @Test func forgetsItsListenersAtTheEnd() {
        var state = State(capacity: 1)
        _ = state.notify {}
        _ = state.end(nil)
        #expect(state.notify {}.handler == nil)
        #expect(state.cancel().handler == nil)
    }
}
