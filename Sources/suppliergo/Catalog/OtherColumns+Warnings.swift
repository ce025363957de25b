import SupplierGoKit

extension OtherColumns {
    /// A sentence for each path that no record had, with the nearest name.
    func warnings(of paths: [String]) -> [String] {
        let (paths, names) = missing(of: paths)
        return paths.map { path in
            let others = (ListColumn.allCases.map(\.rawValue) + names).filter { $0 != path }
            let nearest = NearestWord.to(path, among: others)
            return "no record has '\(path)'" + (nearest.map { ": did you mean '\($0)'?" } ?? "")
        }
    }
}
