import SupplierGoKit

/// Arranges rows on its own thread, one request at a time: a newer request ends the one before it.
final class RowWorker {
    private let thread = BlockingThreads(threadCount: 1)
    private let arranger: RowArranger
    private let report: @Sendable (RowAnswer) -> Void
    private var task: Task<Void, any Error>?

    /// Creates a worker without work.
    ///
    /// - Parameter report: receives the answers, on the worker's thread.
    init(_ arranger: RowArranger, report: @escaping @Sendable (RowAnswer) -> Void) {
        (self.arranger, self.report) = (arranger, report)
    }

    deinit {
        task?.cancel()
    }

    /// Starts to answer a request, and ends the work on the one before it.
    func start(_ request: RowRequest) {
        task?.cancel()
        task = Task(executorPreference: thread) { [arranger, report] in
            try arranger.answer(request, reporting: report)
        }
    }
}
