import SupplierGoKit

/// Runs the browser: reads what happened, changes the state, does what that asks for, and draws.
///
/// Nothing here waits but for events and for the terminal to take a frame. A burst of events is drawn once, a key at
/// once.
struct Browser {
    /// The end of the browser.
    enum End: Sendable {
        /// The user left the browser.
        case left(ExitStatus)

        /// These suppliers were chosen, for `--print`.
        case chose([Supplier])
    }

    /// The least time between two frames that no key asked for.
    private static let frameTime = Duration.milliseconds(16)

    /// The time that the first frame waits for suppliers: those of a local catalog have arrived by then.
    private static let firstFrameTime = Duration.milliseconds(50)

    private let terminal: TerminalSession
    private let mailbox: Mailbox
    private let actions: BrowserActions
    private let catalog: CatalogFeed
    private let avatars: AvatarFeed
    private let rows: RowArranger
    private var details: DetailsFeed
    private var state: BrowserState
    private var renderer: ScreenRenderer

    /// Until then no frame is drawn unless a key asks for it.
    private var pauseEnd = ContinuousClock.now

    /// True if a frame is to be drawn at the end of the pause.
    private var hasChanged = false

    /// The exports that were begun, and the last edit; each is false if it was given up.
    private var exports: [(path: String, task: Task<Bool, Never>)] = []
    private var edit: Task<Void, Never>?

    /// Draws until a choice was made, the browser was left, or the task is cancelled; the terminal is as it was then.
    ///
    /// - Returns: its end, and whether records of the catalog were skipped, or it is known to have more.
    /// - Throws: ``SystemFailure`` if the terminal cannot be used, ``Failure`` if it is gone;
    ///   `CancellationError`.
    static func run(_ command: BrowseCommand, in session: Session) async throws -> (end: End, isPartial: Bool) {
        AvatarPainter.warn(of: command.image, on: session.console)
        let mailbox = Mailbox()
        let terminal = try TerminalSession(environment: session.console.environment.variables)
        defer { terminal.close() }
        // Warnings of the cache, and of records that are not suppliers, come at the end.
        let outer = session
        let session = session.on(session.console.drawing(onTerminal: terminal.descriptor))
        let answers = AsyncStream.makeStream(of: TerminalAnswers.self)
        let painter = AvatarPainter(command.image, on: session.console) {
            for await answers in answers.stream { return answers }
            return TerminalAnswers()
        }
        var browser = Browser(command, on: terminal, session, mailbox, painter, outer)
        let tasks = [
            Task { await mailbox.post(from: terminal) { answers.continuation.yield($0) } },
            Task { [catalog = browser.catalog] in await catalog.run() },
            Task { [avatars = browser.avatars] in await avatars.run() },
        ]
        defer { for task in tasks { task.cancel() } }
        // The loop has its own thread: Swift's pool may be busy with the catalog.
        return try await withTaskExecutorPreference(BlockingThreads(threadCount: 1)) {
            TerminalRestoration.guardThread()
            let end = await Result { try await browser.run() }
            await browser.finish()
            let skipped = browser.catalog.skipped
            skipped.map { $0.sentences + $0.doubts }?.forEach(outer.console.warn)
            return (try end.get(), skipped?.isPartial ?? false)
        }
    }

    private init(
        _ command: BrowseCommand, on terminal: TerminalSession, _ session: Session, _ mailbox: Mailbox,
        _ painter: AvatarPainter, _ outer: Session
    ) {
        self.terminal = terminal
        self.mailbox = mailbox
        let avatars = AvatarFeed(by: session.loader, into: mailbox, painter: painter, warnings: outer.cacheWarnings)
        details = DetailsFeed(mailbox: mailbox, session: outer)
        let (location, store) = (session.loader.location, command.loading.edits)
        let setting = BrowserSetting(
            catalogName: session.options.catalogName.visibleText, catalogWord: session.options.catalogWord,
            waiting: session.waiting(in: session.console.outputStyle), style: session.console.outputStyle,
            columns: command.columns,
            matcher: QueryMatcher(
                naming: (command.columns ?? []).compactMap(\.otherPath) + command.arrangement.order.otherPaths),
            resolver: EndpointResolver(against: location), isPicker: command.choice != nil,
            isOffline: session.loader.configuration.isOffline,
            hasDetails: session.loader.configuration.shape.details != nil)
        let catalog = CatalogFeed(
            session: outer, mailbox: mailbox, interval: command.watch, matcher: setting.matcher,
            readEdits: {
                guard let edits = try await store?.document(of: location).edits else { return nil }
                avatars.use(edits)
                return edits
            })
        actions = BrowserActions(session: session, terminal: terminal, mailbox: mailbox, edits: store) {
            avatars.use($0)
            catalog.show($0, $1)
        }
        (self.catalog, self.avatars) = (catalog, avatars)
        let collation = SupplierOrder.Collation(session.console.environment)
        rows = RowArranger(collation: collation, hasFailed: session.hasFailed)
        state = BrowserState(setting, size: terminal.size, query: command.text, arrangement: command.arrangement)
        renderer = ScreenRenderer(style: session.console.outputStyle)
    }

