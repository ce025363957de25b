import FoundationEssentials
import Glibc
import SupplierGoFleet
import SupplierGoKit

extension CatalogError {
    /// Why the catalog could not be read: a clause for people. It may contain credentials and control characters.
    var sentence: String {
        switch self {
        case .unreadableFile(let error): "the catalog's " + error.sentence.dropFirst("the ".count)
        case .unreachable(let error), .brokenAnswer(let error): error.sentence
        case .status(let url, let status, _) where status.isRefusal: "\(url.text) refuses access with status \(status)"
        case .status(let url, let status, _): "\(url.text) answers with status \(status)"
        case .badRecord(let record): "\(record), and '--strict' does not skip it"
        case .syntax(.malformed(_, _, found: UInt8(ascii: "<"))):
            "the catalog is not valid JSON: it may be a web page, such as a sign-in form"
        case .syntax(let error): error.description
        case .page(let number, let cause): "the list is cut short at page \(number); \(cause.sentence)"
        case .paging(let error): "the list is cut short: \(error)"
        case .becameEmpty(let count):
            "the catalog has no suppliers now, and had \(Count.formatted(count)) ('--refresh' accepts the empty one)"
        case .noSnapshot(let url):
            "the cache holds no snapshot of \(url.text), which may take half of '--max-size': "
                + "read all of it once without '--offline'"
        case .snapshotTooLarge(let url, let byteCount):
            "\(url.text) has \(ByteCount.formatted(byteCount)), too large for the cache: "
                + "read all of it once with '--max-size \(Self.cacheLimit(forSnapshotOf: byteCount))' and without '--offline'"
        case .damagedSnapshot(let url):
            "the cache's snapshot of \(url.text) is damaged: read all of it once without '--offline'"
        }
    }

    /// The sentence about a server that refused a token; `nil` if that is not the error, or no token was sent.
    ///
    /// - Parameter source: the place that the token came from.
    func refusal(ofTokenFrom source: String?) -> String? {
        guard case .status(let url, let status, _) = self, status.isRefusal, let source else { return nil }
        return "\(url.text) refused the token of \(source) (HTTP \(status))"
    }

    /// The next step, as a clause, or `nil` if none is known or ``sentence`` has it.
    var advice: String? {
        switch self {
        case .unreachable(let error), .brokenAnswer(let error), .unreadableFile(let error): error.advice
        case .status(_, let status, _) where status.isRefusal:
            "give a token in $\(EnvironmentVariable.token.rawValue), or a field with '--header'"
        case .status(_, let status, _) where [404, 410].contains(status.code): "check the address"
        case .status(_, let status, _) where status.code >= 500 || [408, 429].contains(status.code):
            "try again later"
        case .syntax(.malformed(byteOffset: 0, _, found: 0x1f)):
            "it may be compressed, so decompress it first"
        case .page(_, let cause): cause.advice
        case .status, .syntax, .badRecord, .paging, .becameEmpty, .noSnapshot, .snapshotTooLarge, .damagedSnapshot: nil
        }
    }

    /// A value of `--max-size` with which the cache keeps a snapshot, which may take half of it together with its index.
    private static func cacheLimit(forSnapshotOf byteCount: Int) -> String {
        "\(((byteCount / 8 * 20) >> 20) + 1)M"
    }
}

extension DataLoadError {
    /// Why the transfer failed, and after how many tries.
    var sentence: String { sentence(about: url.text) }

    private static let silence = "accepted a connection earlier and then sent nothing"

    /// The failure, with its cause and the number of tries in brackets.
    private func sentence(about address: String) -> String {
        let causes = [cause, tryCount > 1 ? "\(tryCount) tries" : nil].compactMap(\.self).joined(separator: ", ")
        return clause(about: address) + (causes.isEmpty ? "" : " (\(causes))")
    }

