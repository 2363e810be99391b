import Domain

/// How many loans are open, in all and for each member.
///
/// Counted as loans begin and end, so that nobody looks through all of them to borrow one more.
struct OpenLoans: Sendable {
    private(set) var total = 0
    /// By number, from 1; members who never borrowed may be missing at the end.
    private var byMember: [UInt32] = []

    /// The open loans of a member.
    func count(of member: MemberID) -> Int {
        member.value <= Int64(byMember.count) ? Int(byMember[Int(member.value) - 1]) : 0
    }

    /// Counts a loan that a member has now.
    mutating func begin(_ member: UInt32) {
        let missing = Int(member) - byMember.count
        if missing > 0 { byMember.append(contentsOf: repeatElement(0, count: missing)) }
        byMember[Int(member) - 1] += 1
        total += 1
    }

    /// Counts a loan that a member has no more.
    mutating func end(_ member: UInt32) {
        byMember[Int(member) - 1] -= 1
        total -= 1
    }
}
