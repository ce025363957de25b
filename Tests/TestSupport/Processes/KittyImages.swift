/// What a terminal with kitty's graphics protocol holds: images by their numbers, and where they are placed.
struct KittyImages: Sendable {
    /// An image's number, and that of one of its places.
    private struct Place: Hashable {
        let image: Int?, number: Int?
    }

    private var images: [Int: String] = [:]
    private var places: [Place: TerminalScreen.Drawing] = [:]

    /// Obeys a control string: draws an image, places one that it holds, or erases.
    ///
    /// A picture's content is that which it was sent with, without numbers.
    mutating func obey(_ drawing: TerminalScreen.Drawing, pictures: inout [TerminalScreen.Drawing]) {
        let place = Place(
            image: TerminalScreen.Drawing.number("i", in: drawing.content),
            number: TerminalScreen.Drawing.number("p", in: drawing.content))
        if drawing.has("a=T") {
            let keys = drawing.content.dropFirst(2).prefix { $0 != ";" }
            let others = keys.split(separator: ",").filter { !$0.hasPrefix("i=") && !$0.hasPrefix("p=") }
            let content = "_G" + others.joined(separator: ",") + drawing.content.dropFirst(2 + keys.count)
            if let image = place.image { images[image] = content }
            show(content, at: drawing, as: place, in: &pictures)
        } else if drawing.has("a=p"), let image = place.image, let content = images[image] {
            show(content, at: drawing, as: place, in: &pictures)
        } else if drawing.has("d=i") {
            remove([place], from: &pictures)
        } else if drawing.has("d=I"), let image = place.image {
            images[image] = nil
            remove(places.keys.filter { $0.image == image }, from: &pictures)
        } else if drawing.has("d=A") {
            (images, places) = ([:], [:])
            pictures.removeAll { $0.content.hasPrefix("_G") }
        }
    }

    private mutating func show(
        _ content: String, at drawing: TerminalScreen.Drawing, as place: Place,
        in pictures: inout [TerminalScreen.Drawing]
    ) {
        // What has a number moves; what has none is one more.
        if place.image != nil { remove([place], from: &pictures) }
        let shown = TerminalScreen.Drawing(content: content, row: drawing.row, column: drawing.column)
        places[place] = shown
        pictures.append(shown)
    }

    private mutating func remove(_ removed: [Place], from pictures: inout [TerminalScreen.Drawing]) {
        for place in removed {
            guard let shown = places.removeValue(forKey: place) else { continue }
            if let index = pictures.firstIndex(of: shown) { pictures.remove(at: index) }
        }
    }
}

extension TerminalScreen.Drawing {
    /// Its keys have this one.
    fileprivate func has(_ key: String) -> Bool {
        content.dropFirst(2).prefix { $0 != ";" }.split(separator: ",").contains { $0 == key }
    }
}
