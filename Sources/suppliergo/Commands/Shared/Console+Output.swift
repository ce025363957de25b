import SupplierGoKit

extension Console {
    /// Does some work whose data goes to a file instead of standard output; no path, or `-`, leaves it where it goes.
    ///
    /// The file takes its place only where the work was done, at least in part: where it fails, finds nothing or is ended,
    /// the file that was there stays as it was.
    ///
    /// - Parameter width: how many columns the data is laid out for; `nil` for those of the terminal.
    /// - Throws: ``Failure`` where the file cannot be written, and whatever `work` does.
    func withOutput(
        to path: String?, width: Int? = nil, _ work: (Console) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        guard let path, path != "-" else { return try await work(laidOut(toWidth: width)) }
        do {
            let file = try await AtomicFile.prepare(at: path)
            let status = try await work(
                writing(to: StandardOutput(descriptor: file.descriptorNumber)).laidOut(toWidth: width))
            if status == .done || status == .partlyDone { try await file.publish() }
            return status
        } catch let error as FileError {
            throw Self.failure(path, error.reason.description)
        } catch OutputError.failed(let errorNumber) {
            throw Self.failure(path, SystemError.text(of: errorNumber))
        }
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure(.inputOutput, "the file '\(path)' of '\(Options.output.spelling)' cannot be written: \(reason)")
    }
}
