import Dispatch
import Glibc
import SupplierGoKit

/// What a server's threads share; it lives until the last of them is gone.
final class ServerCore: Sendable {
    private struct Threads {
        var isStopped = false
        var count = 0
        var connections: Set<Int32> = []
        var stoppers: [DispatchSemaphore] = []
    }

    let port: UInt16
    let log = Watched(LoopbackServer.Log())
    private let route: @Sendable (RecordedRequest) -> Answer
    private let listener: Int32
    private let threads = Lock(Threads())

    init(route: @escaping @Sendable (RecordedRequest) -> Answer) throws(SystemError) {
        (listener, port) = try Socket.listening(backlog: 4096)
        self.route = route
    }

    func start() throws {
        threads.withLock { $0.count += 1 }
        do {
            try BlockingThread.start { [self] in
                while let connection = Socket.accepted(from: listener) { take(connection) }
                close(listener)
                threadEnded()
            }
        } catch {
            close(listener)
            threadEnded()
            throw error
        }
    }

    /// Ends all sockets, so that no thread can stay in a call, and waits for the threads.
    func stop() {
        let stopped = DispatchSemaphore(value: 0)
        threads.withLock { threads in
            guard threads.count > 0 else {
                stopped.signal()
                return
            }
            threads.stoppers.append(stopped)
            guard !threads.isStopped else { return }
            threads.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in threads.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        stopped.wait()
    }

    private func take(_ descriptor: Int32) {
        let isTaken = threads.withLock { threads in
            guard !threads.isStopped else { return false }
            threads.connections.insert(descriptor)
            threads.count += 1
            return true
        }
        guard isTaken else {
            close(descriptor)
            return
        }
        let number = log.update { log in
            log.connectionCount += 1
            log.openConnectionCount += 1
            log.peakConnectionCount = max(log.peakConnectionCount, log.openConnectionCount)
            return log.connectionCount
        }
        do {
            try BlockingThread.start { [self] in
                var connection = ServerConnection(descriptor: descriptor, number: number, log: log)
                connection.serve(route)
                end(descriptor)
            }
        } catch {
            end(descriptor)
        }
    }

    private func end(_ descriptor: Int32) {
        // Closed under the lock: `stop()` must not shut down another socket that got the same number.
        threads.withLock { threads in
            threads.connections.remove(descriptor)
            close(descriptor)
        }
        log.update { $0.openConnectionCount -= 1 }
        threadEnded()
    }

    private func threadEnded() {
        threads.withLock { threads in
            threads.count -= 1
            guard threads.count == 0 else { return }
            for stopper in threads.stoppers { stopper.signal() }
            threads.stoppers = []
        }
    }
}