    /// The cause, as libcurl or the operating system gives it.
    private var cause: String? {
        switch reason {
        case .unreachable(let reason), .connectionLost(let reason), .unusableProxy(let reason),
            .malformedAnswer(let reason), .tls(let reason):
            reason.asCause
        case .proxyRefused(let status): "status \(status)"
        case .askedToWait(let status, _, let limit): "status \(status), at most \(limit.inSeconds)"
        case .innerAddress: "'--allow-private-hosts' allows it"
        case .unreadableFile(_, let errorNumber): FileError.text(of: errorNumber).asCause
        case .failed(let code, let reason) where code != 0: "\(reason), libcurl \(code)"
        default: nil
        }
    }

    private func clause(about address: String) -> String {
        switch reason {
        case .unresolvedHost: "the host name '\(url.host() ?? "")' does not resolve"
        case .unreachable: "cannot connect to \(url.hostAndPort)"
        case .timedOut(let limit): "\(url.hostAndPort) did not answer within \(limit.inSeconds)"
        case .connectionLost: "\(address) gave no answer"
        case .unusableProxy, .proxyRefused: "cannot connect to \(url.hostAndPort) through the proxy"
        case .askedToWait(_, let wait, _): "\(url.hostAndPort) asks to wait \(wait.inSeconds)"
        case .suspended(let end, let status):
            "\(url.hostAndPort) "
                + (status.map { "returned status \($0) earlier and asked for a wait" } ?? Self.silence)
                + "; it is asked again after \(Age.formatted(until: end, at: .now)), or at once with '--refresh'"
        case .innerAddress: "\(address) has a private address, which a catalog from outside may not use"
        case .tookTooLong(let limit): "\(url.text) was not complete after \(limit.inSeconds)"
        case .headTooLarge(let limit):
            "\(url.text) answers with a header of more than \(limit) bytes, or too many fields"
        case .malformedAnswer: "\(url.text) gave an invalid answer"
        case .tls: "no secure connection to \(url.hostAndPort)"
        case .bodyTooLarge(let limit): "\(url.text) has more than \(limit) bytes"
        case .cutShort(let byteCount): "\(url.text) broke off after \(byteCount) bytes"
        case .refusedRedirect(let location): "\(url.text) redirects to '\(location)', which is not followed"
        case .tooManyRedirects(let limit): "\(url.text) redirects more than \(limit) times"
        case .unsupportedScheme: "\(url.text) is neither an http, https nor file URL"
        case .malformedURL: "\(url.text) is not a URL that can be loaded"
        case .unreadableFile(let path, _): "the file '\(path)' cannot be read"
        case .failed(code: 0, let reason): reason
        case .failed: "\(url.text) failed"
        case .loaderIsShutDown: "the loader was shut down"
        }
    }

    fileprivate var advice: String? {
        switch reason {
        case .unreadableFile(_, EISDIR): "name a file in it"
        case .unresolvedHost: "check the name and the network connection"
        case .unreachable: "check the address and that the server is running"
        case .timedOut, .tookTooLong: "try again later, or give it more time with '--timeout'"
        case .connectionLost, .askedToWait: "try again later"
        case .tls: "'--cacert FILE' names authorities to trust"
        case .unusableProxy, .proxyRefused: "check '--proxy' and the variables http_proxy and https_proxy"
        default: nil
        }
    }

    /// Why the transfer failed, without the URL's path, if the whole server failed; otherwise `nil`.
    fileprivate var serverSentence: String? {
        switch reason {
        case .unresolvedHost, .unreachable, .tls, .timedOut, .suspended, .unusableProxy, .proxyRefused, .innerAddress:
            sentence(about: url.hostAndPort)
        case .askedToWait(let status, _, let limit):
            "\(url.hostAndPort) asks to wait for more than \(limit.inSeconds) (status \(status))"
        default: nil
        }
    }
}

extension CatalogSource {
    /// Why the catalog's server failed, if the whole server did; otherwise `nil`.
    var serverSentence: String? {
        guard case .snapshot(_, .unreachable(let error)?) = self else { return nil }
        return error.serverSentence
    }
}

