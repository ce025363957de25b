import FoundationEssentials

extension URL {
    /// The URL of a request target, such as `/catalog.json?page=1`, on a port of 127.0.0.1.
    init(loopbackPort port: UInt16, target: String) {
        self.init(target, at: "http://127.0.0.1:\(port)")
    }

    /// The same over TLS, by the name that ``TestData`` has a certificate for.
    init(secureLoopbackPort port: UInt16, target: String) {
        self.init(target, at: "https://localhost:\(port)")
    }

    private init(_ target: String, at server: String) {
        guard let url = URL(string: server + target) else { preconditionFailure("'\(target)' is not a request target") }
        self = url
    }
}
