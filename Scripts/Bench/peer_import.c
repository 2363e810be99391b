// circ-import's work on its schema, by a C program written for nothing else: the whole file in memory, facts read and
// effects written in the order of the keys, decided in memory between, one transaction. It knows no other format, no
// member of staff beside it, and no limit of memory.
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct { const char *operation; int length; int64_t loan, at; } Line;
typedef struct { int64_t began, due, returned; int found; } Loan;
typedef struct { int64_t loan, at, due; int disposition; } Record;

static sqlite3 *db;
static Line *lines;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "peer_import: %s\n", sqlite3_errmsg(db));
    exit(74);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static int64_t digits(const char *text, int count) {
    int64_t value = 0;
    for (int i = 0; i < count; i++) value = value * 10 + text[i] - '0';
    return value;
}

// YYYY-MM-DDTHH:MM:SS.fffZ as milliseconds since 1970.
static int64_t moment(const char *t) {
    int64_t year = digits(t, 4), month = digits(t + 5, 2), day = digits(t + 8, 2);
    year -= month <= 2;
    int64_t era = year / 400, of_era = year % 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
    return ((days * 24 + digits(t + 11, 2)) * 60 + digits(t + 14, 2)) * 60000 + digits(t + 17, 2) * 1000
        + digits(t + 20, 3);
}

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

// The first 16 bytes of the SHA-256 of at most 119 bytes.
static void digest(const unsigned char *bytes, int count, unsigned char out[16]) {
    static uint32_t k[64], initial[8];
    if (!k[0]) {  // The fractional parts of the cube and square roots of the first primes.
        for (int prime = 2, n = 0; n < 64; prime++) {
            int divisor = 2;
            while (divisor < prime && prime % divisor) divisor++;
            if (divisor < prime) continue;
            long double cube = __builtin_cbrtl(prime), square = __builtin_sqrtl(prime);
            if (n < 8) initial[n] = (uint32_t)((square - (uint32_t)square) * 4294967296.0L);
            k[n++] = (uint32_t)((cube - (uint32_t)cube) * 4294967296.0L);
        }
    }
    unsigned char message[128] = {0};
    int blocks = count < 56 ? 1 : 2;
    memcpy(message, bytes, count);
    message[count] = 0x80;
    message[blocks * 64 - 2] = count * 8 >> 8;
    message[blocks * 64 - 1] = count * 8;
    uint32_t h[8];
    memcpy(h, initial, sizeof h);
    for (int block = 0; block < blocks; block++) {
        uint32_t w[64], s[8];
        for (int i = 0; i < 16; i++) {
            memcpy(&w[i], message + block * 64 + i * 4, 4);
            w[i] = __builtin_bswap32(w[i]);
        }
        for (int i = 16; i < 64; i++)
            w[i] = w[i - 16] + w[i - 7] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3)
                + (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
        memcpy(s, h, sizeof s);
        for (int i = 0; i < 64; i++) {
            uint32_t t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25))
                + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
            uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22))
                + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            memmove(s + 1, s, 28);
            s[4] += t1;
            s[0] = t1 + t2;
        }
        for (int i = 0; i < 8; i++) h[i] += s[i];
    }
    for (int i = 0; i < 16; i++) out[i] = h[i / 4] >> (24 - i % 4 * 8);
}

static int by_operation(const void *a, const void *b) {
    const Line *x = &lines[*(const int *)a], *y = &lines[*(const int *)b];
    int order = memcmp(x->operation, y->operation, x->length < y->length ? x->length : y->length);
    if (order == 0) order = x->length - y->length;
    return order ? order : *(const int *)a - *(const int *)b;
}

static int read_lines(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) exit(66);
    const char *text = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0), *end = text + status.st_size;
    int count = 0, room = 0;
    for (const char *at = memchr(text, '\n', status.st_size) + 1; at < end;) {
        if (count == room) lines = realloc(lines, (room = room ? room * 2 : 1 << 16) * sizeof *lines);
        Line *line = &lines[count++];
        const char *comma = memchr(at, ',', end - at), *second = memchr(comma + 1, ',', end - comma - 1);
        *line = (Line){at, comma - at, digits(comma + 1, second - comma - 1), moment(second + 1)};
        at = (const char *)memchr(second, '\n', end - second) + 1;
    }
    return count;
}

