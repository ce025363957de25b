import FoundationEssentials
import Glibc
import SupplierGoFleet
import SupplierGoKit

extension Failure {
    /// The next step after a catalog could not be read, as a clause, or `nil` if none is known or the sentence has it.
    static func advice(on error: CatalogError) -> String? {
        switch error {
        case .unreachable(let error), .brokenAnswer(let error), .unreadableFile(let error): advice(on: error)
        case .status(_, let status, _) where [404, 410].contains(status.code): "check the address"
        case .status(_, let status, _) where status.code >= 500 || [408, 429].contains(status.code):
            "try again later"
        case .syntax(.malformed(byteOffset: 0, _, found: 0x1f)):
            "it may be compressed, so decompress it first"
        case .page(_, let cause): advice(on: cause)
        case .status, .syntax, .badRecord, .paging, .becameEmpty, .noSnapshot, .damagedSnapshot: nil
        }
    }

    private static func advice(on error: DataLoadError) -> String? {
        switch error.reason {
        case .unreadableFile(_, EISDIR): "name a file in it"
        case .unresolvedHost: "check the name and the network connection"
        case .unreachable: "check the address and that the server is running"
        case .timedOut, .tookTooLong: "try again later, or give it more time with '\(Options.timeout.spelling)'"
        case .connectionLost, .askedToWait: "try again later"
        case .tls: "'\(Options.certificateAuthorityFile.spelling) FILE' names authorities to trust"
        case .unusableProxy, .proxyRefused:
            "check '\(Options.proxy.spelling)' and the variables http_proxy and https_proxy"
        default: nil
        }
    }

    /// Says why a catalog could not be read.
    static func sentence(of error: CatalogError) -> String {
        switch error {
        case .unreadableFile(let error): "the catalog's " + sentence(of: error).dropFirst("the ".count)
        case .unreachable(let error), .brokenAnswer(let error):
            "the catalog cannot be read: " + sentence(of: error)
        case .status(let url, let status, _) where status.isRefusal:
            "\(text(of: url)) refuses access with status \(status): "
                + "give a token in $\(EnvironmentVariable.token.rawValue), or a field with '--header'"
        case .status(let url, let status, _): "\(text(of: url)) answers with status \(status)"
        case .badRecord(let record): "\(record), and '\(Options.strict.spelling)' does not skip it"
        case .syntax(.malformed(_, _, found: UInt8(ascii: "<"))):
            "the catalog is not valid JSON: it may be a web page, such as a sign-in form"
        case .syntax(let error): error.description
        case .page(let number, let cause): "the list is cut short at page \(number): " + sentence(of: cause)
        case .paging(let error): "the list is cut short: \(error)"
        case .becameEmpty(let count):
            "the catalog has no suppliers now, and had \(Count.formatted(count)) "
                + "('\(Options.refresh.spelling)' accepts the empty one)"
        case .noSnapshot(let url):
            "the cache holds no snapshot of \(text(of: url)), which may take half of "
                + "'\(Options.cacheByteLimit.spelling)': read all of it once without '--offline'"
        case .damagedSnapshot(let url):
            "the cache's snapshot of \(text(of: url)) is damaged: read all of it once without '--offline'"
        }
    }

    /// Says why a transfer failed, and after how many tries.
    static func sentence(of error: DataLoadError) -> String {
        reasonClause(of: error) + triesClause(of: error)
    }

    private static func triesClause(of error: DataLoadError) -> String {
        error.tryCount > 1 ? ", \(error.tryCount) tries" : ""
    }

    private static func reasonClause(of error: DataLoadError) -> String {
        let url = error.url
        return switch error.reason {
        case .unresolvedHost:
            "the host name '\(url.host() ?? "")' of \(text(of: url)) does not resolve"
        case .unreachable(let reason): "\(text(of: url)) cannot be reached: \(reason)"
        case .timedOut(let limit):
            "\(host(of: url)) did not answer within \(limit.inSeconds)"
        case .connectionLost(let reason): "\(text(of: url)) gave no answer: \(reason)"
        case .unusableProxy(let reason): "\(host(of: url)) cannot be asked through the proxy: \(reason)"
        case .proxyRefused(let status):
            "the proxy answers with status \(status) instead of connecting to \(host(of: url))"
        case .askedToWait(let status, let wait, let limit):
            "\(host(of: url)) answers with status \(status) and asks to wait \(wait.inSeconds), "
                + "which is more than \(limit.inSeconds)"
        case .innerAddress:
            "\(text(of: url)) leads to a private address, which a catalog from outside may not use "
                + "('\(Options.allowPrivateHosts.spelling)' allows it)"
        case .tookTooLong(let limit): "\(text(of: url)) was not complete after \(limit.inSeconds)"
        case .headTooLarge(let limit):
            "\(text(of: url)) answers with a header of more than \(limit) bytes, or too many fields"
        case .malformedAnswer(let reason): "\(text(of: url)) gave an invalid answer: \(reason)"
        case .tls(let reason): "no secure connection to \(text(of: url)): \(reason)"
        case .bodyTooLarge(let limit): "\(text(of: url)) has more than \(limit) bytes"
        case .cutShort(let byteCount): "\(text(of: url)) broke off after \(byteCount) bytes"
        case .refusedRedirect(let location):
            "\(text(of: url)) redirects to '\(location)', which is not followed"
        case .tooManyRedirects(let limit): "\(text(of: url)) redirects more than \(limit) times"
        case .unsupportedScheme: "\(text(of: url)) is neither an http, https nor file URL"
        case .malformedURL: "\(text(of: url)) is not a URL that can be loaded"
        case .unreadableFile(let path, let errorNumber):
            "the file '\(path)' cannot be read: \(SystemError.text(of: errorNumber))"
        case .failed(let code, let reason): "\(text(of: url)) failed: \(reason) (libcurl \(code))"
        case .loaderIsShutDown: "the loader was shut down"
        }
    }

