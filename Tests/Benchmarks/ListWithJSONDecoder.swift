// Lists a catalog's suppliers in the columns of `tsv`, as a program with Foundation's JSONDecoder would; compiled by
// `Tests/Benchmarks/json-decoder`.

import Foundation

@main
struct ListWithJSONDecoder {
    private struct Record: Decodable {
        let id, createdAt, fullname, phone, company, email: String
        let avatar: String?
    }

    static func main() throws {
        let file = URL(fileURLWithPath: CommandLine.arguments[1])
        let records = try JSONDecoder().decode([Record].self, from: Data(contentsOf: file))
        var output = Data()
        for record in records {
            for field in [record.id, record.fullname, record.company, record.phone, record.email] {
                append(field, to: &output)
                output.append(0x09)
            }
            append(record.createdAt, to: &output)
            output.append(0x0a)
            if output.count >= 65_536 {
                FileHandle.standardOutput.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        FileHandle.standardOutput.write(output)
    }

    private static func append(_ field: String, to output: inout Data) {
        guard field.utf8.contains(where: { $0 < 0x10 || $0 == 0x5c }) else {
            return output.append(contentsOf: field.utf8)
        }
        for byte in field.utf8 {
            switch byte {
            case 0x09: output.append(contentsOf: #"\t"#.utf8)
            case 0x0a: output.append(contentsOf: #"\n"#.utf8)
            case 0x0d: output.append(contentsOf: #"\r"#.utf8)
            case 0x5c: output.append(contentsOf: #"\\"#.utf8)
            default: output.append(byte)
            }
        }
    }
}
