/// All that a store keeps for the library.
///
/// A use case asks for the one part that it needs.
public typealias LibraryStore = BookKeeping & CopyKeeping & ImportRecording & LedgerKeeping & LoanBorrowing
    & LoanReading & LoanReturning
    & MemberKeeping & PolicyKeeping & Rehearsing & StoreDescribing & StoreMoving