extension AvatarOutcome.Error {
    /// Why the avatar could not be loaded.
    var sentence: String {
        switch self {
        case .endpoint(let error): error.description
        case .transfer(let error): error.sentence
        case .status(let url, let status): "\(url.text) answers with status \(status)"
        case .missing(let url, let status, let since, let until):
            "\(url.text) " + Self.clause(missing: status, since, until, at: .now)
        case .empty(let url): "\(url.text) is empty"
        case .notAnImage(let url, let type?): "\(url.text) is not an image, but \(type)"
        case .notAnImage(let url, nil): "\(url.text) is not an image"
        case .incomplete(let url): "\(url.text) is an image that is cut short"
        case .offline(let url): "\(url.text) is not in the cache, and '--offline' does not fetch it"
        }
    }

    /// Why the avatar could not be loaded, without its URL, if other avatars share the reason; otherwise `nil`.
    var commonSentence: String? {
        switch self {
        case .transfer(let error): error.serverSentence
        case .offline: "not in the cache, and '--offline' does not fetch it"
        default: nil
        }
    }

    /// The clause about an avatar that is missing: the server's answer, and the time of the next request.
    private static func clause(missing status: HTTPStatus, _ since: Date, _ until: Date, at now: Date) -> String {
        let age = Int(now.timeIntervalSince(since))
        let checked = age < 60 ? "" : ", checked \(Age.formatted(age)) ago"
        let next = Age.formatted(until: until, at: now)
        return "not found (HTTP \(status))\(checked); next check in \(next), or now with '--refresh'"
    }
}

extension CacheError {
    /// Why the cache could not read or write.
    var sentence: String {
        switch self {
        case .missing(let path): "the cache's file '\(path)' is gone"
        case .failed(let operation, let path, let errorNumber):
            "the cache could not \(operation) '\(path)': \(FileError.text(of: errorNumber))"
        case .notADirectory(let path): "the cache needs a directory where the file '\(path)' is: remove it"
        case .notAFile(let path): "the cache needs a file where the directory '\(path)' is: remove it"
        case .empty(let path): "the cache keeps no empty file '\(path)'"
        case .refused(_, let reason): "the cache could not be used: \(reason)"
        case .tooLarge: "too large for the cache ('--max-size')"
        }
    }
}

extension Error {
    /// Why the object store could not be used.
    var storeSentence: String {
        guard let error = self as? ObjectStoreError else { return "\(self)" }
        guard case .transfer(let cause) = error.reason else { return error.description }
        return "the store \(error.store) cannot be used: \(cause.sentence)"
    }
}

extension String {
    /// The sentence without its capital, unless it begins with an abbreviation.
    fileprivate var asCause: String {
        dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
    }
}

extension URL {
    /// The URL for people: a file's is its path, and that of a command names it.
    fileprivate var text: String {
        if case .command(let name)? = CatalogLocation(commandURL: self) {
            return "the output of the command of '\(name)'"
        }
        return isFileURL ? path(percentEncoded: false) : absoluteString
    }

    fileprivate var hostAndPort: String { (host() ?? "") + (port.map { ":\($0)" } ?? "") }
}

extension Age {
    /// The time from now until a date: from a minute on, the minute that has begun counts, so that an hour is one for its
    /// first minute.
    fileprivate static func formatted(until end: Date, at now: Date) -> String {
        let seconds = Int(end.timeIntervalSince(now).rounded(.up))
        return formatted(seconds < 60 ? seconds : (seconds + 59) / 60 * 60)
    }
}

extension Duration {
    /// The duration in seconds, without trailing zeros: `30 seconds`, `0.25 seconds`.
    fileprivate var inSeconds: String {
        let milliseconds = components.attoseconds / 1_000_000_000_000_000
        var fraction = String(String(milliseconds + 1000).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let number = fraction.isEmpty ? "\(components.seconds)" : "\(components.seconds).\(fraction)"
        return number == "1" ? "1 second" : number + " seconds"
    }
}
