package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
)

// Settings is what a pool of connections is for. Statements are prepared once a connection
// and kept by the driver under their text. SQLite's own mutex is off: database/sql
// hands a connection to one goroutine at a time. NORMAL leaves it to checkpoints to wait
// for the disk; what must outlive a power cut is committed by UpdateDurably.
type Settings string

const (
	shared  = "_mutex=no&_busy_timeout=10000&_foreign_keys=1&_stmt_cache_size=128&_cache_size=-16000"
	writing = Settings("mode=rwc&_journal_mode=WAL&_synchronous=NORMAL&_txlock=immediate&" + shared)

	// Beside writes a file that another process may have open for writing.
	Beside = Settings("mode=rw&_synchronous=NORMAL&_txlock=immediate&" + shared)
	// Reading never writes.
	Reading = Settings("mode=ro&_query_only=1&_txlock=deferred&" + shared)
	// Copying reads a file and may write to another one.
	Copying = Settings("mode=ro&_txlock=deferred&" + shared)
	// Alone changes a file that nobody else has open.
	Alone = Settings("mode=rw&_busy_timeout=2000")
)

// Connect opens a pool of so many connections to a file, all set up alike.
func Connect(ctx context.Context, file string, as Settings, connections int) (*sql.DB, error) {
	path := filepath.ToSlash(file)
	if filepath.VolumeName(file) != "" { // of Windows: a drive is no host
		path = "/" + path
	}
	// The path is escaped: a folder may be called "what?".
	return connect(ctx, (&url.URL{Scheme: "file", Path: path, RawQuery: string(as)}).String(), connections)
}

func connect(ctx context.Context, dsn string, connections int) (*sql.DB, error) {
	pool := sql.OpenDB(connector{&sqlite3.SQLiteDriver{ConnectHook: setUp}, dsn})
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	if err := pool.PingContext(ctx); err != nil {
		_ = pool.Close()
		return nil, Explain(err)
	}
	return pool, nil
}

// connector opens the connections of one pool.
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
// see DB.foldLog.
func setUp(connection *sqlite3.SQLiteConn) error {
	_, err := connection.Exec(`PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1; PRAGMA wal_autocheckpoint = 0`, nil)
	return err
}
