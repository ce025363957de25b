/// The credentials that sign a request to an object store: AWS Signature Version 4, for the service `s3`.
///
/// No description of it holds a secret.
public struct RequestSignature: Sendable, Hashable {
    /// The access key's name.
    public let accessKeyID: String

    /// The access key's secret.
    public let secretAccessKey: String

    /// The session token of temporary credentials, or `nil` for lasting ones.
    public let sessionToken: String?

    /// The store's region, such as `eu-west-1`.
    public let region: String

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - accessKeyID: the access key's name.
    ///   - secretAccessKey: the access key's secret.
    ///   - sessionToken: the session token of temporary credentials. Default `nil`, for lasting ones.
    ///   - region: the store's region, such as `eu-west-1`.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil, region: String) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.region = region
    }
}

extension RequestSignature: CustomStringConvertible, CustomReflectable {
    /// The name of the access key, and the region.
    public var description: String { "access key \(accessKeyID) in \(region)" }

    /// The name of the access key, and the region.
    public var customMirror: Mirror {
        Mirror(self, children: ["accessKeyID": accessKeyID, "region": region])
    }
}

extension DataRequest {
    /// A signed request with the fields that its signature needs besides those that libcurl adds; any other as it is.
    ///
    /// libcurl 7.88 signs all fields that it is given, and `x-amz-date`. For S3 it lacks the digest of the body. It signs a
    /// field of two lines or with several blanks otherwise than servers do, so there are none.
    var withSigningFields: DataRequest {
        guard let signature else { return self }
        var values: [(name: String, value: String)] = []
        for field in fields.fields where !field.value.isEmpty {
            let value = field.value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            if let index = values.firstIndex(where: { $0.name.lowercased() == field.name.lowercased() }) {
                values[index].value += ", " + value
            } else {
                values.append((field.name, value))
            }
        }
        let digest = SHA256.digest(of: method == .put ? body : [])
        values.append(("x-amz-content-sha256", String(hexadecimal: digest)))
        if let token = signature.sessionToken { values.append(("x-amz-security-token", token)) }
        var request = self
        request.fields = HeaderFields(values.compactMap { HeaderFields.Field(name: $0.name, value: $0.value) })
        return request
    }
}
