import FoundationEssentials
import TestSupport
import Testing

/// Long texts from a catalog or a server, in each place from which a message takes one.
@Suite(.timeLimit(.minutes(3)))
struct HostileTextTests {
    enum Place: CaseIterable {
        case avatar, name, otherField, redirect, mediaType

        /// The characters of the shorter texts, four times as many in `.ci/run walks`. A head has at most some hundred
        /// kilobytes.
        var length: Int {
            (self == .redirect || self == .mediaType ? 25_000 : 50_000) / (RandomWalk.isLong ? 1 : 4)
        }

        func record(_ number: Int, _ text: String, _ server: LoopbackServer) throws -> String {
            let text = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
            return switch self {
            case .avatar: Samples.record(number).replacing("null", with: text)
            case .name: Samples.record(number, avatar: "ftp:/").replacing("\"Name \(number)\"", with: text)
            case .otherField: Samples.record(number).dropLast() + ",\"other\":\(text)}"
            case .redirect, .mediaType: Samples.record(number, avatar: server.url("/\(number)").absoluteString)
            }
        }

        func answer(_ text: String) -> Answer {
            self == .redirect
                ? Answer.raw("HTTP/1.1 302 Found\r\nLocation: \(text)\r\nContent-Length: 0\r\n\r\n")
                : Answer.raw("HTTP/1.1 200 OK\r\nContent-Type: \(text)\r\nContent-Length: 1\r\n\r\nx")
        }
    }

    /// The seconds of processor time of a fetch, and of lists with a query, over suppliers that have such texts.
    private func processorTime(_ place: Place, length: Int) async throws -> Double {
        let texts = hostileTexts(length: length)
        let server = try LoopbackServer { request in
            place.answer(texts[Int(request.target.dropFirst()) ?? 0])
        }
        defer { server.stop() }
        let setting = try CommandSetting()
        let records = try texts.indices.map { try place.record($0, texts[$0], server) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let lines = #""fetch -v --retries 0" "list other:x" "list --color always a" check"#
        let result = try await setting.shell(#"for line in \#(lines); do "$0" $line -c c.json; done >out 2>&1; times"#)
        #expect(try setting.directory.read("out").count > 0)
        let times = result.output.split(separator: "\n").last?.split(separator: " ") ?? []
        return times.reduce(0) { sum, time in
            let parts = time.dropLast().split(separator: "m")
            return sum + (Double(parts.first ?? "") ?? .infinity) * 60 + (Double(parts.last ?? "") ?? .infinity)
        }
    }

    @Test(arguments: Place.allCases)
    func twiceTheTextTakesLessThanThreeTimesTheProcessorTime(place: Place) async throws {
        for number in 1...3 {
            let half = try await processorTime(place, length: place.length)
            let whole = try await processorTime(place, length: 2 * place.length)
            if whole < 3 * max(half, 0.2) { return }
            #expect(number < 3, "\(half) s, \(whole) s")
        }
    }
}
