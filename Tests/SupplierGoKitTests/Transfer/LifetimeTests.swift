import Testing

@testable import SupplierGoKit

struct LifetimeTests {
    @Test(arguments: [
        (["max-age=60"], nil, 60), (["MAX-AGE=60 , public"], nil, 60), (["max-age=\"60\""], nil, 60),
        (["public", "max-age=5"], nil, 5), (["max-age=60"], "20", 40), (["max-age=60"], "61", 0),
        (["max-age=60, max-age=90"], nil, 60), (["max-age=99999999999999999999"], nil, 315_360_000),
        (["max-age=60, no-cache"], nil, 0), (["no-store", "max-age=60"], nil, 0), (["max-age=-1"], nil, 0),
        (["max-age="], nil, 0), (["s-maxage=60"], nil, 0), (["max-age=60"], "soon", 0),
        (["no-cache=\"set-cookie\", max-age=60"], nil, 0), ([], nil, 0),
    ])
    func countsWhatTheServerSaid(controls: [String], age: String?, seconds: Int) {
        var fields = HTTPFields(controls.compactMap { HTTPFields.Field(name: "cache-control", value: $0) })
        if let field = age.flatMap({ HTTPFields.Field(name: "Age", value: $0) }) { fields.append(field) }
        #expect(fields.lifetime == seconds)
    }
}
