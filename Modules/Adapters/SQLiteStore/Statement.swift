#if SQLite
    import CSQLite
    import Ports

    /// A prepared statement, kept for the life of its connection: to prepare one for each row would cost three quarters
    /// of the time.
    final class Statement {
        private let handle: OpaquePointer
        private let connection: OpaquePointer
        private let path: String

        init(_ sql: String, on connection: OpaquePointer, path: String) throws(StoreFailure) {
            var handle: OpaquePointer?
            let code = sqlite3_prepare_v3(
                connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
            guard code == SQLITE_OK, let handle else {
                throw SQLiteFailure.failure(code, while: "reading", at: path)
            }
            self.handle = handle
            self.connection = connection
            self.path = path
        }

        func finalize() {
            sqlite3_finalize(handle)
        }

        /// Binds values, runs to the end, and makes ready for the next use.
        func run(_ values: Value?...) throws(StoreFailure) { try run(values) }

        /// Binds values, runs to the end, and makes ready for the next use.
        func run(_ values: [Value?]) throws(StoreFailure) {
            try bind(values)
            while try step() {}
            reset()
        }

        /// Binds values and makes something of each row, to the end.
        func rows<Row>(
            _ values: Value?..., make: (Statement) throws(StoreFailure) -> Row
        ) throws(StoreFailure) -> [Row] {
            try bind(values)
            defer { reset() }
            var rows: [Row] = []
            while try step() { rows.append(try make(self)) }
            return rows
        }

        /// Binds values and makes something of the first row, if there is one.
        func first<Row>(
            _ values: Value?..., make: (Statement) throws(StoreFailure) -> Row
        ) throws(StoreFailure) -> Row? {
            try bind(values)
            defer { reset() }
            return try step() ? try make(self) : nil
        }

        /// A value to bind.
        enum Value {
            case integer(Int64)
            case text(String)
        }

        private func bind(_ values: [Value?]) throws(StoreFailure) {
            for (index, value) in values.enumerated() {
                let at = Int32(index + 1)
                switch value {
                case nil: try check(sqlite3_bind_null(handle, at))
                case .integer(let number): try check(sqlite3_bind_int64(handle, at, number))
                case .text(let text): try bind(text, at)
                }
            }
        }

        /// Binds a number at a place, for loops that would otherwise make a list of values for each row.
        func bind(_ number: Int64?, _ at: Int32) throws(StoreFailure) {
            try check(number.map { sqlite3_bind_int64(handle, at, $0) } ?? sqlite3_bind_null(handle, at))
        }

        /// Binds text at a place, with its length, so that none is cut or read past its end.
        func bind(_ text: String, _ at: Int32) throws(StoreFailure) {
            var text = text
            try check(
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        // An empty string may have no address, and no address would bind NULL.
                        guard let base = $0.baseAddress else { return circ_sqlite3_bind_text(handle, at, "", 0) }
                        return circ_sqlite3_bind_text(handle, at, base, Int32($0.count))
                    }
                })
        }

        /// Binds sixteen bytes, given as two numbers, most significant byte first.
        func bind(_ high: UInt64, _ low: UInt64, _ at: Int32) throws(StoreFailure) {
            var bytes = (high.bigEndian, low.bigEndian)
            try check(withUnsafeBytes(of: &bytes) { circ_sqlite3_bind_blob(handle, at, $0.baseAddress, 16) })
        }

        /// Steps: true for a row, false at the end.
        func step() throws(StoreFailure) -> Bool {
            let code = sqlite3_step(handle)
            if code == SQLITE_ROW { return true }
            if code == SQLITE_DONE { return false }
            reset()
            throw SQLiteFailure.failure(code, while: "using", at: path)
        }

        /// Makes ready for the next use.
        ///
        /// What resetting says again was said by the step.
        func reset() {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }

        /// Makes ready to run with other values at the same places, all of which are bound anew.
        func rewind() {
            sqlite3_reset(handle)
        }

        /// Rows changed by the last step.
        var changes: Int { Int(sqlite3_changes(connection)) }

        /// A column's number, 0 for NULL.
        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

        /// A column's number; nil for NULL.
        func optionalInteger(_ column: Int32) -> Int64? {
            sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
        }

        /// A column's text, "" for NULL.
        func text(_ column: Int32) -> String {
            guard let bytes = sqlite3_column_text(handle, column) else { return "" }
            let count = Int(sqlite3_column_bytes(handle, column))
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }

        /// A column's text; nil for NULL.
        func optionalText(_ column: Int32) -> String? {
            sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
        }

        /// Sixteen bytes of a column as two numbers; nil if it does not have so many.
        func words(_ column: Int32) -> (high: UInt64, low: UInt64)? {
            guard sqlite3_column_bytes(handle, column) == 16, let bytes = sqlite3_column_blob(handle, column) else {
                return nil
            }
            return (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }

        private func check(_ code: Int32) throws(StoreFailure) {
            guard code == SQLITE_OK else { throw SQLiteFailure.failure(code, while: "using", at: path) }
        }
    }

    extension Statement.Value: ExpressibleByIntegerLiteral {
        init(integerLiteral value: Int64) {
            self = .integer(value)
        }
    }
#endif
