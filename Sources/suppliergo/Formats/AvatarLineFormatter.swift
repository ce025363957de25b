import SupplierGoKit

/// Writes a JSON object in a line for each avatar that has ended, for `fetch --format ndjson`.
///
/// `{"url":"https://…","ids":["1","7"],"state":"loaded","status":200,"bytes":15912,"source":"network","tries":1,
/// "seconds":0.035,"key":"avatars/3f/9a…","error":null}`, without the line feed. What is not known, or does not apply, is null.
struct AvatarLineFormatter: Sendable {
    /// What became of an avatar.
    enum State: String, CaseIterable, Sendable {
        /// It is there.
        case loaded

        /// Its server says that there is none (404, 410).
        case missing

        /// It is not there, and may be another time.
        case failed
    }

    private let resolver: EndpointResolver
    private let isForTerminal: Bool

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - resolver: names avatars as the loader of the outcomes does.
    ///   - isForTerminal: whether everything that a terminal would obey is escaped.
    init(resolver: EndpointResolver, isForTerminal: Bool) {
        self.resolver = resolver
        self.isForTerminal = isForTerminal
    }

    /// Writes a line for each avatar among outcomes that came together; suppliers without avatar have none.
    ///
    /// Suppliers that waited for one avatar share its line. One that came after it has ended has a line of its own:
    /// remembering every avatar of a run would take memory without limit.
    func lines(of outcomes: [AvatarOutcome]) -> [UInt8] {
        var lines: [(url: String, key: CacheKey?, outcomes: [AvatarOutcome])] = []
        var indices: [String: Int] = [:]
        for outcome in outcomes {
            guard let avatar = outcome.supplier.avatar else { continue }
            let key = resolver.key(of: outcome.supplier)
            let url = key?.text ?? avatar.endpoint
            if let index = indices[url] {
                lines[index].outcomes.append(outcome)
            } else {
                indices[url] = lines.count
                lines.append((url, key, [outcome]))
            }
        }
        var output: [UInt8] = []
        for line in lines { append(line.outcomes, url: line.url, key: line.key, to: &output) }
        return output
    }

    private func append(_ outcomes: [AvatarOutcome], url: String, key: CacheKey?, to output: inout [UInt8]) {
        let (start, outcome) = (output.count, outcomes[0])
        output.append(#"{"url":"#)
        output.append(jsonString: url.withoutCredentials)
        for (index, outcome) in outcomes.enumerated() {
            output.append(index == 0 ? #","ids":["# : ",")
            output.append(jsonString: outcome.supplier.id.rawValue)
        }
        let tries = outcome.metrics.map { $0.retryCount + 1 } ?? 0
        var (status, byteCount, source): (HTTPStatus?, Int?, LoadedAvatar.Source?)
        if case .loaded(let avatar) = outcome.result {
            (status, byteCount, source) = (avatar.status, avatar.byteCount, avatar.source)
        } else if case .failed(let failure) = outcome.result {
            status = failure.status
        }
        output.append(#"],"state":""# + outcome.result.state.rawValue + "\"")
        output.append(#","status":"# + (status.map { "\($0.code)" } ?? "null"))
        output.append(#","bytes":"# + (byteCount.map { "\($0)" } ?? "null"))
        output.append(#","source":"# + (source.map { "\"\($0)\"" } ?? "null"))
        output.append(#","tries":\#(tries),"seconds":"# + outcome.duration.inThousandths + #","key":"#)
        output.append(jsonString: key?.path)
        output.append(#","error":"#)
        output.append(jsonString: outcome.problem?.withoutCredentials)
        output.append("}")
        if isForTerminal { output.replaceHidden(from: start, by: \.escapedForJSON) }
        output.append("\n")
    }
}

extension AvatarOutcome.Result {
    fileprivate var state: AvatarLineFormatter.State {
        switch self {
        case .failed(let failure): failure.isGone ? .missing : .failed
        case .none, .loaded: .loaded
        }
    }
}

extension AvatarOutcome {
    /// Why there is no avatar, or an old one, or one that is not kept; `nil` where all is well.
    fileprivate var problem: String? {
        var storeError: ObjectStoreError?
        if case .failed(let error) = unstored { storeError = error }
        switch result {
        case .none: return nil
        case .failed(let failure): return Failure.sentence(of: failure)
        case .loaded(let avatar):
            return avatar.cacheError.map(Failure.sentence) ?? storeError.map(Failure.sentence)
                ?? avatar.staleReason.map(Failure.sentence)
        }
    }
}

extension Duration {
    /// The seconds with three decimals, as JSON writes numbers.
    fileprivate var inThousandths: String {
        let thousandths = Int((self / .milliseconds(1)).rounded())
        return "\(thousandths / 1000)." + String(String(thousandths % 1000 + 1000).dropFirst())
    }
}

extension [UInt8] {
    /// Appends a JSON string, or `null`.
    fileprivate mutating func append(jsonString text: String?) {
        guard let text else { return append("null") }
        append(addingCapacity: JSONText.growth * text.utf8.count + 2) { JSONText.write(text.utf8.span, into: &$0) }
    }
}

/// A value of `fetch --format`.
enum FetchFormat: String, CaseIterable, Sendable {
    /// A line for each avatar as it ends.
    case ndjson
}
