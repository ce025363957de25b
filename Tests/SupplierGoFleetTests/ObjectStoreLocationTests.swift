import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

struct ObjectStoreLocationTests {
    private static let signature = ObjectStoreServer.signature

    private static let keys = ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"]

    /// Reads a location with files of profiles in a home directory of the test's own.
    private func location(
        _ variables: [String: String] = [:], credentials: String? = nil, configuration: String? = nil
    ) async throws -> ObjectStoreLocation {
        let home = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: home.path + "/.aws", withIntermediateDirectories: true)
        for (name, text) in [("credentials", credentials), ("config", configuration)] {
            if let text { try Data(text.utf8).write(to: URL(filePath: home.path + "/.aws/" + name)) }
        }
        return try await ObjectStoreLocation(
            "s3://b/p", environment: variables.merging(["HOME": home.path]) { own, _ in own })
    }

    @Test(
        arguments: [
            ("s3://b", "b", ""), ("s3://b/", "b", ""), ("s3://b/p", "b", "p"), ("s3://b/p/", "b", "p"),
            ("s3://b.c-d_9/a b/%41?x#y", "b.c-d_9", "a b/%41?x#y"), ("s3://B/ü/日本", "B", "ü/日本"),
        ])
    func readsBucketAndPrefix(text: String, bucket: String, prefix: String) throws {
        let location = try ObjectStoreLocation(text, endpoint: "http://store.example", signature: Self.signature)
        #expect(location.bucket == bucket)
        #expect(location.prefix == prefix)
        #expect("\(location)" == (prefix.isEmpty ? "s3://\(bucket)" : "s3://\(bucket)/\(prefix)"))
    }

    @Test(arguments: [
        "", "b/p", "s3:/b", "s3://", "s3:///p", "S3://b", "https://b/p", "s3://b c", "s3://bü", "s3://./p", "s3://../p",
        "s3://b//p", "s3://b/p//q", "s3://b/./p", "s3://b/p/..", "s3://b/p//", "s3://b/p\n", "s3://b/p\u{7f}",
        "s3://~/p",
        "s3://b/" + String(repeating: "x", count: 1000),
    ])
    func refusesOtherLocations(text: String) {
        #expect(throws: ObjectStoreLocation.Error.malformed(text)) {
            try ObjectStoreLocation(text, endpoint: "http://store.example", signature: Self.signature)
        }
    }

    @Test(arguments: [
        "", "store.example", "ftp://store.example", "http://", "http://u@store.example", "http://u:p@store.example",
        "http://store.example?x", "http://store.example#x", "http://store example", "http://störe.example",
    ])
    func refusesEndpointsThatAreNotServers(text: String) {
        #expect(throws: ObjectStoreLocation.Error.malformedEndpoint(text)) {
            try ObjectStoreLocation("s3://b", endpoint: text, signature: Self.signature)
        }
    }

    @Test(arguments: ["", "a:b", "a b", "a/b", String(repeating: "x", count: 65)])
    func refusesRegionsThatAreNotNames(region: String) {
        let signature = RequestSignature(accessKeyID: "id", secretAccessKey: "secret", region: region)
        #expect(throws: ObjectStoreLocation.Error.malformedRegion(region)) {
            try ObjectStoreLocation("s3://b", endpoint: "http://store.example", signature: signature)
        }
    }

    @Test(
        arguments: [
            ([:], "https://s3.us-east-1.amazonaws.com", "us-east-1"),
            (["AWS_REGION": "eu-1", "AWS_DEFAULT_REGION": "x"], "https://s3.eu-1.amazonaws.com", "eu-1"),
            (["AWS_REGION": "", "AWS_DEFAULT_REGION": "cn-9"], "https://s3.cn-9.amazonaws.com.cn", "cn-9"),
            (["AWS_ENDPOINT_URL": "http://a/"], "http://a", "us-east-1"),
            (["AWS_ENDPOINT_URL": "http://a", "AWS_ENDPOINT_URL_S3": "http://b:9/s3//"], "http://b:9/s3", "us-east-1"),
        ] as [([String: String], String, String)])
    func variablesNameEndpointAndRegion(variables: [String: String], endpoint: String, region: String) async throws {
        let location = try await location(variables.merging(Self.keys) { $1 })
        #expect(location.endpoint.absoluteString == endpoint)
        let expected = RequestSignature(accessKeyID: "id", secretAccessKey: "secret", region: region)
        #expect(location.signature == expected)
    }

    @Test(arguments: [
        "[default]\n  aws_access_key_id = id\n  aws_secret_access_key = secret\n",
        "[default]\n\taws_access_key_id = id\naws_secret_access_key = secret\n",
        "[default]\ns3 =\n  addressing_style = path\naws_access_key_id = id\naws_secret_access_key = secret\n",
    ])
    func indentedKeysAreReadUnlessTheyBelongToAnother(credentials: String) async throws {
        let signature = try await location([:], credentials: credentials).signature
        #expect(signature.accessKeyID == "id" && signature.secretAccessKey == "secret")
    }

    private static let credentials = """
        # of this machine
        [default]
        aws_access_key_id = d-id
        aws_secret_access_key=d=secret/+

        [ other ]
          ; indented comment
        AWS_ACCESS_KEY_ID = o-id
        aws_secret_access_key = o-secret
        aws_session_token = o-token
        """

    private static let configuration = """
        [default]
        region = d-region
        endpoint_url = http://d.example
        [profile other]
        region = o-region
        services = ours
        endpoint_url = http://o.example
        s3 =
            addressing_style = path
        [services ours]
        sqs =
            endpoint_url = http://sqs.example
        s3 =
            endpoint_url = http://s3.example
        [profile whole]
        aws_access_key_id = w-id
        aws_secret_access_key = w-secret
        [other]
        region = not-a-profile
        """

    @Test(
        arguments: [
            ([:], "d-id", "d=secret/+", nil, "d-region", "http://d.example"),
            (["AWS_PROFILE": "other"], "o-id", "o-secret", "o-token", "o-region", "http://s3.example"),
            (["AWS_PROFILE": "whole"], "w-id", "w-secret", nil, "us-east-1", "https://s3.us-east-1.amazonaws.com"),
            (keys, "id", "secret", nil, "d-region", "http://d.example"),
            (["AWS_SESSION_TOKEN": "stray"], "d-id", "d=secret/+", nil, "d-region", "http://d.example"),
        ] as [([String: String], String, String, String?, String, String)])
    func profilesNameTheRest(
        variables: [String: String], id: String, secret: String, token: String?, region: String, endpoint: String
    ) async throws {
        let location = try await location(
            variables, credentials: Self.credentials, configuration: Self.configuration)
        let expected = RequestSignature(
            accessKeyID: id, secretAccessKey: secret, sessionToken: token, region: region)
        #expect(location.signature == expected)
        #expect(location.endpoint.absoluteString == endpoint)
    }

    @Test func variablesNameTheFiles() async throws {
        let directory = try TemporaryDirectory()
        try Data(Self.credentials.utf8).write(to: URL(filePath: directory.path + "/keys"))
        try Data(Self.configuration.utf8).write(to: URL(filePath: directory.path + "/settings"))
        let location = try await location([
            "HOME": directory.path, "AWS_SHARED_CREDENTIALS_FILE": "~/keys",
            "AWS_CONFIG_FILE": directory.path + "/settings",
        ])
        #expect(location.signature.accessKeyID == "d-id")
        #expect(location.signature.region == "d-region")
    }

    @Test(
        arguments: [
            (
                [:],
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or add an access key to the profile 'default' in "
                    + "~/.aws/credentials"
            ),
            (
                ["AWS_PROFILE": "none", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null"],
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or add an access key to the profile 'none' in "
                    + "/dev/null"
            ),
            (
                ["AWS_PROFILE": "half"],
                "add aws_secret_access_key to the profile 'half' in ~/.aws/credentials"
            ),
            (["AWS_PROFILE": "later"], "add aws_access_key_id to the profile 'later' in ~/.aws/config"),
            (["AWS_PROFILE": "whole", "AWS_ACCESS_KEY_ID": "id"], "set AWS_SECRET_ACCESS_KEY"),
            (["AWS_PROFILE": "whole", "AWS_SECRET_ACCESS_KEY": "secret"], "set AWS_ACCESS_KEY_ID"),
        ] as [([String: String], String)])
    func withoutCredentialsItSaysWhatToSet(variables: [String: String], advice: String) async throws {
        let error = ObjectStoreLocation.Error.noCredentials("s3://b/p", advice: advice)
        await #expect(throws: error) {
            try await location(
                variables, credentials: "[half]\naws_access_key_id = id\n[]\n]\n=\nx",
                configuration: Self.configuration.replacing("[default]", with: "[none]")
                    + "\n[profile later]\naws_secret_access_key = secret\n")
        }
        #expect(error.description == "no credentials for s3://b/p; " + advice)
    }

    @Test func aFileThatCannotBeReadIsSaid() async throws {
        let loop = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(atPath: loop.path + "/a", withDestinationPath: loop.path + "/a")
        await #expect(throws: ObjectStoreLocation.Error.self) {
            try await location(["AWS_CONFIG_FILE": loop.path + "/a"].merging(Self.keys) { $1 })
        }
    }
}
