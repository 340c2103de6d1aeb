package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

// handle is one pool of connections that are all set up alike.
type handle struct{ db *sql.DB }

func openHandle(ctx context.Context, dsn string, connections int) (*handle, error) {
	db := sql.OpenDB(connector{&sqlite3.SQLiteDriver{ConnectHook: setUp}, dsn})
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	h := &handle{db: db}
	if err := db.PingContext(ctx); err != nil {
		_ = h.close()
		return nil, explain(err)
	}
	return h, nil
}

// connector opens the connections of one handle.
type connector struct {
	driver *sqlite3.SQLiteDriver
	dsn    string
}

// Connect opens a connection.
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

// Driver returns what opens it.
func (c connector) Driver() driver.Driver { return c.driver }

// setUp makes the settings that the driver has no name for. Every sync of a connection
// reaches the disk itself: on macOS a plain sync ends in the disk's own memory, which a
// power cut empties; elsewhere nothing changes. Go's File.Sync, which the files beside the
// database go through, does the same by itself. And no commit folds the log in by the way:
// see Store.foldLog.
func setUp(connection *sqlite3.SQLiteConn) error {
	_, err := connection.Exec(`PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1; PRAGMA wal_autocheckpoint = 0`, nil)
	return err
}

func (h *handle) close() error {
	if h == nil {
		return nil
	}
	return h.db.Close()
}

// The settings of every connection. Statements are prepared once a connection
// and kept by the driver under their text. SQLite's own mutex is off: database/sql
// hands a connection to one goroutine at a time. NORMAL leaves it to checkpoints to wait
// for the disk; what must outlive a power cut is committed by updateDurably.
const (
	sharedSettings = "_mutex=no&_busy_timeout=10000&_foreign_keys=1&_stmt_cache_size=128&_cache_size=-16000"
	writerSettings = "mode=rwc&_journal_mode=WAL&_synchronous=NORMAL&_txlock=immediate&" + sharedSettings
	besideSettings = "mode=rw&_synchronous=NORMAL&_txlock=immediate&" + sharedSettings
	readerSettings = "mode=ro&_query_only=1&_txlock=deferred&" + sharedSettings
	copierSettings = "mode=ro&_txlock=deferred&" + sharedSettings // it writes to another file
	loneSettings   = "mode=rw&_busy_timeout=2000"
)

func writerDSN(file string) string { return dsn(file, writerSettings) }

func besideDSN(file string) string { return dsn(file, besideSettings) }

func readerDSN(file string) string { return dsn(file, readerSettings) }

func copierDSN(file string) string { return dsn(file, copierSettings) }

func loneDSN(file string) string { return dsn(file, loneSettings) }

// dsn escapes the path: a folder may be called "what?".
func dsn(file, settings string) string {
	return (&url.URL{Scheme: "file", Path: file, RawQuery: settings}).String()
}
