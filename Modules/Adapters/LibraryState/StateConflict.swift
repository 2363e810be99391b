public import Ports

/// A row that contradicts those that are there; it was not written.
public enum StateConflict: Error, Hashable, Sendable {
    /// The copy is out: it has no second open loan.
    case copyOnLoan
    /// The loan has ended, and its first return stands for ever.
    case loanEnded
    /// The operation's key is known.
    case knownKey
    /// The barcode, or the card, is another row's.
    case keyInUse
    /// The row names one that is not there.
    case unknownRow
    /// The row has no place where it says: numbers follow one another, a copy's loans begin one after another, and
    /// copies and loans stay what they are of.
    case outOfOrder

    /// The conflict as a store's failure: a store that meets one holds, or was told, something that cannot be.
    public var failure: StoreFailure {
        StoreFailure(
            .corrupt, "the store refused a change that contradicts what it holds; nothing was changed",
            cause: "\(self)")
    }
}
