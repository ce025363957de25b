import Glibc
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1))) struct ReadinessQueueTests {
    private let queue: ReadinessQueue

    /// Two connected sockets.
    private let near: FileDescriptor, far: FileDescriptor

    init() throws {
        queue = try ReadinessQueue()
        var ends: [Int32] = [-1, -1]
        try SystemCall.perform("make", "sockets") {
            unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        }
        near = FileDescriptor(taking: ends[0], path: "near")
        far = FileDescriptor(taking: ends[1], path: "far")
    }

    /// What is ready within so many milliseconds.
    private func ready(within milliseconds: Int32 = 0) -> [ReadinessQueue.Events] {
        var arrivals: [ReadinessQueue.Arrival] = []
        queue.wait(milliseconds: milliseconds, &arrivals)
        #expect(arrivals.allSatisfy { $0.descriptor == near.rawValue })
        return arrivals.map(\.events)
    }

    @Test func namesWhatIsReadyForAsLongAsItIs() throws {
        queue.watch(near.rawValue, for: [.reading, .writing], isKnown: false)
        #expect(ready() == [.writing])
        try far.write([1])
        #expect(ready(within: -1) == [[.reading, .writing]])
        #expect(ready() == [[.reading, .writing]])
        _ = try near.read(upTo: 1)
        #expect(ready() == [.writing])
    }

    @Test(arguments: [true, false]) func watchesForOtherEventsWhateverIsKnown(isKnown: Bool) throws {
        queue.watch(near.rawValue, for: .writing, isKnown: isKnown)
        #expect(ready() == [.writing])
        queue.watch(near.rawValue, for: .reading, isKnown: isKnown)
        #expect(ready().isEmpty)
        queue.forget(near.rawValue)
        try far.write([1])
        #expect(ready().isEmpty)
    }

    @Test func namesTheEndOfBothWaysUnasked() throws {
        queue.watch(near.rawValue, for: .writing, isKnown: false)
        try far.close()
        let events = try #require(ready(within: -1).first)
        #expect(!events.isDisjoint(with: .breaking))
    }

    @Test func everyCallEndsAWait() {
        for _ in 0..<3 {
            queue.wake()
            #expect(ready(within: -1).isEmpty)
        }
        let queue = queue
        #expect(SystemThread.start { queue.wake() })
        #expect(ready(within: -1).isEmpty)
        // Nothing is left of them.
        queue.watch(near.rawValue, for: .reading, isKnown: false)
        let far = far
        #expect(SystemThread.start { #expect(throws: Never.self) { try far.write([1]) } })
        #expect(ready(within: -1) == [.reading])
    }
}
