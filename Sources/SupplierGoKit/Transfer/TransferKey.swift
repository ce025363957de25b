import FoundationEssentials

/// What equal requests have in common: everything but the priority.
struct TransferKey: Sendable, Hashable {
    private let text: String
    private let fields: HTTPFields
    private let originFields: HTTPFields
    private let byteLimit: Int?
    private let reach: DataRequest.Reach
    private let mayBeUncoded: Bool

    /// That of the URL, taken once: a transfer is looked up, entered and removed by its key.
    private let hash: Int

    /// Takes what counts of a request.
    init(of request: DataRequest) {
        text = request.address.text
        fields = request.fields
        originFields = request.originFields
        byteLimit = request.byteLimit
        reach = request.reach
        mayBeUncoded = request.mayBeUncoded
        hash = text.hashValue
    }

    /// Hashes the URL: requests for one that differ otherwise are rare.
    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
