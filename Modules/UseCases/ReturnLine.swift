public import Domain

/// One line of a file, as its format read it.
public struct ReturnLine: Hashable, Sendable {
    /// What a line says.
    public enum Content: Hashable, Sendable {
        /// A copy came back.
        case returned(StatedReturn)
        /// The line is no return; it names its action, and the loan if it states one of which the copy and the time can be read.
        case unsupported(action: String, loan: StatedLoan? = nil)
        /// The line cannot be read, and why.
        case malformed(reason: String)
    }

    /// The number of the file in this run, from 0.
    public let file: Int
    /// The line's number in its file, from 1.
    public let number: Int
    /// What it says.
    public private(set) var content: Content
    /// What else it holds, to be kept in a report.
    public let others: [OtherColumn]
    /// What the line is known by whenever it is read again, if it is no return.
    public let digest: OperationID?

    /// A line of a file; `digest` is made of the bytes of a line that is no return.
    public init(
        file: Int, number: Int, content: Content, others: [OtherColumn] = [], digest: OperationID? = nil
    ) {
        self.file = file
        self.number = number
        self.content = content
        self.others = others
        self.digest = digest
    }

    /// What the line is known by whenever it is read again.
    public var identity: OperationID? {
        if case .returned(let stated) = content { stated.operation } else { digest }
    }

    /// What it gives back, or the copy that it lends, if it states one.
    public var item: ReturnRequest.Item? {
        switch content {
        case .returned(let stated): stated.item
        case .unsupported(_, let loan): (loan?.copy).map { .copy($0) }
        case .malformed: nil
        }
    }

    /// The time that it states, of a return or of a loan.
    public var time: TimeStatement? {
        switch content {
        case .returned(let stated): stated.time
        case .unsupported(_, let loan): loan?.time
        case .malformed: nil
        }
    }

    /// Takes note that lines of the run lent the copy that it gives back, the last of them at a moment: lines before it, or
    /// of other files and so little later that it may have come after them, as clocks go.
    ///
    /// What was noted first stays.
    public mutating func note(lastLent: Moment) {
        guard case .returned(var stated) = content, stated.lastLent == nil else { return }
        stated.lastLent = lastLent
        content = .returned(stated)
    }
}

/// A column that means nothing here: whoever made the file knows it again in the report.
public struct OtherColumn: Hashable, Sendable {
    /// Its name in the file.
    public let name: String
    /// What stands in it.
    public let text: String

    /// A column with its text.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// A return that a line states.
public struct StatedReturn: Hashable, Sendable {
    /// The line's identity: the same whenever the line is read again.
    public let operation: OperationID
    /// What came back.
    public let item: ReturnRequest.Item
    /// When.
    public let time: TimeStatement
    /// Where, if the line says so.
    public let branch: Branch?
    /// The time as it was written, if that is kept for a report.
    public let writtenTime: String?
    /// When lines of the run lent the copy last before it, or perhaps before it, if one did.
    public fileprivate(set) var lastLent: Moment?

    /// A return that a line states.
    public init(
        operation: OperationID, item: ReturnRequest.Item, time: TimeStatement, branch: Branch? = nil,
        writtenTime: String? = nil
    ) {
        self.operation = operation
        self.item = item
        self.time = time
        self.branch = branch
        self.writtenTime = writtenTime
    }
}
