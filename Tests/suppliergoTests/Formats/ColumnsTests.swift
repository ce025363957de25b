import Testing

@testable import suppliergo

struct ColumnsTests {
    @Test(arguments: [
        (80, 4, 32, 40, 4), (120, 4, 32, 44, 4), (40, 4, 14, 18, 4), (28, 4, 9, 11, 4), (27, 4, 21, 0, 4),
        (14, 4, 8, 0, 4), (13, 4, 13, 0, 0), (1, 1, 1, 0, 0), (80, 36, 18, 22, 36),
    ])
    func sharesOutTheWidth(width: Int, idWidth: Int, name: Int, company: Int, id: Int) {
        let columns = Columns(width: width, idWidth: idWidth)
        #expect([columns.name, columns.company, columns.id] == [name, company, id])
    }
}
