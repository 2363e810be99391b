#ifndef CIRCULATION_CSQLITE_SHIM_H
#define CIRCULATION_CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot call variadic functions: a misspelt column in double quotes must be an error, not a string. */
static inline int circ_sqlite3_refuse_double_quoted_strings(sqlite3 *db) {
    int rc = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return rc != SQLITE_OK ? rc : sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

/* Swift cannot call variadic functions: SQLite is told not to count its memory, which locks a mutex for each piece. */
static inline int circ_sqlite3_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Swift cannot call variadic functions: whether rows are held against those they name, from the next statement on. */
static inline void circ_sqlite3_check_references(sqlite3 *db, int is_on) {
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, is_on, (int *)0);
}

/* Whether the file is locked for writing though no transaction is at work: a lock that the system would not release. */
static inline int circ_sqlite3_lock_is_stuck(sqlite3 *db) {
    int lock = 0;
    if (sqlite3_txn_state(db, "main") != SQLITE_TXN_NONE) return 0;
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_LOCKSTATE, &lock) == SQLITE_OK && lock > 1;
}

/* Swift does not import SQLITE_TRANSIENT, a cast macro: SQLite copies what is bound. */
static inline int circ_sqlite3_bind_text(sqlite3_stmt *s, int at, const char *bytes, int count) {
    return sqlite3_bind_text(s, at, bytes, count, SQLITE_TRANSIENT);
}

static inline int circ_sqlite3_bind_blob(sqlite3_stmt *s, int at, const void *bytes, int count) {
    return sqlite3_bind_blob(s, at, bytes, count, SQLITE_TRANSIENT);
}

#endif
