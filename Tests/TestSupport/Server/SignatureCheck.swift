package import SupplierGoKit

/// Computes what a request for S3 has to be signed with, from the rules of Signature Version 4 alone: tests compare it
/// with what libcurl made, and with what `botocore` would have made.
public struct SignatureCheck: Sendable {
    /// The credentials and the region.
    package let signature: RequestSignature

    /// Creates a check against credentials.
    package init(_ signature: RequestSignature) {
        self.signature = signature
    }

    /// A request is signed as it must be, its body and all fields of the store's included.
    public func isPassed(by request: RecordedRequest) -> Bool {
        guard let given = request["Authorization"], given == authorization(of: request),
            request["x-amz-content-sha256"] == Self.hexadecimal(SHA256.digest(of: request.body)),
            request["x-amz-security-token"] == signature.sessionToken
        else { return false }
        let signed = Set(Self.part("SignedHeaders=", of: given).split(separator: ";"))
        let needed = request.fields.fields.map { $0.name.lowercased() }.filter { $0.hasPrefix("x-amz-") }
        return (needed + ["host"]).allSatisfy { signed.contains($0[...]) }
    }

    /// The `Authorization` field that a request must have, given the names of its signed fields.
    public func authorization(of request: RecordedRequest) -> String? {
        guard let date = request["x-amz-date"], date.utf8.count == 16 else { return nil }
        let names = Self.part("SignedHeaders=", of: request["Authorization"] ?? "")
        let scope = "\(date.prefix(8))/\(signature.region)/s3/aws4_request"
        let hash = Self.hexadecimal(SHA256.digest(of: Array(canonical(request, names).utf8)))
        let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(hash)"
        var key = Array("AWS4\(signature.secretAccessKey)".utf8)
        for word in scope.split(separator: "/") { key = Self.authenticationCode(of: Array(word.utf8), key: key) }
        let result = Self.hexadecimal(Self.authenticationCode(of: Array(text.utf8), key: key))
        return "AWS4-HMAC-SHA256 Credential=\(signature.accessKeyID)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(result)"
    }

    private func canonical(_ request: RecordedRequest, _ names: Substring) -> String {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = Self.encoded(Self.decoded(parts[0]), keeping: "/")
        let parameters = Self.parameters(of: request.target).map { name, value in
            Self.encoded(name) + "=" + Self.encoded(value)
        }
        let fields = request.fields.fields
        let lines = names.split(separator: ";").map { name in
            let values = fields.filter { $0.name.lowercased() == name }.map { field in
                field.value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            }
            return "\(name):\(values.joined(separator: ","))\n"
        }
        return """
            \(request.method)
            \(path)
            \(parameters.sorted().joined(separator: "&"))
            \(lines.joined())
            \(names)
            \(request["x-amz-content-sha256"] ?? "")
            """
    }

    /// The parameters of a target's query, decoded.
    static func parameters(of target: String) -> [(name: String, value: String)] {
        let parts = target.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return [] }
        return parts[1].split(separator: "&").map { parameter in
            let sides = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(sides[0]), sides.count == 2 ? decoded(sides[1]) : "")
        }
    }

    /// The text with its escapes replaced by what they stand for.
    static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func encoded(_ text: String, keeping kept: String = "") -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~\(kept)".utf8)
        return text.utf8.map { byte in
            if plain.contains(byte) { return String(decoding: [byte], as: UTF8.self) }
            return "%" + hexadecimal([byte]).uppercased()
        }.joined()
    }

    /// The value of one part of an `Authorization` field.
    private static func part(_ name: String, of authorization: String) -> Substring {
        authorization.split { $0 == "," || $0 == " " }.first { $0.hasPrefix(name) }?.dropFirst(name.count) ?? ""
    }

    /// A keyed hash (RFC 2104).
    private static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let short = key.count > 64 ? SHA256.digest(of: key) : key
        let block = short + Array(repeating: 0, count: 64 - short.count)
        return SHA256.digest(of: block.map { $0 ^ 0x5c } + SHA256.digest(of: block.map { $0 ^ 0x36 } + message))
    }

    /// Two digits for each byte.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
