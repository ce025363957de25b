import Glibc

/// The system calls of TCP sockets on 127.0.0.1, with descriptors that no child process inherits.
enum Socket {
    /// Makes a socket bound to a port that the system picks.
    static func bound() throws(SystemError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(operation: "socket") }
        var address = loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let isBound = unsafe bind(descriptor, pointer, size) == 0
                return unsafe isBound && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard result else {
            let error = SystemError(operation: "bind")
            close(descriptor)
            throw error
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Makes a socket that listens on a port that the system picks.
    static func listening(backlog: Int32) throws(SystemError) -> (descriptor: Int32, port: UInt16) {
        let (descriptor, port) = try bound()
        guard listen(descriptor, backlog) == 0 else {
            let error = SystemError(operation: "listen")
            close(descriptor)
            throw error
        }
        return (descriptor, port)
    }

    /// Waits for the next connection, or gives `nil` once the listener was shut down.
    static func accepted(from listener: Int32) -> Int32? {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                setNoDelay(descriptor)
                return descriptor
            }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Connects and waits for it.
    static func connected(to port: UInt16) throws(SystemError) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(operation: "socket") }
        guard connect(descriptor, to: port) == 0 else {
            let error = SystemError(operation: "connect")
            close(descriptor)
            throw error
        }
        setNoDelay(descriptor)
        return descriptor
    }

    /// Begins to connect without waiting for it.
    static func connecting(to port: UInt16) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw SystemError(operation: "socket") }
        _ = connect(descriptor, to: port)
        return descriptor
    }

    /// Sends all bytes; `false` if the other side is gone.
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                let count = unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
                if count > 0 {
                    sent += count
                } else if count < 0 && errno == EAGAIN {
                    // A peer that has hung up and reads no more would be waited for in send(2) for ever.
                    guard waitForRoom(in: descriptor) else { return false }
                } else if count == 0 || errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// Waits until more can be sent; `false` if the other side has hung up.
    private static func waitForRoom(in descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT) | hangUp, revents: 0)
        while unsafe poll(&entry, 1, -1) < 0 && errno == EINTR {}
        return entry.revents & (hangUp | Int16(POLLERR) | Int16(POLLHUP)) == 0
    }

    /// `POLLRDHUP`, which the Glibc module leaves out.
    private static let hangUp: Int16 = 0x2000

    /// Waits for bytes and adds them; `false` at the end of the connection.
    static func receive(into bytes: inout [UInt8], from descriptor: Int32) -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            while true {
                let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return true
            }
        }
    }

    /// Makes two sockets that are connected to each other; `nil` if there are no more descriptors.
    static func pair() -> (Int32, Int32)? {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
    }

    /// Waits until there are bytes to receive, or the other socket's connection is over.
    static func waitForBytes(from descriptor: Int32, orEndOf other: Int32) {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: hangUp, revents: 0),
        ]
        while unsafe poll(&entries, 2, -1) < 0 && errno == EINTR {}
    }

    /// Makes closing the socket reset the connection instead of ending it in order.
    static func setResetOnClose(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    private static func connect(_ descriptor: Int32, to port: UInt16) -> Int32 {
        var address = loopback(port: port)
        return unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func setNoDelay(_ descriptor: Int32) {
        var option: Int32 = 1
        unsafe setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &option, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
