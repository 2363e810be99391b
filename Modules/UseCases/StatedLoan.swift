public import Domain

/// A loan that a line of an offline day states: never applied, for a person to enter.
public struct StatedLoan: Hashable, Sendable {
    /// The operation ID under which it is to be entered, the same whenever the line is read again.
    public let operation: OperationID
    /// What was lent.
    public let copy: Barcode
    /// The card of whom it was lent to; nil if it cannot be read.
    public let card: CardNumber?
    /// When.
    public let time: TimeStatement
    /// The time as it was written, if that is kept for a report.
    public let writtenTime: String?

    /// A loan that a line states.
    public init(
        operation: OperationID, copy: Barcode, card: CardNumber?, time: TimeStatement, writtenTime: String? = nil
    ) {
        self.operation = operation
        self.copy = copy
        self.card = card
        self.time = time
        self.writtenTime = writtenTime
    }
}
