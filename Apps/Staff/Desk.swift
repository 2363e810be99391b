import Bootstrap
import Console
import DTOs
import Domain
import UseCases

/// A verb's declaration and what it does.
struct Command: Sendable {
    let verb: Verb
    let run: @Sendable (Desk) throws(CommandFailure) -> Void
}

/// What a verb works with: what was stated, where to write, and the library, which is opened when it is first needed.
final class Desk {
    let arguments: Arguments
    let output: Output
    let errors: Output
    let principal: Principal
    let isJSON: Bool
    private var opened: Library?
    private var use = Library.Use.reading

    init(_ arguments: Arguments, output: Output, errors: Output) throws(CommandFailure) {
        self.arguments = arguments
        self.output = output
        self.errors = errors
        isJSON = arguments.flag(Option.json.name)
        do { principal = try Account.staff() } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    /// The store that was chosen.
    func location() throws(CommandFailure) -> StoreLocation {
        do {
            return try StoreLocation.chosen(option: arguments.value(Option.store.name))
        } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    /// The library, to be changed; opened once.
    func library() throws(CommandFailure) -> Library { try library(for: .changing) }

    /// The library, only to be read, so that nobody waits while an answer is written; opened once.
    func reading() throws(CommandFailure) -> Library { try library(for: .reading) }

    private func library(for use: Library.Use) throws(CommandFailure) -> Library {
        try ask(orElse: "the library is not open") { () throws(HoldingsFailure) in
            try library(for: use, orThrow: HoldingsFailure.self)
        }
    }

    /// The library, opened once; a failure is the store's trouble as a use case tells it.
    func library<Refusal>(
        for use: Library.Use = .changing, orThrow: UseCaseFailure<Refusal>.Type
    ) throws(UseCaseFailure<Refusal>) -> Library {
        if let opened, use == .reading || use == self.use { return opened }
        do {
            let location = try StoreLocation.chosen(option: arguments.value(Option.store.name))
            let library = try Library.open(location, for: use)
            opened = library
            self.use = use
            return library
        } catch { throw .storage(StorageTrouble(error)) }
    }

    /// The library at another place than the chosen one.
    func library(at location: StoreLocation, for use: Library.Use = .changing) throws(CommandFailure) -> Library {
        do {
            let library = try Library.open(location, for: use)
            opened = library
            return library
        } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    /// What the library's clocks show; nil before it is open.
    var clocks: LibraryTimes? { opened.map { LibraryTimes(calendar: $0.calendar) } }

    /// Writes times in the library's zone, or in UTC before it is open.
    var times: TimeText {
        guard let clocks else { return .utc }
        return TimeText { clocks.local(at: $0) }
    }

    /// Reads titles and names; nil before the library is open.
    var names: Names? { opened.map { Names($0, as: principal) } }

    /// Asks a use case; a failure is told as what did not happen.
    func ask<Value, Refusal: ExplainedRefusal>(
        orElse undone: String, _ question: () throws(UseCaseFailure<Refusal>) -> Value
    ) throws(CommandFailure) -> Value {
        do { return try question() } catch { throw CommandFailure(error, undone: undone, times: times) }
    }

    /// Writes an answer: a document for programs, or else what `people` writes.
    func answer(_ document: @autoclosure () -> some JSONDocument, people: () -> Void) {
        if isJSON {
            var json = JSONWriter()
            json.document(document())
            output.write(json.bytes)
        } else {
            people()
        }
        output.flush()
    }

    /// Tells something that is no result.
    func remark(_ text: String) {
        errors.line(text)
        errors.flush()
    }
}
