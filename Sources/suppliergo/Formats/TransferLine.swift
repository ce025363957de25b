import SupplierGoKit

/// The lines of `--verbose`: of a transfer, or of an avatar that needed none.
///
/// `200 network 15,912 bytes 35 ms https://… (HTTP/2, first byte after 12 ms, 1 retry)`
enum TransferLine {
    /// Writes a line.
    ///
    /// - Parameters:
    ///   - status: the last response's status, or `nil` if no server responded.
    ///   - source: the source of the bytes, or the outcome: `network`, `cache`, `failed`.
    ///   - address: the URL as the catalog or the command line names it, without secrets.
    static func text(
        status: HTTPStatus?, source: String, byteCount: Int, duration: Duration, address: String,
        metrics: DataLoader.Metrics?
    ) -> String {
        let details = metrics.map { Self.details(of: $0) } ?? ""
        return "\(status?.description ?? "-") \(source) \(byteCount) bytes \(milliseconds(duration)) ms \(address)"
            + (details.isEmpty ? "" : " (\(details))")
    }

    /// Writes the line of a transfer that is over.
    static func text(of report: DataLoader.Report) -> String {
        let metrics = report.metrics
        let source =
            switch report.end {
            case .complete: "network"
            case .failed: "failed"
            case .cancelled: "cancelled"
            }
        return text(
            status: metrics.status, source: source, byteCount: metrics.decodedByteCount, duration: metrics.duration,
            address: metrics.url.shown, metrics: metrics)
    }

    /// Writes the line of all transfers, after the last one.
    static func text(of totals: DataLoader.Totals) -> String {
        let transfers = Count.formatted(totals.transferCount, "transfer")
        return "\(transfers), \(Count.formatted(totals.reusedCount)) on reused connections, "
            + "\(retries(totals.retryCount)), \(Count.formatted(totals.receivedByteCount)) bytes received"
    }

    private static func details(of metrics: DataLoader.Metrics) -> String {
        var parts = [metrics.protocolName].compactMap(\.self)
        if let time = metrics.timeToFirstByte { parts.append("first byte after \(milliseconds(time)) ms") }
        if metrics.retryCount > 0 { parts.append(retries(metrics.retryCount)) }
        return parts.joined(separator: ", ")
    }

    private static func retries(_ count: Int) -> String {
        Count.formatted(count) + (count == 1 ? " retry" : " retries")
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int((duration / .milliseconds(1)).rounded())
    }
}
