import FoundationEssentials
import SupplierGoKit

/// One line of `--verbose`: a transfer, or an avatar that needed none.
///
/// `200 network 15,912 bytes 35 ms https://… (HTTP/2, first byte after 12 ms, 1 retry)`
struct TransferLine: Sendable, CustomStringConvertible {
    /// The URL as the catalog or the command line names it, without secrets.
    var address: String

    /// The last answer's status, if there was one.
    var status: HTTPStatus?

    /// The source of the bytes, or their outcome: `network`, `cache`, `failed`.
    var source: String

    var byteCount: Int
    var duration: Duration
    var metrics: DataLoader.Metrics?

    /// The line.
    var description: String {
        let status = status?.description ?? "-"
        let details = metrics.map { Self.details(of: $0) } ?? ""
        return "\(status) \(source) \(byteCount) bytes \(Self.milliseconds(duration)) ms \(address)"
            + (details.isEmpty ? "" : " (\(details))")
    }

    private static func details(of metrics: DataLoader.Metrics) -> String {
        var parts = [metrics.protocolName].compactMap(\.self)
        if let time = metrics.timeToFirstByte { parts.append("first byte after \(milliseconds(time)) ms") }
        if metrics.retryCount > 0 {
            parts.append(metrics.retryCount == 1 ? "1 retry" : "\(metrics.retryCount) retries")
        }
        return parts.joined(separator: ", ")
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int((duration / .milliseconds(1)).rounded())
    }
}

extension TransferLine {
    /// The line of a transfer that is over.
    init(_ report: DataLoader.Report) {
        let metrics = report.metrics
        let source =
            switch report.end {
            case .complete: "network"
            case .failed: "failed"
            case .cancelled: "cancelled"
            }
        self.init(
            address: metrics.url.shown, status: metrics.status, source: source,
            byteCount: metrics.decodedByteCount, duration: metrics.duration, metrics: metrics)
    }
}
