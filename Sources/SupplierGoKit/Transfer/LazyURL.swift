import FoundationEssentials

/// A URL by its text, which is parsed only where somebody asks for the `URL`: of most that are loaded nobody does.
///
/// It is an object, since it is handed on with the request, its answer and what that took.
final class LazyURL: Sendable {
    /// The whole URL as text.
    let text: String

    /// The URL, where there was one before its text.
    private let parsed: URL?

    /// Takes a URL.
    init(_ url: URL) {
        text = url.absoluteString
        parsed = url
    }

    /// Takes the text of an absolute `http` or `https` URL that a URL parser takes, and leaves as it is.
    init(plain text: String) {
        self.text = text
        parsed = nil
    }

    /// The URL, made anew each time where there was none before its text.
    var url: URL {
        if let parsed { return parsed }
        guard let url = URL(string: text) else { preconditionFailure("plain text is a URL") }
        return url
    }

    /// Whether its text is known to be as a URL parser leaves it.
    var isPlain: Bool { if case nil = parsed { true } else { false } }

    /// Whether it is a `file` URL.
    var isFile: Bool { parsed?.isFileURL ?? false }
}

extension LazyURL: Hashable {
    /// Whether both are one URL.
    static func == (left: LazyURL, right: LazyURL) -> Bool {
        if left === right { return true }
        if left.isPlain && right.isPlain { return left.text == right.text }
        return left.url == right.url
    }

    /// Hashes the text, which is the same for equal URLs.
    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
