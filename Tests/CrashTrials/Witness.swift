import Domain
import FileStore
import Ports

/// What a trial found wrong.
package struct TrialFailure: Error, CustomStringConvertible {
    /// What kind of wrong it is.
    package enum Kind: String, Sendable {
        /// Something that was acknowledged is not there.
        case lost
        /// Something is there in part, or was never asked for.
        case partial
        /// The store answered, failed or refused otherwise than it should.
        case wrong
    }

    /// What kind of wrong it is.
    package let kind: Kind
    /// What happened.
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = "\(kind.rawValue): \(description)"
    }
}

/// Knows what a store acknowledged, and so what it must hold.
///
/// It keeps a library in memory for each moment at which a store may have stopped.
struct Witness: Sendable {
    /// The library after so many changes, and what was promised by then.
    private struct Moment: Sendable {
        let model: FileStore
        let bytes: [UInt8]
        let promises: [OperationKey: Promise]
    }

    static let zone = "Europe/Zurich"
    static let createdAt = Domain.Moment(milliseconds: 1_782_864_000_000)

    private var moments: [Moment] = []
    /// The last moment that was acknowledged; those after it are under way.
    private(set) var acknowledged = 0

    /// A new library.
    init() throws(StoreFailure) {
        var tuning = Tuning()
        tuning.growth = 512
        let store = try FileStore.create(
            on: SimulatedDisk(), directory: "model", zone: Self.zone, at: Self.createdAt, tuning: tuning)
        guard let model = try store.privateCopy() as? FileStore else { preconditionFailure("a copy is a file store") }
        moments = [Moment(model: model, bytes: try model.bytes(), promises: [:])]
    }

    /// The moments that a store may be found at.
    var possible: ClosedRange<Int> { acknowledged...moments.count - 1 }

    /// Says what a step must come to, and notes that it is under way.
    mutating func begin(_ step: Step) throws(StoreFailure) -> String {
        guard var last = moments.last else { preconditionFailure("there is a moment") }
        for part in step.parts {
            guard let model = try last.model.privateCopy() as? FileStore else {
                preconditionFailure("a copy is a file store")
            }
            let outcome = try part(model)
            var promises = last.promises
            for promise in outcome.promises { promises[promise.key] = promise }
            last = Moment(model: model, bytes: try model.bytes(), promises: promises)
            moments.append(last)
        }
        // The whole call on the library before it, for its answer.
        guard let model = try moments[acknowledged].model.privateCopy() as? FileStore else {
            preconditionFailure("a copy is a file store")
        }
        return try step.call(model).text
    }

    /// The step under way was acknowledged.
    mutating func acknowledge() { acknowledged = moments.count - 1 }

    /// The step under way left nothing.
    mutating func forget() { moments.removeLast(moments.count - 1 - acknowledged) }

    /// The store was found at a moment.
    mutating func settle(at moment: Int) {
        acknowledged = moment
        forget()
    }

    /// Checks that a store holds what a moment of these holds, keeps every promise of it, and is not changed by being
    /// asked; gives the moment.
    func check(_ store: FileStore, at possible: ClosedRange<Int>) throws(TrialFailure) -> Int {
        do throws(StoreFailure) {
            let bytes = try store.bytes()
            guard let found = possible.first(where: { moments[$0].bytes == bytes }) else {
                let earlier = moments[..<possible.lowerBound].contains { $0.bytes == bytes }
                throw StoreFailure(StoreFailure.Kind(earlier ? "lost" : "partial"), "")
            }
            for (key, promise) in moments[found].promises {
                guard try promise.isKept(store) else { throw StoreFailure(StoreFailure.Kind("promise"), key.id.text) }
            }
            guard try store.bytes() == bytes else { throw StoreFailure(StoreFailure.Kind("retry"), "") }
            return found
        } catch {
            switch error.kind.description {
            case "lost": throw TrialFailure(.lost, "a change that was acknowledged is not there")
            case "partial": throw TrialFailure(.partial, "the library is at no moment that it was at")
            case "promise": throw TrialFailure(.lost, "another answer to \(error.message)")
            case "retry": throw TrialFailure(.partial, "retries changed the library")
            default: throw TrialFailure(.wrong, "\(error) \(error.cause ?? "")")
            }
        }
    }

    /// Whether a library was at some moment like this.
    func wasEver(_ bytes: [UInt8]) -> Bool { moments.contains { $0.bytes == bytes } }
}
