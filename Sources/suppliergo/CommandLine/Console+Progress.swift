extension Console {
    /// Does some work while a line on standard error shows its progress; the line is gone when this returns.
    ///
    /// Nothing is drawn if standard error is not a terminal, or a dumb one, or only errors are wanted. It is drawn by
    /// time and not by what is done, so that what is shown is true also while one server keeps all waiting.
    ///
    /// - Parameters:
    ///   - label: the noun for the count, in the plural; `waiting` is the line until the first of them is counted.
    ///   - patience: the time before the line is drawn: work that ends sooner needs none.
    ///   - progress: asked ten times a second.
    func showingProgress<Value: Sendable>(
        of label: String, waiting: String, after patience: Duration = .zero,
        _ progress: @escaping @Sendable () async -> Progress, during work: () async throws -> Value
    ) async throws -> Value {
        defer { errors.eraseProgress() }
        guard drawsProgress, errorTraits.movesCursor, verbosity > .quiet else { return try await work() }
        let line = ProgressLine(label: label, waiting: waiting, style: errorStyle)
        // Its end is awaited before the line is erased.
        async let _ = keepDrawing(line, after: patience, progress)
        return try await work()
    }

    /// Draws again and again until the task is cancelled.
    private func keepDrawing(
        _ first: ProgressLine, after patience: Duration, _ progress: @Sendable () async -> Progress
    ) async {
        var line = first
        do {
            if patience > .zero { try await Task.sleep(for: patience) }
            while !Task.isCancelled {
                // The width is asked for each time: the window may have been resized.
                if let width = errorTraits.width,
                    let drawing = line.update(await progress(), width: width, at: .now)
                {
                    errors.draw(drawing)
                }
                try await Task.sleep(for: ProgressLine.interval)
            }
        } catch {
            // The work is done.
        }
    }
}