    /// Says why a transfer failed, without the URL's path, where the fault is the whole server's; `nil` where it is not.
    private static func serverSentence(of error: DataLoadError) -> String? {
        let suffix = triesClause(of: error)
        let url = error.url
        switch error.reason {
        case .unresolvedHost: return "the host name '\(url.host() ?? "")' does not resolve"
        case .unreachable(let reason): return "\(host(of: url)) cannot be reached: \(reason)\(suffix)"
        case .tls(let reason): return "no secure connection to \(host(of: url)): \(reason)\(suffix)"
        case .timedOut, .unusableProxy, .proxyRefused: return sentence(of: error)
        case .askedToWait(let status, _, let limit):
            return "\(host(of: url)) answers with status \(status) and asks to wait for more than \(limit.inSeconds)"
        case .innerAddress:
            return "\(host(of: url)) has a private address, which a catalog from outside may not use "
                + "('\(Options.allowPrivateHosts.spelling)' allows it)"
        default: return nil
        }
    }

    /// Says why a catalog's server failed, where the whole server did; `nil` where it did not.
    static func serverSentence(of source: CatalogSource) -> String? {
        guard case .snapshot(_, .unreachable(let error)?) = source else { return nil }
        return serverSentence(of: error)
    }

    /// Says why an avatar could not be had, without its URL, where that goes for others as well; `nil` where it does not.
    static func commonSentence(of error: AvatarOutcome.Error) -> String? {
        switch error {
        case .transfer(let error): serverSentence(of: error)
        case .offline: "not in the cache, and '--offline' does not fetch it"
        default: nil
        }
    }

    /// Says why the cache could not read or write.
    static func sentence(of error: CacheError) -> String {
        switch error {
        case .missing(let path): "the cache's file '\(path)' is gone"
        case .failed(let operation, let path, let errorNumber):
            "the cache could not \(operation) '\(path)': \(SystemError.text(of: errorNumber))"
        case .notADirectory(let path): "the cache needs a directory where the file '\(path)' is: remove it"
        case .notAFile(let path): "the cache needs a file where the directory '\(path)' is: remove it"
        case .empty(let path): "the cache keeps no empty file '\(path)'"
        case .refused(_, let reason): "the cache could not be used: \(reason)"
        case .tooLarge: "too large for the cache ('\(Options.cacheByteLimit.spelling)')"
        }
    }

    /// Says why the object store could not be used.
    static func sentence(ofStore error: any Error) -> String {
        guard let error = error as? ObjectStoreError else { return "\(error)" }
        guard case .transfer(let cause) = error.reason else { return error.description }
        return "the store \(error.store) cannot be used: \(sentence(of: cause))"
    }

    /// Says when a server answered that an avatar is missing, and when it is asked again.
    private static func sentence(missing status: HTTPStatus, _ since: Date, _ until: Date, at now: Date) -> String {
        let age = Int(now.timeIntervalSince(since))
        let answer =
            age < 60 ? "answers with status \(status)" : "answered with status \(status) \(Age.formatted(age)) ago"
        return answer + "; it is asked again after \(Age.formatted(Int(until.timeIntervalSince(now).rounded(.up))))"
    }

    /// A URL for people: a file's is its path.
    private static func text(of url: URL) -> String {
        url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString
    }

    /// Whom a URL's request goes to.
    private static func host(of url: URL) -> String {
        (url.host() ?? "") + (url.port.map { ":\($0)" } ?? "")
    }

    /// Says why an avatar could not be had.
    static func sentence(of error: AvatarOutcome.Error) -> String {
        switch error {
        case .endpoint(let error): error.description
        case .transfer(let error): sentence(of: error)
        case .status(let url, let status): "\(text(of: url)) answers with status \(status)"
        case .missing(let url, let status, let since, let until):
            "\(text(of: url)) " + sentence(missing: status, since, until, at: .now)
        case .empty(let url): "\(text(of: url)) is empty"
        case .notAnImage(let url, let type?): "\(text(of: url)) is not an image, but \(type)"
        case .notAnImage(let url, nil): "\(text(of: url)) is not an image"
        case .incomplete(let url): "\(text(of: url)) is an image that is cut short"
        case .offline(let url): "\(text(of: url)) is not in the cache, and '--offline' does not fetch it"
        }
    }
}

extension Duration {
    /// The duration in seconds, without needless zeros: `30 seconds`, `0.25 seconds`.
    fileprivate var inSeconds: String {
        let milliseconds = components.attoseconds / 1_000_000_000_000_000
        var fraction = String(String(milliseconds + 1000).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let number = fraction.isEmpty ? "\(components.seconds)" : "\(components.seconds).\(fraction)"
        return number == "1" ? "1 second" : number + " seconds"
    }
}
