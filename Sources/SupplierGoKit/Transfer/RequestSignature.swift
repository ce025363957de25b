/// The credentials that sign a request to an object store: AWS Signature Version 4, for the service `s3`.
///
/// No description of it holds a secret. Signatures in other servers' URLs are those of
/// `String.withoutSignature`, in `URL+Written.swift`.
package struct RequestSignature: Sendable, Hashable {
    /// The access key's name.
    package let accessKeyID: String

    /// The access key's secret.
    package let secretAccessKey: String

    /// The session token of temporary credentials, or `nil` for lasting ones.
    package let sessionToken: String?

    /// The store's region, such as `eu-west-1`.
    package let region: String

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - accessKeyID: the access key's name.
    ///   - secretAccessKey: the access key's secret.
    ///   - sessionToken: the session token of temporary credentials. Default `nil`, for lasting ones.
    ///   - region: the store's region, such as `eu-west-1`.
    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil, region: String) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.region = region
    }
}

extension RequestSignature: Redacted {
    /// The name of the access key, and the region.
    package var description: String { "access key \(accessKeyID) in \(region)" }
}

extension DataRequest {
    /// The fields of a signed request: those that it has, and those that its signature needs besides the ones that
    /// libcurl adds.
    ///
    /// libcurl 7.88 signs all fields that it is given, and `x-amz-date`. For S3 it lacks the digest of the body. It
    /// signs a field of two lines or with several blanks otherwise than servers do, so there are none.
    var signingFields: [HeaderFields.Field] {
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
        if let token = signature?.sessionToken { values.append(("x-amz-security-token", token)) }
        return values.compactMap { HeaderFields.Field(name: $0.name, value: $0.value) }
    }
}
