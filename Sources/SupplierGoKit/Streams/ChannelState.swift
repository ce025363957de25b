/// What a ``BoundedChannel`` remembers: every event changes it and says who is to be resumed, and nothing here waits.
///
/// `Sender` and `Receiver` stand for those who wait: continuations in a channel, plain numbers in a test.
struct ChannelState<Element, Sender, Receiver> {
    /// Who is to be resumed after an event, and with what; each of them once.
    struct Effects {
        var delivery: (receiver: Receiver, result: Result<Element?, any Error>)?
        var answers: [(sender: Sender, isAccepted: Bool)] = []
        var handler: (@Sendable () -> Void)?
    }

    /// What an offer met.
    enum OfferAnswer: Equatable {
        case accepted
        case refused

        /// The channel is full: the offer is to be repeated as a wait, under this ticket.
        case full(ticket: Int)
    }

    private enum Phase {
        case open
        case ended((any Error)?)
        case cancelled
    }

    private let capacity: Int
    private var phase = Phase.open
    private var elements = Queue<Element>()
    private var senders: [(ticket: Int, element: Element, sender: Sender)] = []
    private var receiver: Receiver?
    private var handler: (@Sendable () -> Void)?
    private var lastTicket = 0

    init(capacity: Int) {
        precondition(capacity > 0, "a channel holds at least one element")
        self.capacity = capacity
    }

    /// An element is offered.
    mutating func offer(_ element: Element) -> (Effects, OfferAnswer) {
        var effects = Effects()
        guard case .open = phase else { return (effects, .refused) }
        if let receiver {
            self.receiver = nil
            effects.delivery = (receiver, .success(element))
        } else if elements.count < capacity {
            elements.append(element)
        } else {
            lastTicket += 1
            return (effects, .full(ticket: lastTicket))
        }
        return (effects, .accepted)
    }

    /// A sender that was told ``OfferAnswer/full(ticket:)`` waits with its element; there may be room by now.
    mutating func wait(with element: Element, ticket: Int, sender: Sender) -> Effects {
        var (effects, answer) = offer(element)
        switch answer {
        case .accepted: effects.answers = [(sender, true)]
        case .refused: effects.answers = [(sender, false)]
        case .full: senders.append((ticket, element, sender))
        }
        return effects
    }

    /// A waiting sender takes its element back; nothing happens where it no longer waits.
    mutating func withdraw(_ ticket: Int) -> Effects {
        var effects = Effects()
        if let index = senders.firstIndex(where: { $0.ticket == ticket }) {
            effects.answers = [(senders.remove(at: index).sender, false)]
        }
        return effects
    }

    /// The consumer wants an element.
    mutating func receive(_ receiver: Receiver) -> Effects {
        precondition(self.receiver == nil, "a channel has one consumer")
        var effects = Effects()
        if case .cancelled = phase {
            effects.delivery = (receiver, .failure(CancellationError()))
        } else if let element = elements.popFirst() {
            effects.delivery = (receiver, .success(element))
            if !senders.isEmpty {
                let first = senders.removeFirst()
                elements.append(first.element)
                effects.answers = [(first.sender, true)]
            }
        } else if case .ended(let error) = phase {
            effects.delivery = (receiver, error.map { .failure($0) } ?? .success(nil))
        } else {
            self.receiver = receiver
        }
        return effects
    }

    /// Nothing more is sent; those who wait with an element still deliver it.
    mutating func end(_ error: (any Error)?) -> Effects {
        var effects = Effects()
        guard case .open = phase else { return effects }
        phase = .ended(error)
        handler = nil
        if let receiver {
            self.receiver = nil
            effects.delivery = (receiver, error.map { .failure($0) } ?? .success(nil))
        }
        return effects
    }

    /// The consumer is gone.
    mutating func cancel() -> Effects {
        var effects = Effects()
        if case .cancelled = phase { return effects }
        phase = .cancelled
        elements = Queue()
        effects.answers = senders.map { ($0.sender, false) }
        senders = []
        effects.delivery = receiver.map { ($0, .failure(CancellationError())) }
        receiver = nil
        effects.handler = handler
        handler = nil
        return effects
    }

    /// Somebody wants to know when the consumer is gone.
    mutating func notify(_ handler: @escaping @Sendable () -> Void) -> Effects {
        var effects = Effects()
        switch phase {
        case .open:
            let earlier = self.handler
            self.handler =
                earlier.map { earlier in
                    { @Sendable in
                        earlier()
                        handler()
                    }
                } ?? handler
        case .cancelled: effects.handler = handler
        case .ended: break
        }
        return effects
    }
}

extension ChannelState: Sendable where Element: Sendable, Sender: Sendable, Receiver: Sendable {}
