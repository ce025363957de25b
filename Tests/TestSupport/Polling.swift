/// Waits for something that nothing announces, such as the end of another thread.
///
/// - Parameter isMet: quick; it is called again and again.
/// - Throws: its error, or `CancellationError` if the task is cancelled first, for example by a test's time limit.
public func poll(until isMet: () async throws -> Bool) async throws {
    while try await !isMet() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
