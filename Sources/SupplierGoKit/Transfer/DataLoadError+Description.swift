extension DataLoadError: Redacted, LocalizedError {
    /// One sentence without a full stop: what happened, at which URL or host, why, and after how many tries. It holds
    /// no user, no password and no value of the URL's query.
    public var description: String { description(about: url.shown) }

    /// The description, with the cause and the number of tries in brackets.
    ///
    /// - Parameters:
    ///   - address: the text for the URL.
    ///   - hint: what else is in the brackets.
    package func description(about address: String, hint: String? = nil) -> String {
        let causes = [cause, hint, tryCount > 1 ? "\(tryCount) tries" : nil].compactMap(\.self).joined(separator: ", ")
        return clause(about: address) + (causes.isEmpty ? "" : " (\(causes))")
    }

    /// The description without the URL's path, if the whole server failed; otherwise `nil`.
    package func serverDescription(hint: String? = nil) -> String? {
        switch reason {
        case .suspended(_, nil): nil
        case .unresolvedHost, .unreachable, .tls, .timedOut, .suspended, .unusableProxy, .proxyRefused, .privateAddress:
            description(about: host, hint: hint)
        case .askedToWait(let status, _, let limit):
            "\(host) asks to wait for more than \(limit.inSeconds) (status \(status)\(quote))"
        default: nil
        }
    }

    private var quote: String { serverReason.map { ", \"\($0)\"" } ?? "" }

    /// The host, with its port if the URL has one.
    private var host: String {
        let name = url.host() ?? ""
        return (name.contains(":") ? "[\(name)]" : name) + (url.port.map { ":\($0)" } ?? "")
    }

    /// The cause, as libcurl or the operating system gives it.
    private var cause: String? {
        switch reason {
        case .unreachable(let reason), .connectionLost(let reason), .unusableProxy(let reason),
            .malformedResponse(let reason), .tls(let reason):
            reason.asCause
        case .proxyRefused(let status): "status \(status)"
        case .askedToWait(let status, _, let limit): "status \(status), at most \(limit.inSeconds)\(quote)"
        case .unreadableFile(_, let errorNumber): FileError.text(of: errorNumber).asCause
        case .failed(let code, let reason) where code != 0: "\(reason.shownText()), libcurl \(code)"
        default: nil
        }
    }

    private func clause(about address: String) -> String {
        switch reason {
        case .unresolvedHost: "the host name '\(url.host() ?? "")' does not resolve"
        case .unreachable: "cannot connect to \(host)"
        case .timedOut(let limit): "\(host) did not answer within \(limit.inSeconds)"
        case .connectionLost: "\(address) gave no response"
        case .unusableProxy, .proxyRefused: "cannot connect to \(host) through the proxy"
        case .askedToWait(_, let wait, _): "\(host) asks to wait \(wait.inSeconds)"
        case .suspended(let end, let status?):
            "\(host) returned status \(status) earlier and asked for a wait; it is asked again after \(end.timeUntil)"
        case .suspended(let end, nil):
            "\(address) gave no response earlier; it is requested again after \(end.timeUntil)"
        case .privateAddress: "\(address) has a private address, which a catalog from outside may not use"
        case .tookTooLong(let limit): "\(address) was not complete after \(limit.inSeconds)"
        case .headTooLarge(let limit):
            "\(address) returned a header of more than \(ByteCount.formatted(limit: limit)), or too many fields"
        case .malformedResponse: "\(address) " + (url.isFileURL ? "is damaged" : "gave an invalid response")
        case .tls: "no secure connection to \(host)"
        case .bodyTooLarge(let limit): "\(address) has more than \(ByteCount.formatted(limit: limit))"
        case .cutShort(let byteCount): "\(address) broke off after \(ByteCount.formatted(byteCount))"
        case .refusedRedirect(let location): "\(address) redirects to '\(location.asShownURL)', which is not followed"
        case .tooManyRedirects(let limit): "\(address) redirects more than \(limit) times"
        case .unsupportedScheme: "\(address) is neither an http, https nor file URL"
        case .malformedURL: "\(address) is not a URL that can be loaded"
        case .unreadableFile(let path, _): "the file '\(path)' cannot be read"
        case .failed(code: 0, let reason): reason.shownText()
        case .failed: "\(address) failed"
        case .loaderIsShutDown: "the loader was shut down"
        }
    }
}

extension String {
    /// The sentence without secrets, and without its capital unless it begins with an abbreviation.
    fileprivate var asCause: String {
        let text = shownText()
        return text.dropFirst().first?.isUppercase == true ? text : text.prefix(1).lowercased() + text.dropFirst()
    }
}
