// What of SQLite is variadic, and so invisible to Swift and to GRDB.
#ifndef MULLIGAN_CSQLITE_SHIM_H
#define MULLIGAN_CSQLITE_SHIM_H

#include <sqlite3.h>

// Leaves the write-ahead log as it is when the last connection closes. Returns SQLite's result code.
static inline int csqlite_keep_log_on_close(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