    private mutating func run() async throws -> End {
        defer {
            rows.cancel()
            details.show(nil)
        }
        pause(for: Self.firstFrameTime)
        while let events = await mailbox.next() {
            var isUrgent = false
            for event in events {
                isUrgent = isUrgent || isUrgentEvent(event)
                if let end = handle(event) { return end }
            }
            hasChanged = hasChanged || !events.isEmpty
            guard hasChanged, isUrgent || pauseEnd <= .now else { continue }
            draw()
            if !isUrgent { pause(for: Self.frameTime) }
        }
        try Task.checkCancellation()
        throw Failure(.inputOutput, "the terminal is gone")
    }

    /// Gives up the exports that go on, whose temporary files go, and waits for an edit; says what failed.
    private func finish() async {
        let console = catalog.session.console
        for (_, task) in exports { task.cancel() }
        for (path, task) in exports {
            if await !task.value { console.warn("the export to '\(path)' was given up") }
        }
        await edit?.value
        for event in mailbox.remaining() {
            switch event {
            case .failed(let failure), .exportFailed(_, let failure): console.warn(failure.sentence)
            default: break
            }
        }
    }

    /// True if an event is drawn at once: a key, and the first suppliers.
    private func isUrgentEvent(_ event: BrowserEvent) -> Bool {
        switch event {
        case .input: true
        case .catalog(let catalog): state.table.isEmpty && !catalog.table.isEmpty
        default: false
        }
    }

    private mutating func draw() {
        hasChanged = false
        let frame = renderer.render(state.draw())
        if !frame.isEmpty { terminal.write(frame) }
    }

    /// Lets frames wait that no key asks for; the mailbox is woken for them in the end.
    private mutating func pause(for time: Duration) {
        let end = ContinuousClock.now + time
        pauseEnd = end
        Task { [mailbox] in
            try await Task.sleep(until: end, clock: .continuous)
            mailbox.wake()
        }
    }

    /// Handles an event and performs its effects; returns an end when the browser ends.
    private mutating func handle(_ event: BrowserEvent) -> End? {
        // It is said once, and not after each reload.
        if case .readByGuess(let sentence) = event, !state.isReadByGuess {
            details.session.warn(of: .reading(sentence))
        }
        for effect in state.update(event) {
            if let end = perform(effect) { return end }
        }
        if case .catalog(let catalog) = event, catalog.isComplete, catalog.end.failure == nil {
            avatars.fetchOthers(of: catalog.table)
        }
        return nil
    }

    private mutating func perform(_ effect: BrowserEffect) -> End? {
        switch effect {
        case .leave(let end): return end
        case .suspend:
            terminal.suspend()
            renderer.forget()
        case .redraw: renderer.forget()
        case .arrange(let request): rows.start(request) { [mailbox] in mailbox.post(.arranged($0)) }
        case .reload:
            hurry()
            catalog.reload()
        case .retryAvatars: hurry()
        case .showDetails(let supplier): details.show(supplier)
        case .showPictures(let requests): avatars.show(requests)
        case .open(let field, let supplier): actions.open(field, of: supplier)
        case .write(let suppliers): actions.openMessage(to: suppliers)
        case .copy(let text): actions.copy(text)
        case .export(let export): exports.append((export.path, Task { [actions] in await actions.export(export) }))
        case .edit(let changes): edit = Task { [actions] in await actions.store(changes) }
        case .undo: edit = Task { [actions] in await actions.undo() }
        case .wait(let time, let timer): actions.wait(time, for: timer)
        }
        return nil
    }

    /// Asks servers from now on also before the end of their waits.
    private mutating func hurry() {
        avatars.hurry()
        details.hurry()
    }
}

/// Loads the details of the supplier whose card is in view, for the browser; they come as an event.
struct DetailsFeed {
    /// The time for which a card is in view before its details are loaded: a supplier that is passed by costs no
    /// request.
    private static let delay = Duration.milliseconds(150)

    let mailbox: Mailbox
    private(set) var session: Session
    private(set) var task: Task<Void, any Error>?

    /// Loads a supplier's details, or none, in place of those that were asked for before.
    mutating func show(_ supplier: Supplier?) {
        task?.cancel()
        guard let supplier else { return }
        task = Task { [mailbox, session] in
            try await Task.sleep(for: Self.delay)
            mailbox.post(.detailed(supplier, try await session.details(of: supplier)))
        }
    }

    /// Asks servers from now on also before the end of their waits.
    mutating func hurry() { session = session.using(session.loader.impatient) }
}
