public import Domain
public import UseCases

/// Something that a check found: `invariant, description`.
public struct FindingDTO: JSONDocument {
    /// `finding`.
    public let kind = "finding"
    private let finding: Finding

    /// The shape of a finding.
    public init(_ finding: Finding) {
        self.finding = finding
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("invariant", finding.invariant.rawValue)
        json.member("description", finding.description)
    }
}

/// What a check found in all: `sound, findings, rows, digest`.
public struct CheckDTO: JSONDocument {
    /// `check`.
    public let kind = "check"
    private let report: CheckLibrary.Report

    /// The shape of a report.
    public init(_ report: CheckLibrary.Report) {
        self.report = report
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("sound", report.isSound)
        json.member("findings", report.count)
        json.member("rows", report.digest?.rows)
        json.member("digest", report.digest?.description)
    }
}

/// A library that was copied: `from, to, retired`.
public struct MovedStoreDTO: JSONDocument {
    /// `movedStore`.
    public let kind = "movedStore"
    private let from, to: String
    private let isRetired: Bool

    /// The shape of a copying.
    public init(from: String, to: String, isRetired: Bool) {
        self.from = from
        self.to = to
        self.isRetired = isRetired
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("from", from)
        json.member("to", to)
        json.member("retired", isRetired)
    }
}

/// A backup that was made: `path`.
public struct BackupDTO: JSONDocument {
    /// `backup`.
    public let kind = "backup"
    private let path: String

    /// The shape of a backup.
    public init(path: String) {
        self.path = path
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("path", path)
    }
}

/// A store that has this release's layout now: `location, from, to, backup`, which is null if nothing was to be done.
public struct UpgradedStoreDTO: JSONDocument {
    /// `upgradedStore`.
    public let kind = "upgradedStore"
    private let location: String
    private let done: UpgradeLibrary.Outcome

    /// The shape of an upgrade.
    public init(_ done: UpgradeLibrary.Outcome, location: String) {
        self.done = done
        self.location = location
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("location", location)
        json.member("from", done.from)
        json.member("to", done.to)
        json.member("backup", done.backup)
    }
}

/// A store that was made of a backup: `location, nextLoan`.
public struct RestoredStoreDTO: JSONDocument {
    /// `restoredStore`.
    public let kind = "restoredStore"
    private let location: String
    private let nextLoan: LoanID

    /// The shape of a restoring.
    public init(location: String, nextLoan: LoanID) {
        self.location = location
        self.nextLoan = nextLoan
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("location", location)
        json.member("nextLoan", nextLoan.value)
    }
}
