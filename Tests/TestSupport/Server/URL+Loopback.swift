import FoundationEssentials

extension URL {
    /// The URL of a request target, such as `/catalog.json?page=1`, on a port of 127.0.0.1.
    init(loopbackPort port: UInt16, target: String) {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(target)") else {
            preconditionFailure("'\(target)' is no request target")
        }
        self = url
    }
}
