import FoundationEssentials
import SupplierGoKit
import TestSupport

@testable import suppliergo

/// Catalogs and an image that tests of commands are made of.
enum Samples {
    /// A record; its name, company and so on are made from its id.
    static func record(_ id: Int, name: String? = nil, avatar: String? = nil) -> String {
        let name = name ?? "Name \(id)"
        let avatar = avatar.map { "\"\($0)\"" } ?? "null"
        return """
            {"id":"\(id)","createdAt":"2021-01-0\(id % 9 + 1)T00:00:00Z","fullname":"\(name)","avatar":\(avatar),\
            "phone":"+1 \(id)","company":"Company \(id)","email":"\(id)@example.com"}
            """
    }

    /// A catalog of records.
    static func catalog(_ records: [String]) -> String {
        "[" + records.joined(separator: ",\n") + "]"
    }

    /// A catalog of `avatarCount` suppliers, whose avatars are `/1.png`, `/2.png` and so on.
    static func catalog(avatarCount: Int) -> String {
        catalog((1...avatarCount).map { record($0, avatar: "/\($0).png") })
    }

    /// A line of `tsv` for a record.
    static func line(_ id: Int, name: String? = nil) -> String {
        "\(id)\t\(name ?? "Name \(id)")\tCompany \(id)\t+1 \(id)\t\(id)@example.com\t2021-01-0\(id % 9 + 1)T00:00:00Z\n"
    }

    /// A picture of one pixel.
    static let picture = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=
                """) ?? Data())

    /// The summary of a run that fetched this many of that picture.
    static func fetched(_ count: Int, byteCount: Int = picture.count) -> String {
        let size = ByteCount.formatted(count * byteCount)
        return "suppliergo: \(Count.formatted(count, "avatar")) fetched (\(size))"
    }

    /// A server with this catalog at `/catalog.json` and the picture everywhere else.
    static func server(_ catalog: String) throws -> LoopbackServer {
        try LoopbackServer { request in
            request.target == "/catalog.json" ? .ok(catalog) : .ok(picture, contentType: "image/png")
        }
    }
}
