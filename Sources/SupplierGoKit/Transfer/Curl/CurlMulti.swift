internal import CCurl
import FoundationEssentials
import Glibc

/// libcurl's multi handle (`curl_multi_init`), driven by events (`curl_multi_socket_action`): what a turn costs depends on
/// the sockets that are ready, not on all transfers; used on the engine's thread, but for ``wake()``.
///
/// libcurl says which sockets it wants watched. One that it drops and wants again before the next wait, as with each
/// transfer over a connection that is kept, costs no system call; one that it does not want back is watched until it
/// makes itself heard.
@safe final class CurlMulti {
    /// A socket, as libcurl wants it watched and as it is.
    private struct Socket {
        var wanted: ReadinessQueue.Events = []
        var watched: ReadinessQueue.Events = []

        /// Whether it came from ``open(_:)``, so that its end will be known; another one's number may become a new socket's
        /// unseen.
        var isOwn = false

        /// The engine's own connection that it belongs to, where libcurl has left it.
        var connection: CurlConnection?
    }

    /// What came of a socket that was ready.
    enum Action {
        /// libcurl has worked on it.
        case taken

        /// It is for a connection of the engine's own.
        case connection(CurlConnection)
    }

    let pointer: UnsafeMutableRawPointer
    private let readiness: ReadinessQueue

    /// By their numbers.
    private var sockets: [Socket] = []

    /// Those whose watch is to be changed before the next wait.
    private var changed: [Int32] = []

    /// The sockets that are ready, the next one last.
    private var arrivals: [ReadinessQueue.Arrival] = []

    /// When libcurl wants to be called, whatever the sockets say.
    private var dueAt: Moment?

    /// When the last wait ended: as good as now, for whoever counts in milliseconds, and free.
    private(set) var now = Moment.now

    /// Where connections read to.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferByteCount, alignment: 16)

    /// How many bytes connections read at once, at most.
    static let bufferByteCount = 32 << 10

    /// The transfers that every turn looks at: streams, and bodies with a content coding.
    var attended: [Int: CurlTransfer] = [:]

    /// - Throws: ``FileError``, where the process may have no more descriptors.
    init(of _: CurlLibrary) throws(FileError) {
        readiness = try ReadinessQueue()
        guard let pointer = unsafe ccurl_multi_init() else { preconditionFailure("libcurl has no memory for a handle") }
        unsafe self.pointer = unsafe pointer
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe ccurl_multi_set_socket_callback(pointer, socketChanged, context)
        unsafe ccurl_multi_set_timer_callback(pointer, timerChanged, context)
    }

    /// Ends everything that is under way (`curl_multi_cleanup`); nothing else may be called then but ``wake()``.
    func close() {
        // A handle whose connection is the engine's own must be removed before.
        for index in sockets.indices {
            let connection = sockets[index].connection
            connection?.close()
        }
        unsafe ccurl_multi_cleanup(pointer)
    }

    deinit {
        unsafe buffer.deallocate()
    }

    /// Sets an option of the handle.
    func set(_ option: CURLMoption, _ value: Int) {
        unsafe ccurl_multi_set_long(pointer, option, value)
    }

    /// Whether libcurl wants to be called by now.
    var isDue: Bool { dueAt.map { $0 <= now } ?? false }

    /// How long there is nothing to do unless a socket says otherwise, in milliseconds, rounded up.
    func milliseconds(to deadline: Moment) -> Int32 {
        let left = min(deadline, dueAt ?? deadline) - .now
        return left <= .zero ? 0 : Int32(left / .milliseconds(1)) + 1
    }

    /// Waits until a socket is ready, or somebody calls ``wake()``.
    func wait(milliseconds: Int32) {
        for descriptor in changed { updateWatch(of: descriptor) }
        changed.removeAll(keepingCapacity: true)
        readiness.wait(milliseconds: milliseconds, &arrivals)
        arrivals.reverse()
        now = .now
    }

    /// Ends the wait, from any thread.
    func wake() {
        readiness.wake()
    }

    /// Lets libcurl, or says who is to, work on the next of the sockets that are ready; `nil` where there is none.
    func actOnSocket() -> Action? {
        while let arrival = arrivals.popLast() {
            guard !sockets[Int(arrival.descriptor)].wanted.isEmpty else {
                forget(arrival.descriptor)
                continue
            }
            if let connection = sockets[Int(arrival.descriptor)].connection { return .connection(connection) }
            // What an error means libcurl sees for itself.
            let isBroken = !arrival.events.isDisjoint(with: .breaking)
            var events: Int32 = 0
            if !isBroken, arrival.events.contains(.reading) { events |= CURL_CSELECT_IN }
            if !isBroken, arrival.events.contains(.writing) { events |= CURL_CSELECT_OUT }
            act(arrival.descriptor, events)
            return .taken
        }
        return nil
    }

