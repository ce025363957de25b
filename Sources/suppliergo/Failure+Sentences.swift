import FoundationEssentials
import SupplierGoKit

extension Failure {
    /// Says why a catalog could not be read.
    static func sentence(of error: CatalogError) -> String {
        switch error {
        case .transfer(let error): "the catalog cannot be read: " + sentence(of: error)
        case .status(let url, let status) where status.isRefusal:
            "\(url.absoluteString) refuses access with status \(status): "
                + "give a token in $\(EnvironmentVariable.token.rawValue), or a field with '--header'"
        case .status(let url, let status): "\(url.absoluteString) answers with status \(status)"
        case .fault(let fault): "the catalog cannot be read: \(fault)"
        case .noSnapshot(let url):
            "the cache holds no snapshot of \(url.absoluteString): run it once without '--offline'"
        }
    }

    /// Says why a transfer failed.
    static func sentence(of error: DataLoadError) -> String {
        switch error {
        case .unresolvedHost(let url):
            "the host name '\(url.host() ?? "")' of \(url.absoluteString) does not resolve"
        case .unreachable(let url, let reason): "\(url.absoluteString) cannot be reached: \(reason)"
        case .timedOut(let url, let limit):
            "\(url.absoluteString) sent nothing for \(limit.inSeconds)"
        case .tls(let url, let reason): "no secure connection to \(url.absoluteString): \(reason)"
        case .bodyTooLarge(let url, let limit): "\(url.absoluteString) has more than \(limit) bytes"
        case .cutShort(let url, let byteCount): "\(url.absoluteString) broke off after \(byteCount) bytes"
        case .refusedRedirect(let url, let location):
            "\(url.absoluteString) redirects to '\(location)', which is not followed"
        case .tooManyRedirects(let url, let limit): "\(url.absoluteString) redirects more than \(limit) times"
        case .unsupportedScheme(let url): "\(url.absoluteString) is neither an http, https nor file URL"
        case .malformedURL(let url): "\(url.absoluteString) is no URL that can be loaded"
        case .unreadableFile(let path, let errorNumber):
            "the file '\(path)' cannot be read: \(SystemError.text(of: errorNumber))"
        case .failed(let url, let code, let reason): "\(url.absoluteString) failed: \(reason) (libcurl \(code))"
        case .loaderIsShutDown: "the loader was shut down"
        }
    }

    /// Says why the cache could not read or write.
    static func sentence(of error: CacheError) -> String {
        switch error {
        case .missing(let path): "the cache's file '\(path)' is gone"
        case .failed(let operation, let path, let errorNumber):
            "the cache could not \(operation) '\(path)': \(SystemError.text(of: errorNumber))"
        case .notADirectory(let path): "the cache needs a directory where the file '\(path)' is"
        }
    }

    /// Says why an avatar could not be had.
    static func sentence(of error: AvatarFailure) -> String {
        switch error {
        case .endpoint(let error): error.description
        case .transfer(let error): sentence(of: error)
        case .status(let url, let status): "\(url.absoluteString) answers with status \(status)"
        case .empty(let url): "\(url.absoluteString) is empty"
        case .notAnImage(let url, let type?): "\(url.absoluteString) is no image, but \(type)"
        case .notAnImage(let url, nil): "\(url.absoluteString) is no image"
        case .incomplete(let url): "\(url.absoluteString) is an image that breaks off"
        case .offline(let url): "\(url.absoluteString) is not in the cache, and '--offline' asks nobody for it"
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
