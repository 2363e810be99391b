extension NaiveLibrary {
    mutating func addBook(_ title: String) -> String {
        books.append(Book(title: title))
        return "b\(books.count) \(title) r1"
    }

    mutating func editBook(_ number: Int, _ title: String, revision: Int) -> String {
        if number > books.count || books[number - 1].isRemoved { return "unknownBook" }
        if books[number - 1].revision != revision { return "staleRevision \(books[number - 1].revision)" }
        books[number - 1].title = title
        books[number - 1].revision += 1
        return "b\(number) \(title) r\(books[number - 1].revision)"
    }

    mutating func removeBook(_ number: Int) -> String {
        if number > books.count || books[number - 1].isRemoved { return "unknownBook" }
        let open = loans.indices.first { loans[$0].returned == nil && loans[$0].book == number }
        if let open { return "bookOnLoan \(open + 1)" }
        books[number - 1].isRemoved = true
        books[number - 1].revision += 1
        for index in copies.indices where copies[index].book == number { copies[index].isWithdrawn = true }
        return "b\(number) \(books[number - 1].title) r\(books[number - 1].revision)"
    }

    mutating func addCopy(_ barcode: String, _ book: Int, _ branch: String?) -> String {
        if book > books.count || books[book - 1].isRemoved { return "unknownBook" }
        if copies.contains(where: { $0.barcode.utf8.elementsEqual(barcode.utf8) }) { return "barcodeInUse" }
        copies.append(Copy(barcode: barcode, book: book, branch: branch))
        return text(copy: copies[copies.count - 1])
    }

    mutating func withdraw(_ barcode: String) -> String {
        for index in copies.indices where copies[index].barcode.utf8.elementsEqual(barcode.utf8) {
            copies[index].isWithdrawn = true
            return text(copy: copies[index])
        }
        return "unknownCopy"
    }

    mutating func addMember(_ card: String) -> String {
        if let holder = holder(of: card) { return "cardInUse \(holder)" }
        members.append(Member(card: card))
        return text(member: members.count)
    }

    mutating func changeMember(_ number: Int, isActive: Bool) -> String {
        if number > members.count || members[number - 1].isRemoved { return "unknownMember" }
        if members[number - 1].isActive != isActive { members[number - 1].revision += 1 }
        members[number - 1].isActive = isActive
        return text(member: number)
    }

    mutating func editMember(_ number: Int, _ card: String, revision: Int) -> String {
        if number > members.count || members[number - 1].isRemoved { return "unknownMember" }
        if members[number - 1].revision != revision { return "staleRevision \(members[number - 1].revision)" }
        if let holder = holder(of: card), holder != number { return "cardInUse \(holder)" }
        members[number - 1].card = card
        members[number - 1].revision += 1
        return text(member: number)
    }

    mutating func removeMember(_ number: Int, despiteLoans: Bool) -> String {
        if number > members.count || members[number - 1].isRemoved { return "unknownMember" }
        let open = loans.indices.first { loans[$0].returned == nil && loans[$0].member == number }
        if let open, !despiteLoans { return "memberHasLoan \(open + 1)" }
        members[number - 1].isRemoved = true
        return text(member: number)
    }

    /// All that there is to see, line by line.
    package var state: [String] {
        var lines = books.indices.filter { !books[$0].isRemoved }.map { index in
            let mine = copies.filter { $0.book == index + 1 && !$0.isWithdrawn }
            let free = mine.count { openLoan(of: $0.barcode) == nil }
            return "b\(index + 1) \(books[index].title) r\(books[index].revision): \(free) of \(mine.count)"
        }
        for copy in copies.sorted(by: { $0.barcode.utf8.lexicographicallyPrecedes($1.barcode.utf8) }) {
            let newest = loansOf(copy.barcode).max { loans[$0 - 1].began < loans[$1 - 1].began }
            lines.append("\(text(copy: copy)): \(newest.map { text(loan: $0) } ?? "never lent")")
        }
        lines += members.indices.filter { !members[$0].isRemoved }.map { text(member: $0 + 1) }
        lines += loans.indices.map { text(loan: $0 + 1) }
        lines.append("policy \(defaultDays) \(maximumDays) \(loanLimit ?? 0)")
        let counts = [
            books.count { !$0.isRemoved }, copies.count, members.count { !$0.isRemoved }, loans.count,
            loans.count { $0.returned == nil }, operations, notices,
        ]
        return lines + ["counts \(counts)"]
    }

    func holder(of card: String) -> Int? {
        members.indices.first { !members[$0].isRemoved && members[$0].card == card }.map { $0 + 1 }
    }

    private func text(copy: Copy) -> String {
        "\(copy.barcode) of b\(copy.book) at \(copy.branch ?? "-")\(copy.isWithdrawn ? " withdrawn" : "")"
    }

    private func text(member number: Int) -> String {
        let member = members[number - 1]
        return "m\(number) \(member.card) \(member.isActive ? "active" : "inactive") r\(member.revision)"
    }
}
