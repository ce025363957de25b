import Glibc
import SupplierGoKit

// The kit's errors describe themselves, with what a server says quoted and cut; the command line adds its options.

extension CatalogError {
    /// The reason the catalog could not be read, and the option that matters if there is one: a clause for people. It
    /// may contain control characters.
    var sentence: String {
        switch self {
        case .unreachable(let error), .brokenResponse(let error): error.sentence(about: Self.text(for: error.url))
        case .badRecord: "\(self), and '--strict' does not skip it"
        case .page(let number, let cause): Self.text(ofPage: number, cause.sentence)
        case .brokenOff(let cause, _): "\(cause.sentence); '--offline' shows the last complete list"
        case .becameEmpty: "\(self) ('--refresh' accepts the empty one)"
        case .noSnapshot: "\(self) (one may take half of '--max-size'): read all of it once without '--offline'"
        case .damagedSnapshot: "\(self): read all of it once without '--offline'"
        case .unreadableSnapshot, .unreadableFile, .status, .syntax, .paging: description
        }
    }

    /// The catalog has other fields than those that were looked for.
    var isAboutFields: Bool {
        switch self {
        case .syntax(.noField), .syntax(.noSuppliers), .syntax(.noRecords): true
        default: false
        }
    }

    /// There is no such file.
    var isOfNoFile: Bool {
        guard case .unreadableFile(let error) = self else { return false }
        return if case .unreadableFile(_, ENOENT) = error.reason { true } else { false }
    }

    /// The sentence about a server that refused a token; `nil` if that is not the error, or no token was sent.
    ///
    /// - Parameter source: the place that the token came from.
    func refusal(ofTokenFrom source: String?) -> String? {
        if case .page(let number, let cause) = self {
            return cause.refusal(ofTokenFrom: source).map { Self.text(ofPage: number, $0) }
        }
        guard case .status(let url, let status, _, let reason) = self, refusingURL != nil, let source else {
            return nil
        }
        let said = reason.map { ", \"\($0)\"" } ?? ""
        return "\(Self.text(for: url)) refused the token of \(source) (HTTP \(status)\(said))"
    }

    /// The URL that refused access, which a redirect may have led to. One that was asked too often accuses nobody.
    var refusingURL: URL? {
        if case .page(_, let cause) = self { return cause.refusingURL }
        guard case .status(let url, let status, let wait, let reason) = self, status.isRefusal,
            status.code == 401 || wait == nil && reason?.contains(/rate.?limit/.ignoresCase()) != true
        else { return nil }
        return url
    }

    /// The next step, as a clause, or `nil` if none is known or ``sentence`` has it.
    var advice: String? {
        switch self {
        case .unreachable(let error), .brokenResponse(let error), .unreadableFile(let error): error.advice
        case .status(let url, _, _, _) where refusingURL != nil && url.user() != nil:
            "check the user and the password in the address"
        case .status where refusingURL != nil:
            "give a token in $\(EnvironmentVariable.token.rawValue), or a field with '--header'"
        case .status(_, let status, _, _) where status.isGone: "check the address"
        case .status(_, let status, _, _) where status.code >= 500 || [403, 408, 429].contains(status.code):
            "try again later"
        case .page(_, let cause): cause.advice
        case .paging(.tooManyPages): "'--max-pages' allows more"
        case .paging(.elsewhere): "if the server names an inner host, '--map next={PATH|relative}' uses the path alone"
        case .status, .syntax, .badRecord, .paging, .brokenOff, .becameEmpty, .noSnapshot, .damagedSnapshot,
            .unreadableSnapshot:
            nil
        }
    }
}

extension DataLoadError {
    /// The reason why the transfer failed, the number of tries, and the option that changes it.
    var sentence: String { sentence(about: url.shown) }

    fileprivate func sentence(about address: String) -> String { description(about: address, hint: hint) }

    private var hint: String? {
        switch reason {
        case .privateAddress: "'--allow-private-hosts' allows it"
        case .suspended: "at once with '--refresh'"
        default: nil
        }
    }

    private static let proxyAdvice = "check '--proxy' and the variables http_proxy and https_proxy"

    fileprivate var advice: String? {
        switch reason {
        case .unreadableFile(_, EISDIR): "name a file in it"
        case .unresolvedHost: "check the name and the network connection"
        case .unreachable: "check the address and that the server is running"
        case .timedOut, .tookTooLong: "try again later, or give it more time with '--timeout'"
        case .unusableProxy, .proxyRefused: Self.proxyAdvice
        case .connectionLost(let reason) where reason.hasSuffix("at the proxy"): Self.proxyAdvice
        case .connectionLost, .askedToWait: "try again later"
        case .tls(let reason) where ["issuer", "self-signed", "self signed"].contains(where: reason.contains):
            "'--cacert FILE' names authorities to trust"
        default: nil
        }
    }

    /// The error's sentence without the URL's path, if the whole server failed; otherwise `nil`.
    fileprivate var serverSentence: String? { serverDescription(hint: hint) }
}

extension SupplierBatch.Source {
    /// The reason why the catalog's server failed, if the whole server did; otherwise `nil`.
    var serverSentence: String? {
        guard case .snapshot(_, .unreachable(let error)?) = self else { return nil }
        return error.serverSentence
    }
}

extension AvatarOutcome.Error {
    /// The reason the avatar could not be loaded, and the option that changes it.
    var sentence: String { sentence(isOffline: false) }

    /// The sentence in a run of some kind.
    ///
    /// - Parameter isOffline: true if the run never uses the network, and so cannot be told to.
    func sentence(isOffline: Bool) -> String {
        switch self {
        case .transfer(let error): error.sentence
        case .missing where !isOffline: "\(self), or now with '--refresh'"
        case .offline(let url): "\(url.shown) is \(Self.notCached)"
        default: description
        }
    }

    private static let notCached = "not in the cache, and '--offline' does not fetch it"

    /// The reason the avatar could not be loaded, without its URL, if other avatars share the reason; otherwise `nil`.
    var commonSentence: String? {
        switch self {
        case .transfer(let error): error.serverSentence
        case .offline: Self.notCached
        default: nil
        }
    }
}

extension CacheError {
    /// The reason why the cache could not read or write, and the option that changes it.
    var sentence: String {
        switch self {
        case .tooLarge: "too large for the cache ('--max-size')"
        case .untrusted: "\(self) (run 'chmod o-w' if it is yours, or name another with '--cache-dir')"
        case .notADirectory: "\(self) (name another with '--cache-dir')"
        case .noDirectory: "\(self): $HOME is not set, and the user has none ('--cache-dir' names one)"
        default: description
        }
    }
}

extension SupplierLoader.Details {
    /// They failed, and there are no older ones.
    var areMissing: Bool { error != nil && receivedAt == nil }

    /// The reason why there are none, or only older ones, in a few words for a card; `nil` if all is well.
    var note: String? { error.map { $0.summary + (age.map { ", as of \($0) ago" } ?? "") } }

    /// The same as a sentence.
    var sentence: String? {
        error.map { error in (age.map { "the details are as of \($0) ago" } ?? "no details") + ": " + error.sentence }
    }

    private var age: String? { receivedAt.map { Age.formatted(Int(Date.now.timeIntervalSince($0))) } }
}