    /// Lets libcurl do what is due, and begin what was added.
    func actOnTime() {
        // It says anew when to be called, but not that it need not be.
        dueAt = nil
        act(CURL_SOCKET_TIMEOUT, 0)
    }

    private func act(_ descriptor: curl_socket_t, _ events: Int32) {
        var count: Int32 = 0
        unsafe ccurl_multi_socket_action(pointer, descriptor, events, &count)
    }

    /// Makes a socket that libcurl asks for (`CURLOPT_OPENSOCKETFUNCTION`).
    func open(_ address: curl_sockaddr) -> curl_socket_t {
        let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, kind, address.protocol)
        guard descriptor >= 0 else { return CURL_SOCKET_BAD }
        makeRoom(for: descriptor)
        sockets[Int(descriptor)] = Socket(isOwn: true)
        return descriptor
    }

    /// Closes a socket that came from ``open(_:)`` (`CURLOPT_CLOSESOCKETFUNCTION`).
    fileprivate func close(_ descriptor: curl_socket_t) -> Int32 {
        sockets[Int(descriptor)] = Socket()
        return Glibc.close(descriptor)
    }

    fileprivate func noteSocket(_ descriptor: curl_socket_t, wanted: ReadinessQueue.Events) {
        makeRoom(for: descriptor)
        let index = Int(descriptor)
        sockets[index].wanted = wanted
        guard sockets[index].isOwn else {
            return wanted.isEmpty ? forget(descriptor) : updateWatch(of: descriptor)
        }
        if !wanted.isEmpty, wanted != sockets[index].watched { changed.append(descriptor) }
    }

    /// Leaves a socket that libcurl has connected to a connection of the engine's own.
    func attach(_ connection: CurlConnection, to descriptor: curl_socket_t) {
        makeRoom(for: descriptor)
        sockets[Int(descriptor)].connection = connection
        expect(.reading, of: descriptor)
    }

    /// Watches a connection's socket for some events, instead of those before.
    func expect(_ events: ReadinessQueue.Events, of descriptor: curl_socket_t) {
        sockets[Int(descriptor)].wanted = events
        if events != sockets[Int(descriptor)].watched { changed.append(descriptor) }
    }

    fileprivate func noteTimer(milliseconds: Int) {
        dueAt = milliseconds < 0 ? nil : now + .milliseconds(milliseconds)
    }

    private func updateWatch(of descriptor: Int32) {
        let socket = sockets[Int(descriptor)]
        guard !socket.wanted.isEmpty, socket.wanted != socket.watched else { return }
        readiness.watch(descriptor, for: socket.wanted, isKnown: !socket.watched.isEmpty)
        sockets[Int(descriptor)].watched = socket.wanted
    }

    private func forget(_ descriptor: Int32) {
        guard !sockets[Int(descriptor)].watched.isEmpty else { return }
        readiness.forget(descriptor)
        sockets[Int(descriptor)].watched = []
    }

    private func makeRoom(for descriptor: Int32) {
        while sockets.count <= Int(descriptor) { sockets.append(Socket()) }
    }
}

/// `CURLMOPT_SOCKETFUNCTION`: what libcurl wants to know of a socket from now on.
private let socketChanged: curl_socket_callback = { _, descriptor, events, context, _ in
    guard let context = unsafe context else { return -1 }
    let wanted: ReadinessQueue.Events =
        switch events {
        case CURL_POLL_IN: .reading
        case CURL_POLL_OUT: .writing
        case CURL_POLL_INOUT: [.reading, .writing]
        default: []
        }
    unsafe Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().noteSocket(descriptor, wanted: wanted)
    return 0
}

/// `CURLMOPT_TIMERFUNCTION`: when libcurl wants to be called, -1 for not at all.
private let timerChanged: curl_multi_timer_callback = { _, milliseconds, context in
    guard let context = unsafe context else { return -1 }
    unsafe Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().noteTimer(milliseconds: milliseconds)
    return 0
}

/// `CURLOPT_CLOSESOCKETFUNCTION`.
let closeSocket: curl_closesocket_callback = { context, descriptor in
    guard let context = unsafe context else { return Glibc.close(descriptor) }
    return unsafe Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().close(descriptor)
}