// The loans up to the highest that a line names.
static Loan *read_loans(int count, int64_t *highest) {
    *highest = 0;
    for (int i = 0; i < count; i++) if (lines[i].loan > *highest) *highest = lines[i].loan;
    Loan *loans = calloc(*highest + 1, sizeof *loans);
    sqlite3_stmt *select = prepare("SELECT id, due_day, returned_at, began_at FROM loan WHERE id <= ?");
    sqlite3_bind_int64(select, 1, *highest);
    int code;
    while ((code = sqlite3_step(select)) == SQLITE_ROW)
        loans[sqlite3_column_int64(select, 0)] = (Loan){
            sqlite3_column_int64(select, 3), sqlite3_column_int64(select, 1), sqlite3_column_int64(select, 2), 1};
    check(code);
    check(sqlite3_reset(select));
    return loans;
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    struct timespec clock;
    clock_gettime(CLOCK_REALTIME, &clock);
    int64_t now = clock.tv_sec * 1000 + clock.tv_nsec / 1000000, number = now << 20;
    int count = read_lines(argv[2]);
    check(sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
    check(sqlite3_exec(db, "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA cache_size = -262144;"
        "BEGIN IMMEDIATE; INSERT OR IGNORE INTO scope (name) VALUES ('source:bench')", NULL, NULL, NULL));
    sqlite3_stmt *find = prepare("SELECT id FROM scope WHERE name = 'source:bench'");
    check(sqlite3_step(find));
    int64_t scope = sqlite3_column_int64(find, 0), highest;
    check(sqlite3_reset(find));
    Loan *loans = read_loans(count, &highest);

    int *order = malloc((count + 1) * sizeof *order), *first = malloc((count + 1) * sizeof *first);
    for (int i = 0; i < count; i++) order[i] = i;
    qsort(order, count, sizeof *order, by_operation);
    // What the ledger knows, and the first line under each key.
    Record *records = calloc(count + 1, sizeof *records);
    sqlite3_stmt *known = prepare("SELECT loan, happened_at FROM ledger WHERE scope = ? AND operation = ?");
    sqlite3_bind_int64(known, 1, scope);
    for (int i = 0; i < count; i++) {
        Line *line = &lines[order[i]], *before = i ? &lines[order[i - 1]] : NULL;
        int same = before && line->length == before->length && !memcmp(line->operation, before->operation, line->length);
        first[order[i]] = same ? first[order[i - 1]] : order[i];
        if (same) continue;
        sqlite3_bind_text(known, 2, line->operation, line->length, SQLITE_STATIC);
        check(sqlite3_step(known));
        if (sqlite3_data_count(known))
            records[order[i]] = (Record){sqlite3_column_int64(known, 0), sqlite3_column_int64(known, 1), 0, -1};
        check(sqlite3_reset(known));
    }

    int returned = 0, already = 0, missing = 0, replayed = 0, conflicts = 0;
    int *ends = calloc(highest + 1, sizeof *ends), *notices = malloc((count + 1) * sizeof *notices);
    for (int i = 0; i < count; i++) {
        Line *line = &lines[i];
        Record *record = &records[first[i]];
        Loan *loan = &loans[line->loan];
        if (record->disposition) {
            if (record->loan == line->loan && record->at == line->at) replayed++; else conflicts++;
        } else if (!loan->found) {
            missing++;
        } else {
            int ending = loan->returned == 0;
            *record = (Record){line->loan, line->at, loan->due, ending ? 2 : 3};
            if (ending) {
                loan->returned = line->at > loan->began ? line->at : loan->began;
                ends[line->loan] = 1;
                notices[returned++] = i;
            } else already++;
        }
    }

    sqlite3_stmt *end = prepare("INSERT INTO loan_end VALUES (?, ?, ?)");
    sqlite3_bind_int64(end, 3, now);
    for (int64_t id = 1; id <= highest; id++) {
        if (!ends[id]) continue;
        sqlite3_bind_int64(end, 1, id);
        sqlite3_bind_int64(end, 2, loans[id].returned);
        run(end);
    }
    sqlite3_stmt *insert = prepare(
        "INSERT INTO ledger (scope, operation, kind, loan, happened_at, disposition, result_loan, due_day, notes, "
        "recorded_at, run) VALUES (?, ?, 2, ?, ?, ?, ?, ?, 0, ?, ?)");
    sqlite3_bind_int64(insert, 1, scope);
    sqlite3_bind_int64(insert, 8, now);
    sqlite3_bind_int64(insert, 9, number);
    for (int i = 0; i < count; i++) {
        // A key whose first line was refused may be a later line's.
        Record *record = &records[order[i]];
        if (record->disposition <= 0) continue;
        sqlite3_bind_text(insert, 2, lines[order[i]].operation, lines[order[i]].length, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 3, record->loan);
        sqlite3_bind_int64(insert, 4, record->at);
        sqlite3_bind_int64(insert, 5, record->disposition);
        sqlite3_bind_int64(insert, 6, record->loan);
        sqlite3_bind_int64(insert, 7, record->due);
        run(insert);
    }
    sqlite3_stmt *notice = prepare("INSERT INTO outbox (kind, loan, message_id) VALUES (2, ?, ?)");
    for (int i = 0; i < returned; i++) {
        Line *line = &lines[notices[i]];
        unsigned char message[119] = "source:bench", id[16];
        memcpy(message + 13, line->operation, line->length);
        memset(message + 13 + line->length, 0, 2);
        digest(message, 13 + line->length + 2, id);
        sqlite3_bind_int64(notice, 1, line->loan);
        sqlite3_bind_blob(notice, 2, id, 16, SQLITE_STATIC);
        run(notice);
    }
    check(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL));
    printf("returned %d, alreadyReturned %d, missingLoan %d, replayed %d, operationConflict %d\n", returned, already,
        missing, replayed, conflicts);
    return 0;
}
