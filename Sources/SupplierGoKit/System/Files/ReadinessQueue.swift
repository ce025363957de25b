internal import CSystem
import Glibc

/// Waits until some of many descriptors are ready, or somebody calls ``wake()`` (`epoll(7)`, `eventfd(2)`).
///
/// A descriptor that stays ready is named by every wait. One that is closed is watched no longer.
@safe final class ReadinessQueue: Sendable {
    /// What a descriptor is ready for.
    struct Events: OptionSet, Sendable {
        let rawValue: UInt32

        static let reading = Events(rawValue: EPOLLIN.rawValue)
        static let writing = Events(rawValue: EPOLLOUT.rawValue)

        /// An error, or the end of both ways, which come unasked.
        static let breaking = Events(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
    }

    /// A descriptor that is ready.
    struct Arrival: Sendable {
        let descriptor: Int32
        let events: Events
    }

    /// How many descriptors one wait names at most; the others are the next one's.
    private static let arrivalLimit = 64

    private let queue: FileDescriptor
    private let waker: FileDescriptor

    /// - Throws: ``FileError``, where the process may have no more descriptors.
    init() throws(FileError) {
        let name = "the network"
        queue = FileDescriptor(
            taking: try SystemCall.perform("wait for", name) { epoll_create1(Int32(EPOLL_CLOEXEC)) },
            path: name)
        waker = FileDescriptor(
            taking: try SystemCall.perform("wait for", name) {
                eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            }, path: name)
        // Each write is news for itself, so that its count need not be read.
        let edges = Events(rawValue: EPOLLIN.rawValue | EPOLLET.rawValue)
        try SystemCall.perform("wait for", name) { control(EPOLL_CTL_ADD, waker.rawValue, edges) }
    }

    /// Watches a descriptor for some events, instead of those before.
    ///
    /// - Parameter isKnown: whether it was watched already, which spares a call where it is right.
    func watch(_ descriptor: Int32, for events: Events, isKnown: Bool) {
        guard control(isKnown ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, events) != 0 else { return }
        if errno == ENOENT { _ = control(EPOLL_CTL_ADD, descriptor, events) }
        if errno == EEXIST { _ = control(EPOLL_CTL_MOD, descriptor, events) }
    }

    /// Watches a descriptor no longer.
    func forget(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, [])
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ events: Events) -> Int32 {
        var event = unsafe epoll_event(events: events.rawValue, data: epoll_data_t(fd: descriptor))
        return unsafe epoll_ctl(queue.rawValue, operation, descriptor, &event)
    }

    /// Waits for a descriptor or a call of ``wake()``, and not longer than so many milliseconds; a signal ends it as well.
    ///
    /// - Parameter arrivals: becomes those that are ready.
    func wait(milliseconds: Int32, _ arrivals: inout [Arrival]) {
        arrivals.removeAll(keepingCapacity: true)
        unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.arrivalLimit) { events in
            let count = unsafe epoll_wait(queue.rawValue, events.baseAddress, Int32(events.count), milliseconds)
            for index in 0..<max(0, Int(count)) {
                let (descriptor, ready) = unsafe (events[index].data.fd, events[index].events)
                guard descriptor != waker.rawValue else { continue }
                arrivals.append(Arrival(descriptor: descriptor, events: Events(rawValue: ready)))
            }
        }
    }

    /// Ends the wait that is under way, or the next one; from any thread.
    func wake() {
        var one: UInt64 = 1
        _ = unsafe write(waker.rawValue, &one, 8)
    }
}
